/* JSON as the service has it, for a program's own files, responses and messages. */
import { parseJson as parse, toJson as write } from "./client-json.ts";
import { INT64 } from "./schemas.gen.ts";

/** Parses JSON with members as the service names them, such as an event: int64 members become bigint, exactly. */
export function parseJson(text: string): unknown {
  return parse(text, INT64);
}

/** Writes a value as JSON, with bigints as integers. Throws a RangeError for a number that may have lost digits. */
export function toJson(value: object): string {
  return write(value) ?? "null";
}
