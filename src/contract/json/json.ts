/* JSON on the wire: every integer is exact (decision D16), and what RFC 8259 leaves open is rejected (decision D23). */
import { parse } from "lossless-json";

/** `JSON.rawJSON` and its test, which the language's typings do not have yet. */
const { rawJSON: rawJson, isRawJSON: isRawJson } = JSON as typeof JSON & {
  rawJSON(text: string): OtherNumber;
  isRawJSON(value: unknown): boolean;
};

export { rawJson };

/** A number that is not an integer, or too large for any field. `JSON.stringify` prints it as it was written. */
interface OtherNumber {
  readonly rawJSON: string;
}

/** A parsed JSON text. Every integer is a bigint, however it was written: `5`, `5.0`, `5e3`. */
export type Json = null | boolean | string | bigint | OtherNumber | Json[] | { [member: string]: Json };

/** The text is not acceptable JSON. The message tells the client why. */
export class JsonError extends Error {}

const MAX_DEPTH = 32;
const MAX_MESSAGE_LENGTH = 160;

/** Parses a JSON text. Throws `JsonError` for invalid JSON, duplicate members and deep nesting. */
export function parseJson(text: string): Json {
  return parseNatively(text) ?? parseExactly(text);
}

/** Texts that the runtime's parser reads inexactly or differently: long and other numbers, escaped colons, `__proto__`. */
const INEXACT = /\d(?:\d{15}|[.eE])|\\u|__proto__/;

/**
 * Parses most texts, which have small integers and no duplicate members, with the runtime's own parser, in a tenth of the time. Returns
 * undefined for others, and for invalid JSON, which the other parser explains.
 */
export function parseNatively(text: string): Json | undefined {
  if (INEXACT.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const found = { members: 0, colons: 0 };
  const parsed = withBigints(value, found, 0);
  // Of duplicate members only the last is left: then the text has more colons than the value has members and strings with colons.
  return found.members + found.colons === colonsIn(text) ? parsed : undefined;
}

interface Found {
  members: number;
  /** Colons in strings. */
  colons: number;
}

/** Turns the numbers of a parsed value into bigints, and counts what is in it. Returns undefined for one that is nested too deeply. */
function withBigints(value: unknown, found: Found, depth: number): Json | undefined {
  if (typeof value === "number") return BigInt(value);
  if (typeof value === "string") found.colons += colonsIn(value);
  if (typeof value !== "object" || value === null) return value as Json;
  if (depth === MAX_DEPTH) {
    found.members = Number.NaN;
    return undefined;
  }
  const inner = value as Record<string, Json | undefined>;
  const isArray = Array.isArray(value);
  for (const name in inner) {
    if (!isArray) {
      found.members += 1;
      found.colons += colonsIn(name);
    }
    inner[name] = withBigints(inner[name], found, depth + 1);
  }
  return value as Json;
}

function colonsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) count += 1;
  return count;
}

/** Parses any JSON text. */
export function parseExactly(text: string): Json {
  try {
    checkStructure(text);
    return parse(text, undefined, parseNumber) as Json;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new JsonError(truncate(error.message, MAX_MESSAGE_LENGTH));
  }
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Rejects deep nesting, names without double quotes, and all duplicate members: the parser accepts those whose values are equal.
 */
function checkStructure(text: string): void {
  const open: Set<string>[] = [];
  let start = 0;
  let end = -1;
  // Character codes make this three times as fast.
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      start = at;
      at = end = endOfString(text, start);
    } else if (code === COLON) {
      // Only white space may be between a name and its colon.
      if (at > end + 1 && text.slice(end + 1, at).trim() !== "") {
        throw new JsonError(`expected a double-quoted name before the colon at position ${at}`);
      }
      addMember(open.at(-1), text.slice(start, end + 1), start);
    } else if (code === OBJECT || code === ARRAY) {
      if (open.push(new Set()) > MAX_DEPTH) throw new JsonError(`nested deeper than ${MAX_DEPTH} levels`);
    } else if (code === OBJECT_END || code === ARRAY_END) {
      open.pop();
    }
  }
}

/** The position of the quote that ends a string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

function addMember(members: Set<string> | undefined, string: string, position: number): void {
  const name = string.includes("\\") ? (parse(string) as string) : string.slice(1, -1);
  if (members?.has(name)) throw new JsonError(`duplicate member ${preview(name)} at position ${position}`);
  members?.add(name);
}

/** No field takes so many digits. Larger integers are not worth the memory of a bigint. */
const MAX_DIGITS = 64;

/** A bigint for an integer, however it is written (`5`, `5.0`, `5e3`, `50e-1`, `-0`). */
function parseNumber(source: string): bigint | OtherNumber {
  // Most numbers are short. A conversion by way of a double is exact for them, and faster.
  if (source.length <= 9 && /^-?\d+$/.test(source)) return BigInt(Number(source));
  if (/^-?\d{1,19}$/.test(source)) return BigInt(source);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = whole + fraction;
  // A pattern such as /0+$/ takes quadratic time on zeros in the middle: seconds for one body.
  let start = 0;
  while (digits[start] === "0") start++;
  let end = digits.length;
  while (end > start && digits[end - 1] === "0") end--;
  if (start === end) return 0n;
  const zeros = Number(exponent) + whole.length - end;
  if (zeros < 0 || zeros > MAX_DIGITS || end - start > MAX_DIGITS) return rawJson(source);
  return BigInt(sign + digits.slice(start, end)) * 10n ** BigInt(zeros);
}

const PREVIEW_LENGTH = 80;

/** A value as JSON for a message, truncated. Only the part that shows is written: a body may have 30,000 values. */
export function preview(value: unknown): string {
  // The usual case, without a replacer for `JSON.stringify`.
  if (typeof value === "string" && value.length <= PREVIEW_LENGTH / 6) return JSON.stringify(value);
  if (typeof value === "bigint") return String(value);
  let visited = 0;
  const text =
    JSON.stringify(value, (_member, inner: unknown) => {
      if (typeof inner === "string") return inner.slice(0, PREVIEW_LENGTH);
      if (typeof inner === "bigint") return rawJson(String(inner));
      if (typeof inner !== "object" || inner === null || isRawJson(inner)) return inner;
      // A value and its comma take at least two characters, so later ones do not show.
      if ((visited += 1) > PREVIEW_LENGTH) return "";
      return Array.isArray(inner) ? inner.slice(0, PREVIEW_LENGTH) : firstMembers(inner);
    }) ?? "nothing";
  return text.length <= PREVIEW_LENGTH ? text : `${truncate(text, PREVIEW_LENGTH)}...`;
}

function firstMembers(object: object): object {
  const first: Record<string, unknown> = Object.create(null);
  let count = 0;
  for (const name in object) {
    if ((count += 1) > PREVIEW_LENGTH) break;
    first[name] = object[name as keyof typeof object];
  }
  return first;
}

/** The start of a text. Half of a surrogate pair is replaced: many clients cannot read a message that has one. */
export function truncate(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
