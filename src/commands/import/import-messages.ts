import type { PetFile } from "../../files/reading/pet-file.ts";
import { formatCount } from "../../store/figures.ts";
import { printable } from "../terminal/printable.ts";
import { printTable } from "../terminal/table.ts";
import type { Imported } from "./import-file.ts";
import type { ImportedHistory } from "./import-history.ts";

const ENCODING_NAMES: { readonly [E in PetFile["survey"]["encoding"]]: string } = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252 (Latin-1)",
};
const DELIMITER_NAMES = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars" } as const;

/** How many ignored columns are named: exports of other systems have a hundred. */
const IGNORED_MAX = 10;

/** Describes how a file is read if that is not obvious: encoding, delimiter, and skipped or ignored parts. */
export function describeLayout({ survey: { encoding }, header }: PetFile): readonly string[] {
  const { delimiter = ",", skipped = [], ignored = [] } = header ?? {};
  const isPlain = encoding === "utf-8" && delimiter === ",";
  const separated = header === undefined ? "" : `, separated by ${DELIMITER_NAMES[delimiter]}`;
  const more = ignored.length > IGNORED_MAX ? ` and ${ignored.length - IGNORED_MAX} more` : "";
  const titles = ignored.slice(0, IGNORED_MAX).map(printable).join(", ") + more;
  return [
    ...(isPlain ? [] : [`reading ${ENCODING_NAMES[encoding]}${separated}`]),
    ...skipped.map(({ line, text }) => `skipping line ${line}, above the titles: ${printable(text)}`),
    ...(ignored.length === 0 ? [] : [`ignoring the column${ignored.length === 1 ? "" : "s"} ${titles}`]),
  ];
}

/** Summarizes an import. */
export function describeImport(imported: Imported, isUpdate: boolean): string {
  const { pets, added, updated, createdCategories, resumedAfter } = imported;
  const others = pets - resumedAfter - added - updated;
  const existing = isUpdate
    ? `${formatCount(updated)} updated, ${formatCount(others)} unchanged`
    : `${formatCount(others)} existing`;
  const categories = createdCategories === 0 ? "" : `; new categories: ${formatCount(createdCategories)}`;
  const resumed = resumedAfter === 0 ? "" : `; resumed: ${formatCount(resumedAfter)} already imported`;
  return `${formatCount(pets, "pet")}, ${formatCount(added)} new, ${existing}${categories}${resumed}`;
}

/** Summarizes an import with orders and stock changes. */
export function describeHistory(file: string, imported: ImportedHistory, isDryRun: boolean): string {
  const { pets, orders, stockChanges } = imported;
  const counts = `${formatCount(pets, "pet")}, ${formatCount(orders, "order")}, ${formatCount(stockChanges, "stock change")}`;
  return isDryRun
    ? `${file} can be imported: ${counts}. Nothing was changed (--dry-run).\n`
    : `Imported ${file}: ${counts}.\n`;
}

const ACTIONS = { add: "new", keep: "unchanged", change: "update" } as const;

/** Prints pets as they would be stored. */
export function showPreview(pets: Imported["preview"]): void {
  const rows = pets.map(({ line, action, id, name, category, categoryId, status, quantity }) => {
    const shownId = categoryId === undefined ? "new" : String(categoryId);
    const shownCategory = category === undefined ? shownId : `${shownId} (${printable(category).slice(1, -1)})`;
    return [String(line), ACTIONS[action], String(id ?? "-"), printable(name), shownCategory, status, String(quantity)];
  });
  if (rows.length > 0) printTable([["LINE", "ACTION", "ID", "NAME", "CATEGORY", "STATUS", "QUANTITY"], ...rows]);
}
