/* Amounts of money as people write them (decision D61). */
import { currencies, fractionDigits, type Money } from "../../contract/values/money.ts";
import { currencyOf } from "./written-words.ts";

type Separator = "." | ",";

/** How a column writes its amounts. */
export interface AmountHabits {
  /** The decimal separator. */
  readonly decimal: Separator | undefined;
  /** The currency of amounts that say none. */
  readonly currency: string | undefined;
}

/** A number before or after a currency, such as `1.234,50 €`, `CHF 1'234.50`, `150,-` and `$150`. */
const AMOUNT =
  /^(?<before>[^\d\s.,+-][^\d\s,+-]*)?\s*(?<number>\d[\d.,'’\s]*?)(?:[.,][-–—]{1,2})?\s*(?<after>[^\d\s.,+-][^\d\s,+-]*)?$/u;

/** Spaces and apostrophes that group digits. */
const GROUPED = /^\d{1,3}(?:([\s'’])\d{3})(?:\1\d{3})*(?=[.,]|$)/u;

/** Reads an amount. Returns what is missing if the amount is ambiguous, and undefined for other texts. */
export function readAmount(cell: string, habits: AmountHabits): Money | "no_currency" | undefined {
  const { before, number = "", after } = AMOUNT.exec(cell.normalize("NFKC").trim())?.groups ?? {};
  const named = [before, after].filter((text) => text !== undefined).map(currencyOf);
  if (number === "" || named.length > 1) return undefined;
  const code = named.length === 0 ? habits.currency : named[0];
  // Its digits do not depend on what is unknown.
  const parts = splitNumber(number, habits.decimal);
  if (parts === undefined) return undefined;
  if (code === undefined) return named.length === 0 ? "no_currency" : undefined;
  const digits = fractionDigits(code);
  if (!currencies.has(code) || parts.fraction.length > digits) return undefined;
  return { amount: BigInt(parts.whole + parts.fraction.padEnd(digits, "0")), currency: code };
}

/** The decimal separator of a number; undefined if it is ambiguous. */
export function decimalIn(cell: string): Separator | undefined {
  const { number = "" } = AMOUNT.exec(cell.normalize("NFKC").trim())?.groups ?? {};
  const separators = [...number.matchAll(/[.,]/g)].map(([separator]) => separator as Separator);
  const [first, last] = [separators.at(0), separators.at(-1)];
  if (first === undefined) return undefined;
  if (first !== last) return last;
  if (separators.length > 1) return first === "." ? "," : ".";
  return /[.,]\d{3}$/.test(number) ? undefined : first;
}

/** The currency that an amount names. */
export function currencyIn(cell: string): string | undefined {
  const { before, after = before } = AMOUNT.exec(cell.normalize("NFKC").trim())?.groups ?? {};
  const code = after === undefined ? undefined : currencyOf(after);
  return code !== undefined && currencies.has(code) ? code : undefined;
}

/** The digits of a number before and after its decimal separator. Undefined if its separators are ambiguous or invalid. */
function splitNumber(
  written: string,
  decimal: Separator | undefined,
): { readonly whole: string; readonly fraction: string } | undefined {
  const grouped = GROUPED.exec(written)?.[0];
  const number = grouped === undefined ? written : grouped.replaceAll(/[\s'’]/gu, "") + written.slice(grouped.length);
  if (!/^[\d.,]+$/.test(number)) return undefined;
  // From the number itself if it shows there, otherwise from its column.
  const mark = decimalIn(number) ?? decimal;
  if (mark === undefined && /[.,]/.test(number)) return undefined;
  const group = mark === "," ? "." : ",";
  const [whole = "", fraction = "", ...more] = number.split(mark ?? ".");
  const isGrouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+$`).test(whole);
  if (more.length > 0 || !/^\d*$/.test(fraction) || !(isGrouped || /^\d{1,19}$/.test(whole))) return undefined;
  return { whole: whole.replaceAll(group, ""), fraction };
}
