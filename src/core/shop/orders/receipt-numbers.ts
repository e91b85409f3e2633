/* The numbers of receipts as clients know them, and as they are stored. */

/** As many receipts as a year can have. */
const YEAR = 1_000_000_000n;
const DIGITS = 5;

/** The id before that of the first receipt of a year. */
export function yearStart(year: number): bigint {
  return BigInt(year) * YEAR;
}

/** The number of a receipt with this id: `2026-00042`. */
export function receiptNumber(id: bigint): string {
  return `${id / YEAR}-${String(id % YEAR).padStart(DIGITS, "0")}`;
}

/** The id of the receipt with a number; undefined for another text. */
export function receiptId(number: string): bigint | undefined {
  const [, year, nth] = /^(\d{4})-(\d{5,9})$/.exec(number) ?? [];
  if (year === undefined || nth === undefined) return undefined;
  const id = yearStart(Number(year)) + BigInt(nth);
  return receiptNumber(id) === number ? id : undefined;
}
