import { Option } from "commander";

export const formats = ["ndjson", "csv"] as const;
export type Format = (typeof formats)[number];

/** The `--format` option of export and import. */
export function formatOption(): Option {
  return new Option("--format <format>", "how the lines are written; else the file's ending decides").choices(formats);
}

/** The format that was asked for, or that the name of the file says. */
export function formatOf(asked: Format | undefined, file: string): Format {
  return asked ?? formats.find((format) => file.toLowerCase().endsWith(`.${format}`)) ?? "ndjson";
}
