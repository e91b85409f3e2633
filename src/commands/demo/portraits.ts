/* The animals of the demo, drawn from `portraits.svg`: as much of SVG as that file uses. */

import { Canvas, type Colour, type Coverage } from "./canvas.ts";
import drawings from "./portraits.svg" with { type: "text" };
import { ellipse, type Outline, outlinesOf, type Point, strokeOf } from "./vector-path.ts";

interface Part {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Part[];
}

/** The drawing as a tree, and its named parts. */
function parse(text: string): { readonly root: Part; readonly named: ReadonlyMap<string, Part> } {
  const root: Part = { name: "", attributes: {}, children: [] };
  const named = new Map<string, Part>();
  const open = [root];
  for (const [, isEnd, name = "", written = "", isEmpty] of text.matchAll(/<(\/?)([a-zA-Z]+)([^>]*?)(\/?)>/g)) {
    if (isEnd) {
      open.pop();
      continue;
    }
    const pairs = [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]);
    const element: Part = { name, attributes: Object.fromEntries(pairs), children: [] };
    const { id } = element.attributes;
    open.at(-1)?.children.push(element);
    if (id !== undefined) named.set(id, element);
    if (!isEmpty) open.push(element);
  }
  return { root, named };
}

const { root, named } = parse(drawings);

/** What an element has from those around it. */
interface Around {
  readonly style: Readonly<Record<string, string>>;
  readonly place: (point: Point) => Point;
  readonly scale: number;
  readonly opacity: number;
  readonly clips: readonly Coverage[];
}

/** How a drawing is changed, so that one becomes several animals. */
export interface Variation {
  /** Turns the colours, in degrees. */
  readonly hue?: number;
  /** Whether it looks the other way. */
  readonly isMirrored?: boolean;
}

const [WIDTH, HEIGHT] = [800, 1000];

/** Draws an animal as a PNG file. Throws if there is none with this name. */
export function draw(name: string, { hue = 0, isMirrored = false }: Variation = {}): Uint8Array<ArrayBuffer> {
  const siblings = root.children[0]?.children ?? [];
  const view = siblings.findIndex(({ attributes }) => attributes["id"] === name);
  const drawing = siblings[view + 1];
  if (view < 0 || drawing === undefined) throw new Error(`there is no drawing ${name}`);
  const canvas = new Canvas(WIDTH, HEIGHT);
  const scale = WIDTH / 400;
  const place = ([x, y]: Point): Point => [(isMirrored ? 400 - x : x) * scale, y * scale];
  const painter = { canvas, turn: (colour: Colour) => turned(colour, hue) };
  for (const child of drawing.children) paint(painter, child, { style: {}, place, scale, opacity: 1, clips: [] });
  return canvas.png();
}

interface Painter {
  readonly canvas: Canvas;
  readonly turn: (colour: Colour) => Colour;
}

function paint(painter: Painter, { name, attributes, children }: Part, around: Around): void {
  const inner = within(painter, attributes, around);
  if (name === "use") {
    const used = named.get(attributes["href"]?.slice(1) ?? "");
    if (used !== undefined) paint(painter, used, inner);
    return;
  }
  for (const child of children) paint(painter, child, inner);
  const outlines = outlinesIn(name, attributes).map(({ points, isClosed }) => ({
    points: points.map(inner.place),
    isClosed,
  }));
  if (outlines.length === 0) return;
  const { fill = "#000", stroke = "none", "stroke-width": width = "1", "stroke-linecap": cap } = inner.style;
  const put = (area: readonly Outline[], colour: string, opacity: number) => {
    if (colour === "none") return;
    painter.canvas.paint(painter.canvas.coverageOf(area), painter.turn(colourOf(colour)), opacity, inner.clips);
  };
  put(outlines, fill, inner.opacity);
  const pen = strokeOf(outlines, Number(width) * inner.scale, cap === "round");
  put(pen, stroke, inner.opacity * Number(inner.style["stroke-opacity"] ?? 1));
}

/** What the children of an element have around them. */
function within({ canvas }: Painter, attributes: Part["attributes"], around: Around): Around {
  const { style: written = "", transform = "", "clip-path": clip, opacity = "1", ...own } = attributes;
  const declared = [...written.matchAll(/([\w-]+):([^;]+)/g)].map(([, name = "", value = ""]) => [name, value]);
  const style: Record<string, string> = { ...around.style, ...own, ...Object.fromEntries(declared) };
  const resolved = Object.fromEntries(
    Object.entries(style).map(([name, value]) => [name, resolvedValue(value, style)]),
  );
  const [dx = 0, dy = 0] = numbersIn(/translate\(([^)]*)\)/.exec(transform)?.[1]);
  const [factor = 1] = numbersIn(/scale\(([^)]*)\)/.exec(transform)?.[1]);
  const inner: Around = {
    style: resolved,
    place: ([x, y]) => around.place([x * factor + dx, y * factor + dy]),
    scale: around.scale * factor,
    opacity: around.opacity * Number(opacity),
    clips: around.clips,
  };
  const clipped = named.get(/url\(#(.*)\)/.exec(clip ?? "")?.[1] ?? "");
  if (clipped === undefined) return inner;
  const outlines = clipped.children.flatMap((child) => outlinesIn(child.name, child.attributes));
  const placed = outlines.map(({ points, isClosed }) => ({ points: points.map(inner.place), isClosed }));
  return { ...inner, clips: [...inner.clips, canvas.coverageOf(placed)] };
}

function resolvedValue(value: string, style: Readonly<Record<string, string>>): string {
  const [, name = "", other = ""] = /^var\((--\w+)(?:,\s*(.*))?\)$/.exec(value) ?? [];
  return name === "" ? value : (style[name] ?? other);
}

function numbersIn(text = ""): readonly number[] {
  return (text.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number);
}

function outlinesIn(name: string, attributes: Part["attributes"]): readonly Outline[] {
  const number = (key: string) => Number(attributes[key] ?? 0);
  if (name === "path") return outlinesOf(attributes["d"] ?? "");
  if (name === "circle") return [ellipse([number("cx"), number("cy")], number("r"), number("r"))];
  if (name === "ellipse") return [ellipse([number("cx"), number("cy")], number("rx"), number("ry"))];
  if (name !== "rect") return [];
  const [x, y] = [number("x"), number("y")];
  const [right, bottom] = [x + number("width"), y + number("height")];
  return outlinesOf(`M${x} ${y}H${right}V${bottom}H${x}Z`);
}

function colourOf(text: string): Colour {
  const digits = text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit).join("") : text.slice(1);
  const value = Number.parseInt(digits, 16);
  if (Number.isNaN(value)) throw new Error(`a drawing has the colour ${text}`);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** So much of the strength of turned colours is taken away at most: far from where they were chosen they are brighter than any animal. */
const SOFTENED_MAX = 0.5;

/** A colour turned around the axis from black to white, which leaves greys as they are, and softened. */
function turned([red, green, blue]: Colour, degrees: number): Colour {
  if (degrees === 0) return [red, green, blue];
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [a, b, c] = [
    cos + (1 - cos) / 3,
    (1 - cos) / 3 - Math.sqrt(1 / 3) * sin,
    (1 - cos) / 3 + Math.sqrt(1 / 3) * sin,
  ];
  const kept = 1 - Math.min(SOFTENED_MAX, Math.abs(degrees) / 180);
  const grey = (red + green + blue) / 3;
  const mix = (x: number, y: number, z: number) =>
    Math.max(0, Math.min(255, grey + kept * (a * x + b * y + c * z - grey)));
  return [mix(red, green, blue), mix(green, blue, red), mix(blue, red, green)];
}
