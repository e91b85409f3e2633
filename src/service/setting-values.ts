/* The kinds of settings, and how their texts are read. */

/** A setting with a flag of the same name: `MAX_IN_FLIGHT` is `--max-in-flight`; `PETSTORE_BASE_URL` is `--base-url`. */
export function setting<Value>(
  name: string,
  byDefault: string,
  expected: string,
  description: string,
  parse: (text: string) => Value | undefined,
) {
  const flag = name
    .replace(/^PETSTORE_/, "")
    .toLowerCase()
    .replaceAll("_", "-");
  return { name, flag, default: byDefault, expected, description, parse };
}

/** A whole number within bounds. */
export function integer(name: string, byDefault: number, min: number, max: number, description: string) {
  return setting(name, String(byDefault), `an integer from ${min} to ${max}`, description, (text) =>
    /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  );
}

/** One of several words. */
export function oneOf<const Choice extends string>(
  name: string,
  byDefault: Choice,
  choices: readonly Choice[],
  description: string,
) {
  return setting(name, byDefault, `one of ${choices.join(", ")}`, description, (text) =>
    choices.find((choice) => choice === text),
  );
}

/** The empty text means unset. The file is only opened when it is used. */
export function fileName(name: string, description: string) {
  return setting(name, "", "the name of a file", description, (text) => text);
}

/** Pages below a path link to each other with it, so it is written as browsers send it. */
const BASE_URL = /^https?:\/\/[^\s?#/]+(?:\/[\w.~-]+)*\/v1$/;

/** Decision D25: both base URLs end in the path segment of version 1. The empty text means unset. */
export function baseUrl(name: string, description: string) {
  return setting(name, "", "a URL that ends in /v1, such as https://pets.example/v1", description, (text) =>
    text === "" || (BASE_URL.test(text) && URL.canParse(text)) ? text : undefined,
  );
}

/** Whether visitors can follow an address: never one that is a program, such as `javascript:`, or has somebody's password. */
export function isContact(text: string): boolean {
  if (/^tel:\+?[\d().-]{3,30}$/.test(text) || /^mailto:[^\s@?#%"<>]+@[^\s@?#%"<>]+$/.test(text)) return true;
  return /^https:\/\/[^\s"<>]{1,1000}$/.test(text) && URL.canParse(text) && new URL(text).username === "";
}

/** Returns the parts of a list with commas that are not empty. */
function partsOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Returns the origins of a list, or undefined when one of them is not an origin. */
export function parseOrigins(text: string): readonly string[] | undefined {
  const origins = partsOf(text);
  return origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? origins : undefined;
}

/** Returns the addresses of PostgreSQL servers of a list, or undefined when one of them is none. */
export function parseServers(text: string): readonly string[] | undefined {
  const urls = partsOf(text);
  return urls.every((url) => /^postgres(?:ql)?:\/\/.+/.test(url)) ? urls : undefined;
}
