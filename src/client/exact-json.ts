/* JSON in the service's format, for a program's own files, responses and messages. */
import { parseJson as parse, toJson as write } from "./client-json.ts";
import { INT64 } from "./schemas.gen.ts";

/** Parses JSON with the service's member names, such as an event: int64 members become bigint, exactly. */
export function parseJson(text: string): unknown {
  return parse(text, INT64);
}

/** Formats a value as JSON, with bigints as integers. Throws a RangeError for a number that may have lost digits. */
export function toJson(value: object): string {
  return write(value) ?? "null";
}
