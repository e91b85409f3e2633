import type { ImportOption } from "../../core/imports/import-ports.ts";

/** File formats of pets. */
export const formats = ["ndjson", "csv"] as const;
export type Format = (typeof formats)[number];

/** The flag of an option in messages of the command, such as `--map-status`. */
export function flagOf(option: ImportOption): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
