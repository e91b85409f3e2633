/* The outlines of SVG paths, as polygons: curves and arcs become short lines. */

export type Point = readonly [x: number, y: number];

/** A line through points; a closed one ends where it begins. */
export interface Outline {
  readonly points: Point[];
  isClosed: boolean;
}

/** Lines that a curve is made of. */
const LINES = 16;

/** The outlines of a path with absolute commands, each with its numbers once. Throws at a command that is not known. */
export function outlinesOf(path: string): readonly Outline[] {
  const outlines: Outline[] = [];
  let at: Point = [0, 0];
  let control: Point | undefined;
  const current = () => {
    const last = outlines.at(-1);
    if (last === undefined) throw new Error(`a path begins without M: ${path}`);
    return last;
  };
  const curve = (c1: Point, c2: Point, end: Point) => {
    for (let line = 1; line <= LINES; line++) current().points.push(onCurve(at, c1, c2, end, line / LINES));
    control = c2;
    at = end;
  };
  for (const [, letter = "", text = ""] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = (text.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number);
    const smooth: Point = control === undefined ? at : [2 * at[0] - control[0], 2 * at[1] - control[1]];
    control = undefined;
    if (letter === "M") outlines.push({ points: [(at = [a, b])], isClosed: false });
    else if (letter === "L") current().points.push((at = [a, b]));
    else if (letter === "H") current().points.push((at = [a, at[1]]));
    else if (letter === "V") current().points.push((at = [at[0], a]));
    else if (letter === "C") curve([a, b], [c, d], [e, f]);
    else if (letter === "S") curve(smooth, [a, b], [c, d]);
    else if (letter === "A") {
      current().points.push(...arc(at, a, e === 1, [f, g], d === 1));
      at = [f, g];
    } else if (letter === "Z") current().isClosed = true;
    else throw new Error(`a path has the command ${letter}`);
  }
  return outlines;
}

function onCurve(p0: Point, p1: Point, p2: Point, p3: Point, t: number): Point {
  const u = 1 - t;
  const at = (axis: 0 | 1) =>
    u ** 3 * p0[axis] + 3 * u * u * t * p1[axis] + 3 * u * t * t * p2[axis] + t ** 3 * p3[axis];
  return [at(0), at(1)];
}

/** The points of an arc of a circle, without the first. */
function arc(from: Point, radius: number, isClockwise: boolean, to: Point, isLarge: boolean): readonly Point[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const distance = Math.hypot(dx, dy);
  const r = Math.max(radius, distance / 2);
  const height = Math.sqrt(Math.max(0, r * r - (distance / 2) ** 2)) * (isLarge === isClockwise ? -1 : 1);
  const centre: Point = [
    (from[0] + to[0]) / 2 - (height * dy) / distance,
    (from[1] + to[1]) / 2 + (height * dx) / distance,
  ];
  const angle = (point: Point) => Math.atan2(point[1] - centre[1], point[0] - centre[0]);
  const start = angle(from);
  const turn = angle(to) - start;
  const sweep = isClockwise ? (turn + 2 * Math.PI) % (2 * Math.PI) : -((2 * Math.PI - turn) % (2 * Math.PI));
  const lines = 2 * LINES;
  return Array.from({ length: lines }, (_, index) => {
    const at = start + (sweep * (index + 1)) / lines;
    return [centre[0] + r * Math.cos(at), centre[1] + r * Math.sin(at)];
  });
}

/** An ellipse as an outline. */
export function ellipse([x, y]: Point, rx: number, ry: number): Outline {
  const lines = 3 * LINES;
  const points = Array.from({ length: lines }, (_, index): Point => {
    const at = (2 * Math.PI * index) / lines;
    return [x + rx * Math.cos(at), y + ry * Math.sin(at)];
  });
  return { points, isClosed: true };
}

/** The outlines of what a pen of a width draws along others. All of them turn the same way, so that they cover together. */
export function strokeOf(outlines: readonly Outline[], width: number, isRound: boolean): readonly Outline[] {
  const drawn: Outline[] = [];
  for (const { points, isClosed } of outlines) {
    const first = points[0];
    const all = isClosed && first !== undefined ? [...points, first] : points;
    for (const [index, point] of all.entries()) {
      const isEnd = !isClosed && (index === 0 || index === all.length - 1);
      if (isRound || !isEnd) drawn.push(ellipse(point, width / 2, width / 2));
      const before = all[index - 1];
      if (before !== undefined) drawn.push(...segment(before, point, width / 2));
    }
  }
  return drawn;
}

function segment(from: Point, to: Point, half: number): readonly Outline[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length === 0) return [];
  const [nx, ny] = [(-(to[1] - from[1]) / length) * half, ((to[0] - from[0]) / length) * half];
  const points: Point[] = [
    [from[0] - nx, from[1] - ny],
    [to[0] - nx, to[1] - ny],
    [to[0] + nx, to[1] + ny],
    [from[0] + nx, from[1] + ny],
  ];
  return [{ points, isClosed: true }];
}
