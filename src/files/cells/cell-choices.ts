/* What a cell that cannot be read may stand for: the answers that a report offers (decision D89). */
import type { ImportColumn } from "../../contract/imports/import-line.ts";
import { NAME_MAX } from "../../contract/limits.ts";
import { ANY, OTHER } from "../../core/imports/written-pairs.ts";
import { readDate } from "../../core/reading/written-dates.ts";
import type { Habits } from "./habits.ts";

/** Words of prices for nothing. */
const FREE = /^(?:free|waived|gratis|kostenlos|umsonst|no fee|none|frei)$/i;

/** The choices for a cell of a column: `-` for nothing, `*` as a name for the kind and the reference. */
export function choicesFor(column: ImportColumn, cell: string, habits: Habits | undefined): readonly string[] {
  if (column === "name") return [ANY, ...shortened(cell)];
  if (column === "category") return [...shortened(cell), OTHER];
  if (column === "quantity") return /^\s*-/.test(cell) ? ["0", "-"] : ["-"];
  if (column === "birthDate") return [...yearsIn(cell), "-"];
  if (column === "price") return [...amountsIn(cell, habits), "-"];
  return ["-"];
}

/** A name without what no name has, and as long as one may be. */
function shortened(text: string): readonly string[] {
  const cut = [...text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim()].slice(0, NAME_MAX).join("").trim();
  return cut === "" ? [] : [cut];
}

function yearsIn(cell: string): readonly string[] {
  // Excel shows a month like this; people also mean a day of an unknown year.
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
