/* Members of profiles and care as table cells (decision 022): one cell each, read as an export writes it. */
import { type CareOfLine, careColumns } from "../../contract/care/care-lines.ts";
import type { Json } from "../../contract/json/json.ts";
import { TAG_SEPARATOR } from "../../contract/limits.ts";
import { ARRIVED_ON, BIRTH_DATE, type Profile, profileMembers } from "../../contract/pets/profiles.ts";
import { AMOUNT_MAX } from "../../contract/values/money.ts";
import type { NameOption } from "../../core/imports/import-ports.ts";
import { readAmount } from "../../core/reading/written-amounts.ts";
import { readDate } from "../../core/reading/written-dates.ts";
import { readWeight } from "../../core/reading/written-weights.ts";
import { readMicrochip } from "../../core/reading/written-words.ts";
import { Unclear } from "../problems/import-questions.ts";
import { dateColumns } from "./cells.ts";
import type { Habits } from "./habits.ts";

type Member = keyof Profile | keyof CareOfLine;

/** The formats of the cell's column, and how messages name an option. */
export interface CellContext {
  readonly habits: Habits | undefined;
  readonly option: NameOption;
  readonly thisYear: number;
}

const NO_HABITS: Habits = {
  order: undefined,
  decimal: undefined,
  currency: undefined,
  named: undefined,
  unit: undefined,
};

/** Readers by member. An unreadable cell stays text, which the schema refuses. */
const READERS: Readonly<Partial<Record<Member, (cell: string, context: CellContext) => Json | Unclear>>> = {
  ...Object.fromEntries(dateColumns.map((column) => [column, dateCell])),
  grams: weightCell,
  tags: (cell) =>
    cell
      .split(TAG_SEPARATOR)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  price: priceCell,
  reference: (cell) => cell.trim(),
  microchip: readMicrochip,
};

function dateCell(cell: string, { habits, option, thisYear }: CellContext): Json | Unclear {
  const date = readDate(cell, habits?.order, thisYear);
  return date === "unclear" ? Unclear.date(option) : (date ?? cell);
}

function priceCell(cell: string, { habits = NO_HABITS, option }: CellContext): Json | Unclear {
  const price = readAmount(cell, habits);
  if (price === "no_currency") return Unclear.currency(option);
  return price === undefined ? cell : { ...price };
}

function weightCell(cell: string, { habits, option }: CellContext): Json | Unclear {
  const grams = readWeight(cell, habits?.unit);
  if (grams === "no_unit") return Unclear.weight(option);
  return grams === undefined ? cell : BigInt(grams);
}

const WRITTEN = "17.05.2024 and 5/17/2024 are read too";

/** Expected formats of cells that differ from those of JSON. */
export const EXPECTED_CELLS: Readonly<Partial<Record<string, string>>> = {
  price: `an amount and a currency, such as 150.00 EUR, and at most ${AMOUNT_MAX} of its smallest unit`,
  birthDate: `${BIRTH_DATE}; ${WRITTEN}`,
  arrivedOn: `${ARRIVED_ON}; ${WRITTEN}`,
  grams: "a weight of more than nothing with its unit, such as 3.5 kg",
};

const MEMBERS: ReadonlySet<string> = new Set([...profileMembers, ...careColumns]);

export function isKnownMember(column: string): column is Member {
  return MEMBERS.has(column);
}

/** Reads the cell of a member. Returns the text itself if it cannot be read. */
export function readMemberCell(member: Member, cell: string, context: CellContext): Json | Unclear {
  return READERS[member]?.(cell, context) ?? cell;
}
