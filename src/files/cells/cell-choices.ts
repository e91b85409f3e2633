/* Suggested readings of a cell that cannot be read, for the answers in a report (decision D89). */
import type { ImportColumn } from "../../contract/imports/import-line.ts";
import { NAME_MAX } from "../../contract/limits.ts";
import { ANY, OTHER } from "../../core/imports/written-pairs.ts";
import { readDate } from "../../core/reading/written-dates.ts";
import { shortened } from "./cells.ts";
import type { Habits } from "./habits.ts";

/** Words for a price of zero. */
const FREE = /^(?:free|waived|gratis|kostenlos|umsonst|no fee|none|frei)$/i;

/** Suggestions for a cell: `-` for nothing, `*` to use the text as the name of the category or as the reference. */
export function choicesFor(column: ImportColumn, cell: string, habits: Habits | undefined): readonly string[] {
  if (column === "name") return [ANY, ...nameOf(cell)];
  if (column === "category") return [...nameOf(cell), OTHER];
  if (column === "quantity") return /^\s*-/.test(cell) ? ["0", "-"] : ["-"];
  if (column === "birthDate") return [...yearsIn(cell), "-"];
  if (column === "price") return [...amountsIn(cell, habits), "-"];
  return ["-"];
}

/** A name without characters that names cannot contain, cut to the maximum length. */
function nameOf(text: string): readonly string[] {
  const cut = shortened(text, NAME_MAX);
  return cut === "" ? [] : [cut];
}

function yearsIn(cell: string): readonly string[] {
  // Excel displays months like this; people also write a day without its year.
  const [, month, year] = /^(\p{L}{3,})[- ]'?(\d{2})$/u.exec(cell.trim()) ?? [];
  const ofMonth = month === undefined ? undefined : readDate(`${month} 20${year}`, undefined);
  const [whole] = /\b(?:19|20)\d\d\b/.exec(cell) ?? [];
  return [ofMonth, whole].filter((date): date is string => date !== undefined && date !== "unclear");
}

function amountsIn(cell: string, habits: Habits | undefined): readonly string[] {
  const currency = habits?.currency ?? habits?.named;
  if (currency === undefined) return [];
  if (FREE.test(cell.trim())) return [`0 ${currency}`];
  const [, from, to] = /^\D*(\d+)\s*(?:-|–|to|bis)\s*\D*(\d+)\D*$/.exec(cell.trim()) ?? [];
  return from === undefined ? [] : [`${from} ${currency}`, `${to} ${currency}`];
}
