/* The members of a profile as cells of a table (decision 022): each is one cell, and reads as it is written. */
import type { Json } from "../contract/json.ts";
import { decimalAmount, fractionDigits } from "../contract/money.ts";
import { type Profile, profileMembers, TAG_SEPARATOR } from "../contract/profiles.ts";

type Member = keyof Profile;

/** How the cell of a member becomes its value. A cell that cannot be read stays text, which the schema refuses. */
const READERS: Readonly<Partial<Record<Member, (cell: string) => Json>>> = {
  sex: word,
  birthDate: (cell) => cell.trim(),
  size: word,
  neutered: (cell) => ({ true: true, yes: true, false: false, no: false })[word(cell)] ?? cell,
  tags: (cell) =>
    cell
      .split(TAG_SEPARATOR)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  price: (cell) => readPrice(cell.trim()) ?? cell,
  reference: (cell) => cell.trim(),
  microchip: (cell) => cell.replaceAll(/\s/g, ""),
};

/** What a cell must be, where a value in JSON is something else. */
export const EXPECTED_CELLS: Readonly<Partial<Record<string, string>>> = {
  price: "an amount and a currency, such as 150.00 EUR",
  neutered: "true or false, or yes or no",
};

/** Whether a column is a member of a profile. */
export function isProfileMember(column: string): column is Member {
  return profileMembers.some((member) => member === column);
}

/** Reads the cell of a member. */
export function readProfileCell(member: Member, cell: string): Json {
  return READERS[member]?.(cell) ?? cell;
}

/** Writes a value of a profile as a cell. */
export function profileCell(value: Profile[Member]): string {
  if (typeof value !== "object") return String(value ?? "");
  // People know amounts of the currency's unit, and a column of minor units would be off by a hundred.
  return "currency" in value ? `${decimalAmount(value)} ${value.currency}` : value.join(TAG_SEPARATOR);
}

function word(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
}

/** Reads `150.00 EUR`, `150,5 EUR` and `150 EUR`: no mark groups digits, and no digit is dropped. */
function readPrice(cell: string): Json | undefined {
  const [, whole, fraction = "", currency] = /^(\d{1,19})(?:[.,](\d{1,4}))?\s*([A-Za-z]{3})$/.exec(cell) ?? [];
  if (whole === undefined || currency === undefined) return undefined;
  const code = currency.toUpperCase();
  const digits = fractionDigits(code);
  if (fraction.length > digits) return undefined;
  return { amount: BigInt(whole + fraction.padEnd(digits, "0")), currency: code };
}
