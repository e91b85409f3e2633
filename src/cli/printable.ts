/** A value as JSON for a terminal. Texts come from clients and files: this way they cannot control it. */
export function printable(value: unknown): string {
  return (JSON.stringify(value) ?? "none").replace(/[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e]/g, "?");
}
