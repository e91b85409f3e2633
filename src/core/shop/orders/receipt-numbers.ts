/* The numbers of receipts as clients know them, and as they are stored. */
import type { Price } from "../../../contract/values/price.ts";

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

/** A rate in hundredths of a per cent as text: 770 is `7.7`. */
export function rateText(rate: number): string {
  return String(rate / 100);
}

/** The tax that an amount includes at a rate in hundredths of a per cent, rounded half up. */
export function taxIn(amount: bigint, rate: number): bigint {
  const [part, whole] = [amount * BigInt(rate), BigInt(10_000 + rate)];
  return (2n * part + whole) / (2n * whole);
}

/** The sum of some prices in each currency. */
export function totalOf(prices: readonly (Price | undefined)[]): Price[] {
  const sums = new Map<string, bigint>();
  for (const price of prices) {
    if (price !== undefined) sums.set(price.currency, (sums.get(price.currency) ?? 0n) + price.amount);
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency }));
}
