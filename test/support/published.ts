/* The published document, read as a client author does. */
import type * as z from "zod";
import { parseJson } from "../../src/contract/json/json.ts";
import { openApi } from "../../src/contract/openapi/document.ts";

/** A part of the document, as untyped as JSON is. */
export type Part = ReturnType<typeof JSON.parse>;

export const document: Part = JSON.parse(openApi());

/** The part at a path of names. */
export const partAt = (path: readonly string[]): Part => path.reduce((part: Part, name) => part?.[name], document);

/** A part of the document, or the part that it refers to. */
export const resolve = (part: Part): Part => (part?.$ref ? partAt(part.$ref.split("/").slice(1)) : part);

/** Whether a schema of the contract accepts a value as it is on the wire. */
export function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(parseJson(JSON.stringify(value))).success;
}
