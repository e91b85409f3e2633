/* The kinds of settings, and the schemas that read their texts. */
import { z } from "zod";

/** A setting with a flag of the same name: `MAX_IN_FLIGHT` is `--max-in-flight`; `PETSTORE_BASE_URL` is `--base-url`. */
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

/** A whole number within bounds. */
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

/** The empty text means unset. The file is only opened when it is used. */
export function fileName(name: string, description: string) {
  return setting(name, "", "the name of a file", description, z.string());
}

/** Texts that a function reads; it returns undefined for others. */
export function readBy<Value>(read: (text: string) => Value | undefined) {
  return z.string().transform((text, context): Value => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue("not as expected");
    return z.NEVER;
  });
}

/** Pages below a path link to each other with it, so it is written as browsers send it. */
const BASE_URL = /^https?:\/\/[^\s?#/]+(?:\/[\w.~-]+)*\/v1$/;

/** Decision D25: both base URLs end in the path segment of version 1. The empty text means unset. */
export function baseUrl(name: string, description: string) {
  const schema = z.string().refine((text) => text === "" || (BASE_URL.test(text) && URL.canParse(text)));
  return setting(name, "", "a URL that ends in /v1, such as https://pets.example/v1", description, schema);
}

/** Whether visitors can follow an address: never one that is a program, such as `javascript:`, or has somebody's password. */
export function isContact(text: string): boolean {
  if (/^tel:\+?[\d().-]{3,30}$/.test(text) || /^mailto:[^\s@?#%"<>]+@[^\s@?#%"<>]+$/.test(text)) return true;
  return /^https:\/\/[^\s"<>]{1,1000}$/.test(text) && URL.canParse(text) && new URL(text).username === "";
}

/** The parts of a list with commas that are not empty. */
const parts = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

/** A list of origins. */
export const origins = parts.pipe(
  z.array(z.string().refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin)),
);

/** A list of addresses of PostgreSQL servers. */
export const servers = parts.pipe(z.array(z.string().regex(/^postgres(?:ql)?:\/\/.+/)));
