/* Amounts of money. Imports nothing, so that the console can share it. */

/** An amount in the smallest unit of its currency: 15000 is 150.00 EUR, or 15000 JPY. */
export interface Money {
  readonly amount: bigint;
  /** ISO 4217. */
  readonly currency: string;
}

/** The largest amount, in the smallest unit of its currency: sums of very many stay far below the end of an int64. */
export const AMOUNT_MAX = 10n ** 13n;

/** The expected value in messages about a currency. */
export const CURRENCY = "a currency code of ISO 4217 in three capital letters, such as EUR";

/** The currencies of ISO 4217, former ones included. */
export const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

const digits = new Map<string, number>();

/** How many digits of a currency are behind the decimal point. */
export function fractionDigits(currency: string): number {
  let known = digits.get(currency);
  if (known === undefined) {
    const { maximumFractionDigits = 0 } = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
    }).resolvedOptions();
    // Only real currencies: clients choose the text.
    if (currencies.has(currency)) digits.set(currency, maximumFractionDigits);
    known = maximumFractionDigits;
  }
  return known;
}

/** An amount of the currency's unit, exactly: 150.00 for 15000 of EUR. */
export function decimalAmount({ amount, currency }: Money): string {
  const digits = fractionDigits(currency);
  const text = String(amount).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
