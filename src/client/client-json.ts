/* JSON with exact integers: int64 is bigint, which `JSON.parse` and `JSON.stringify` do not support. */

/** The reviver context with the source text of a number (Node 22, current browsers, Bun). */
interface Context {
  readonly source?: string;
}

type Reviver = (name: string, value: unknown, context?: Context) => unknown;

const readSource: Reviver = (_name, _value, context) => context?.source;
const hasSource = JSON.parse("0", readSource) === "0";

/** Parses JSON. Numbers of members with these names become bigint; strings stay as they are. */
export function parseJson(text: string, int64: readonly string[] = []): unknown {
  if (int64.length === 0) return JSON.parse(text);
  return hasSource ? parseWithSource(text, int64) : parseWithMarks(text, int64);
}

function parseWithSource(text: string, int64: readonly string[]): unknown {
  const revive: Reviver = (name, value, context) => {
    if (typeof value !== "number") return int64.includes(name) ? exactItems(value) : value;
    // The name of an array is visited after its items, so long ones are converted already.
    const isRead = int64.includes(name) || !Number.isSafeInteger(value);
    return isRead ? exact(context?.source ?? String(value), value) : value;
  };
  return JSON.parse(text, revive);
}

function exactItems(value: unknown): unknown {
  return Array.isArray(value) ? value.map((item) => (typeof item === "number" ? BigInt(item) : item)) : value;
}

function exact(source: string, value: number): bigint | number {
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** A string, with the colon after it if it is a name, or a number. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Integers up to this length are exact as numbers. */
const EXACT_LENGTH = 15;

/** For Node 20. Long integers become strings that start with NUL and `i`; in strings that start with NUL, an `s` is inserted after it. */
export function parseWithMarks(text: string, int64: readonly string[]): unknown {
  const marked = text.replace(TOKEN, (token: string, string?: string, colon?: string) => {
    if (colon !== undefined) return token;
    if (string !== undefined) return string.startsWith('"\\u0000') ? `"\\u0000s${string.slice(7)}` : string;
    return token.length > EXACT_LENGTH && /^-?\d+$/.test(token) ? `"\\u0000i${token}"` : token;
  });
  return JSON.parse(marked, (name, value: unknown) => {
    if (typeof value === "number") return int64.includes(name) ? exact(String(value), value) : value;
    if (typeof value !== "string") return int64.includes(name) ? exactItems(value) : value;
    if (!value.startsWith("\u0000")) return value;
    const rest = value.slice(2);
    if (value[1] === "s") return `\u0000${rest}`;
    return int64.includes(name) || !Number.isSafeInteger(Number(rest)) ? BigInt(rest) : Number(rest);
  });
}

/** Formats a value as JSON, with bigints as integers. Throws a RangeError for a number that may have lost digits. */
export function toJson(value: unknown, name = "body"): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return JSON.stringify(safe(value, name));
  if (typeof value !== "object" || value === null || "toJSON" in value) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item, name) ?? "null").join(",")}]`;
  const members = Object.entries(value).flatMap(([member, inner]) => {
    const json = toJson(inner, member);
    return json === undefined ? [] : [`${JSON.stringify(member)}:${json}`];
  });
  return `{${members.join(",")}}`;
}

/** Formats a value for a path or a query. Throws a RangeError for a number that may have lost digits. */
export function toText(value: unknown, name: string): string {
  if (Array.isArray(value)) return value.map((item) => toText(item, name)).join(",");
  return String(typeof value === "number" ? safe(value, name) : value);
}

function safe(value: number, name: string): number {
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
  throw new RangeError(`${name}: the number ${value} may have lost digits: pass a bigint, which is exact`);
}
