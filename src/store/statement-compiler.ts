import type { Fragment, Part, Value } from "./engine.ts";

interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/**
 * The cache key of a statement's text: its templates, which of their holes have a fragment, a list or rows, and how many of these, in
 * order.
 */
class Shape {
  text: string | undefined;
  readonly #byParts = new WeakMap<TemplateStringsArray, Shape>();
  readonly #byNumber = new Map<number, Shape>();

  next(key: TemplateStringsArray | number): Shape {
    const known = typeof key === "number" ? this.#byNumber.get(key) : this.#byParts.get(key);
    if (known !== undefined) return known;
    const made = new Shape();
    if (typeof key === "number") this.#byNumber.set(key, made);
    else this.#byParts.set(key, made);
    return made;
  }
}

/** The most cached texts: clients choose the combinations of filters. */
const TEXTS_MAX = 2000;

/** Compiles statements with numbered parameters (`?1` or `$1`). The same templates always give the same cached text. */
export function statementCompiler(marker: "?" | "$") {
  let shapes = new Shape();
  let texts = 0;
  return (parts: TemplateStringsArray, values: readonly Part[]): Statement => {
    const flat: Value[] = [];
    const shape = flatten({ parts, values }, shapes, flat);
    if (shape.text === undefined) {
      shape.text = textOf({ parts, values }, marker);
      texts += 1;
      if (texts > TEXTS_MAX) [shapes, texts] = [new Shape(), 0];
    }
    return { text: shape.text, values: flat };
  };
}

/** Adds the parameters of a part of a statement to a list, in their order, and returns its shape. */
function flatten({ parts, values }: Fragment, before: Shape, flat: Value[]): Shape {
  let shape = before.next(parts);
  // Not with an iterator of entries: this runs for every value of every statement.
  for (let hole = 0; hole < values.length; hole++) {
    const part = values[hole] as Part;
    if (isValue(part)) {
      flat.push(part);
      continue;
    }
    shape = shape.next(hole);
    if ("parts" in part) shape = flatten(part, shape, flat);
    else if ("rows" in part) {
      for (const row of part.rows) flat.push(...row);
      shape = shape.next(part.rows.length);
    } else {
      const list = padded(part);
      flat.push(...list);
      shape = shape.next(list.length);
    }
  }
  return shape;
}

function isValue(part: Part): part is Value {
  return typeof part !== "object" || part === null || part instanceof Uint8Array;
}

function textOf(whole: Fragment, marker: string): string {
  let last = 0;
  const inserted = (part: Part): string => {
    if (isValue(part)) return `${marker}${++last}`;
    if ("parts" in part) return joined(part);
    if ("rows" in part) return part.rows.map((row) => `(${row.map(inserted).join(", ")})`).join(", ");
    return padded(part).map(inserted).join(", ");
  };
  const joined = ({ parts, values }: Fragment): string =>
    parts.map((part, index) => (index < values.length ? part + inserted(values[index] as Part) : part)).join("");
  return joined(whole);
}

/** Repeats the last value of a list up to a power of two: clients choose the length, and each length is a statement to cache. */
function padded(list: readonly Value[]): readonly Value[] {
  const length = 2 ** Math.ceil(Math.log2(list.length));
  return [...list, ...Array<Value>(length - list.length).fill(list.at(-1) ?? null)];
}
