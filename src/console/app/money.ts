/* Amounts of money. The service keeps them in the smallest unit of their currency, as int64: 15000 is €150.00 or ¥15,000. */
import { locale } from "./language.ts";

/** An amount of money. */
export interface Money {
  readonly amount: bigint;
  /** ISO 4217. */
  readonly currency: string;
}

/** How the page writes amounts of a currency. */
export function formatOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale.value, { style: "currency", currency });
}

/** How many digits of a currency are behind the decimal point. */
export function digitsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount as digits with a point, exactly. */
export function decimalOf({ amount, currency }: Money): string {
  const digits = digitsOf(currency);
  const text = String(amount).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** An amount as people write it, such as €150.00. */
export function formatMoney(money: Money): string {
  return formatOf(money.currency).format(decimalOf(money) as Intl.StringNumericLiteral);
}
