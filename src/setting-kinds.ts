/* The kinds of settings, for the table in config.ts. */

/** A whole number within bounds. */
export function integer(name: string, byDefault: number, min: number, max: number, description: string) {
  return {
    name,
    flag: flagOf(name),
    default: String(byDefault),
    expected: `an integer from ${min} to ${max}`,
    description,
    parse: (text: string) =>
      /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  };
}

/** One of several words. */
export function oneOf<const Choice extends string>(
  name: string,
  byDefault: Choice,
  choices: readonly Choice[],
  description: string,
) {
  return {
    name,
    flag: flagOf(name),
    default: byDefault,
    expected: `one of ${choices.join(", ")}`,
    description,
    parse: (text: string) => choices.find((choice) => choice === text),
  };
}

/** The empty text means unset. The file is only opened when it is used. */
export function fileName(name: string, description: string) {
  return {
    name,
    flag: flagOf(name),
    default: "",
    expected: "the name of a file",
    description,
    parse: (text: string) => text,
  };
}

/** Decision D25: both base URLs end in the path segment of version 1. The empty text means unset. */
export function baseUrl(name: string, description: string) {
  return {
    name,
    flag: flagOf(name),
    default: "",
    expected: "a URL that ends in /v1, such as https://pets.example/v1",
    description,
    parse: (text: string) =>
      text === "" || (/^https?:\/\/[^\s?#]+\/v1$/.test(text) && URL.canParse(text)) ? text : undefined,
  };
}

/** `MAX_IN_FLIGHT` is `--max-in-flight`; `PETSTORE_BASE_URL` is `--base-url`. */
function flagOf(name: string): string {
  return name
    .replace(/^PETSTORE_/, "")
    .toLowerCase()
    .replaceAll("_", "-");
}

/** Returns the origins of a list, or undefined when one of them is not an origin. */
export function parseOrigins(text: string): readonly string[] | undefined {
  const origins = text
    .split(",")
    .map((origin) => origin.trim())
    .filter((origin) => origin !== "");
  return origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? origins : undefined;
}
