/* Types of settings, and the schemas that parse them. */
import { z } from "zod";

/** Declares a setting and its flag: `MAX_IN_FLIGHT` is `--max-in-flight`, `PETSTORE_BASE_URL` is `--base-url`. */
export function setting<Schema extends z.ZodType>(
  name: string,
  byDefault: string,
  expected: string,
  description: string,
  schema: Schema,
) {
  const flag = name
    .replace(/^PETSTORE_/, "")
    .toLowerCase()
    .replaceAll("_", "-");
  return { name, flag, default: byDefault, expected, description, schema };
}

/** An integer within bounds. */
export function integer(name: string, byDefault: number, min: number, max: number, description: string) {
  const schema = z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
  return setting(name, String(byDefault), `an integer from ${min} to ${max}`, description, schema);
}

/** One of several words. */
export function oneOf<const Choice extends string>(
  name: string,
  byDefault: Choice,
  choices: readonly Choice[],
  description: string,
) {
  return setting(name, byDefault, `one of ${choices.join(", ")}`, description, z.enum(choices));
}

/** A path; empty means unset. The file is opened on use. */
export function fileName(name: string, description: string) {
  return setting(name, "", "the name of a file", description, z.string());
}

/** A text that `read` parses; undefined is an error. */
export function readBy<Value>(read: (text: string) => Value | undefined) {
  return z.string().transform((text, context): Value => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue("not as expected");
    return z.NEVER;
  });
}

/**
 * A URL as browsers send it, because it is in links and headers: a host of other letters is in Punycode. Undefined for one with a
 * password, which everybody would read.
 */
function readUrl(text: string): string | undefined {
  const url = URL.parse(text);
  return url === null || url.username !== "" || url.password !== "" ? undefined : url.href;
}

const BASE_URL = /^https?:\/\/[^?#/]+(?:\/[\w.~-]+)*\/v1$/;

/** Base URLs end in the path segment of version 1 (decision D25). Empty means unset. */
export function baseUrl(name: string, description: string) {
  const expected = "a URL that ends in /v1, without a user, such as https://pets.example/v1";
  const schema = readBy((text) => (text === "" ? text : matching(readUrl(text), BASE_URL)));
  return setting(name, "", expected, description, schema);
}

function matching(text: string | undefined, pattern: RegExp): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}

/** Whether visitors can safely follow a URL: never one that runs code, such as `javascript:`, or contains a password. */
export function isContact(text: string): boolean {
  if (/^tel:\+?[\d().-]{3,30}$/.test(text) || /^mailto:[^\s@?#%"<>]+@[^\s@?#%"<>]+$/.test(text)) return true;
  return /^https:\/\/[^\s"<>]{1,1000}$/.test(text) && URL.canParse(text) && new URL(text).username === "";
}

/** The non-empty items of a comma-separated list. */
const parts = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

export const origins = parts.pipe(
  z.array(readBy((text) => matching(readUrl(text), /^https?:\/\/[^?#/]+\/$/)?.slice(0, -1))),
);

/** A list of PostgreSQL URLs. */
export const servers = parts.pipe(z.array(z.string().regex(/^postgres(?:ql)?:\/\/.+/)));
