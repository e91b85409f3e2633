/* The format of list files on this device: the separator of cells, and whether the file starts with a byte order mark. */
import { signal } from "@preact/signals";
import { formatNumber } from "../../app/formats/language.ts";
import { isObject, readItem } from "../../app/session/storage.ts";

const STORED = "petstore-file-format";

/** The separator of cells. Where the comma is the decimal mark, spreadsheets expect semicolons. */
export const separators = ["comma", "semicolon"] as const;

/** UTF-8 with the byte order mark by which Excel recognizes it, or without, as other programs expect it. */
export const encodings = ["marked", "plain"] as const;

/** The format of a file. */
export interface FileFormat {
  readonly separator: (typeof separators)[number];
  readonly encoding: (typeof encodings)[number];
}

function isFormat(value: unknown): value is FileFormat {
  if (!isObject(value)) return false;
  const { separator, encoding } = value;
  return separators.some((one) => one === separator) && encodings.some((one) => one === encoding);
}

const chosen = signal(readItem(localStorage, STORED, isFormat));

/** The format chosen on this device; by default the one for spreadsheets in the page's language. */
export function fileFormat(): FileFormat {
  const isComma = formatNumber(1.5).includes(",");
  return chosen.value ?? { separator: isComma ? "semicolon" : "comma", encoding: "marked" };
}

/** Chooses a format on this device. */
export function chooseFormat(change: Partial<FileFormat>): void {
  chosen.value = { ...fileFormat(), ...change };
  localStorage.setItem(STORED, JSON.stringify(chosen.value));
}
