/* Amounts of money. The service keeps them in the smallest unit of their currency, as int64: 15000 is €150.00 or ¥15,000. */
import { locale } from "./language.ts";

/** An amount of money. */
export interface Money {
  readonly amount: bigint;
  /** ISO 4217. */
  readonly currency: string;
}

/** The currencies that browsers know. */
export const currencies: readonly string[] = Intl.supportedValuesOf("currency");

function formatOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale.value, { style: "currency", currency });
}

/** How many digits of a currency are behind the decimal point. */
function digitsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount as digits with a point, exactly. */
function decimalOf({ amount, currency }: Money): string {
  const digits = digitsOf(currency);
  const text = String(amount).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function separators(currency: string) {
  const parts = formatOf(currency).formatToParts(1_234_567.8);
  const of = (type: "decimal" | "group") => parts.find((part) => part.type === type)?.value;
  return { decimal: of("decimal") ?? ".", group: of("group") ?? "," };
}

/** An amount as people write it, such as €150.00. */
export function formatMoney(money: Money): string {
  return formatOf(money.currency).format(decimalOf(money) as Intl.StringNumericLiteral);
}

/** An amount for a field, such as 150.00, or 150,00 in German. */
export function amountText(money: Money): string {
  return decimalOf(money).replace(".", separators(money.currency).decimal);
}

/** The amount that was typed, with the decimal point of any language; undefined if it is none. */
export function parseAmount(typed: string, currency: string): bigint | undefined {
  const digits = digitsOf(currency);
  const { group } = separators(currency);
  const plain = typed
    .replace(/[\s'’]/g, "")
    .replace(/[.,](?=\d{3}(?!\d))/g, (separator) => (separator === group ? "" : separator));
  const [, whole = "", part = ""] = /^(\d{1,16})(?:[.,](\d+))?$/.exec(plain) ?? [];
  return whole === "" || part.length > digits ? undefined : BigInt(whole + part.padEnd(digits, "0"));
}
