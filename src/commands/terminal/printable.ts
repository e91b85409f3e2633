/** A value as JSON for a terminal. */
export function printable(value: unknown): string {
  return escapeControls(JSON.stringify(value) ?? "none");
}

/** Escapes terminal control characters in JSON, whose texts come from clients and files. */
export function escapeControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
