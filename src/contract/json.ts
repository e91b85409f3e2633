/*
 * JSON as it is on the wire: lossless for integers (decision D16), strict about what RFC 8259 leaves open (D23).
 * `JSON.parse` and `JSON.stringify` do the work; what is added here is what they cannot say.
 */

/** `JSON.rawJSON` and its test, which the language's typings do not have yet. */
export const { rawJSON: rawJson, isRawJSON: isRawJson } = JSON as typeof JSON & {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
};

/** How deep arrays and objects may nest. */
const DEPTH_MAX = 32;

const TOO_DEEP = `arrays and objects nest deeper than ${DEPTH_MAX}`;

/** A number that is no integer, or one beyond any that is taken: it is only told back, as it was written. */
export interface OtherNumber {
  readonly rawJSON: string;
}

/** What a JSON text is inside: every integer is a bigint. */
export type Json = null | boolean | string | bigint | OtherNumber | Json[] | { [member: string]: Json };

/** Says why a text is not taken, for the one who sent it. */
export class JsonError extends Error {}

/** Reads a JSON text. Throws `JsonError` for what is not JSON, for duplicate members and for deep nesting. */
export function parseJson(text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text, exactNumber) as Json;
  } catch (error) {
    // The runtime's own reader runs out of stack on very deep texts.
    if (error instanceof RangeError) throw new JsonError(TOO_DEEP);
    throw new JsonError(
      error instanceof SyntaxError ? error.message.replace(/^JSON Parse error: /, "") : String(error),
    );
  }
  checkStructure(text);
  return value;
}

/** `JSON.parse` reviver: `source` is the number as it was written, before a double lost digits. */
function exactNumber(_member: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number") return value;
  const source = context?.source ?? String(value);
  return readInteger(source) ?? rawJson(source);
}

/** Powers of ten beyond this are no int64 anyway and are not worth the memory of a bigint. */
const EXPONENT_MAX = 64;

/** The integer that a JSON number writes (`5`, `5.0`, `5e3`, `50e-1`, `-0`), or undefined for a fraction. */
function readInteger(source: string): bigint | undefined {
  if (/^-?\d{1,19}$/.test(source)) return BigInt(source);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const written = whole + fraction;
  // Not by /0+$/: on zeros that do not stand at the end a pattern takes quadratic time, seconds for one body.
  let start = 0;
  while (written[start] === "0") start++;
  let end = written.length;
  while (end > start && written[end - 1] === "0") end--;
  const digits = written.slice(start, end);
  if (digits === "") return 0n;
  const shift = Number(exponent) + whole.length - end;
  if (shift < 0 || shift > EXPONENT_MAX || digits.length > EXPONENT_MAX) return undefined;
  return BigInt(sign + digits) * 10n ** BigInt(shift);
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OBJECT, OBJECT_END, ARRAY, ARRAY_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Refuses what `JSON.parse` takes: members that stand twice, and deep nesting. The text is known to be JSON. */
function checkStructure(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let string = "";
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      const end = endOfString(text, i);
      string = text.slice(i, end + 1);
      i = end;
    } else if (code === COLON) {
      const member = string.includes("\\") ? (JSON.parse(string) as string) : string.slice(1, -1);
      const members = open.at(-1);
      if (members?.has(member)) throw new JsonError(`the member ${brief(member)} stands twice in one object`);
      members?.add(member);
    } else if (code === OBJECT || code === ARRAY) {
      if (open.push(code === OBJECT ? new Set() : undefined) > DEPTH_MAX) throw new JsonError(TOO_DEEP);
    } else if (code === OBJECT_END || code === ARRAY_END) {
      open.pop();
    }
  }
}

/** Where the string that starts here ends. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}

const BRIEF_MAX = 80;

/** A value as JSON for a message, cut when long. Only what is shown of it is written: a body may have 30,000 values. */
export function brief(value: unknown): string {
  let visited = 0;
  const text =
    JSON.stringify(value, (_member, inner: unknown) => {
      if (typeof inner === "bigint") return rawJson(String(inner));
      if (typeof inner !== "object" || inner === null || isRawJson(inner)) return inner;
      // Each value takes two characters at least, its comma included: what comes after so many is not shown.
      if ((visited += 1) > BRIEF_MAX) return "";
      return Array.isArray(inner) ? inner.slice(0, BRIEF_MAX) : firstMembers(inner);
    }) ?? "nothing";
  return text.length <= BRIEF_MAX ? text : `${cut(text, BRIEF_MAX)}...`;
}

function firstMembers(object: object): object {
  const first: Record<string, unknown> = Object.create(null);
  let count = 0;
  for (const name in object) {
    if ((count += 1) > BRIEF_MAX) break;
    first[name] = object[name as keyof typeof object];
  }
  return first;
}

/** The start of a text. Half of a surrogate pair is not Unicode: many clients could not read a message with one. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
