/* JSON as it is on the wire: lossless for integers (decision D16), strict about what RFC 8259 leaves open (D23). */
import { isRawJson, type Json, JsonReader, rawJson } from "./json-reader.ts";

export { type Json, JsonError, rawJson } from "./json-reader.ts";

/** Reads a JSON text. Throws `JsonError` for what is not JSON, for duplicate members and for deep nesting. */
export function parseJson(text: string): Json {
  return new JsonReader(text).read();
}

const BRIEF_MAX = 80;

/** A value as JSON for a message, cut when long. Only what is shown of it is written: a body may have 30,000 values. */
export function brief(value: unknown): string {
  // Nearly always: without the function that `JSON.stringify` would have to call.
  if (typeof value === "string" && value.length <= BRIEF_MAX / 6) return JSON.stringify(value);
  if (typeof value === "bigint") return String(value);
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
