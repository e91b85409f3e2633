import type { ImportOption } from "../../core/imports/import-ports.ts";

/** The formats of files of pets. */
export const formats = ["ndjson", "csv"] as const;
export type Format = (typeof formats)[number];

/** How messages name an option of the command, such as `--map-status`. */
export function flagOf(option: ImportOption): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
