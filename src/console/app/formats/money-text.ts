import { decimalAmount, type Money } from "../../../contract/values/money.ts";
import { locale } from "./language.ts";

/** How the page writes amounts of a currency. */
export function formatOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale.value, { style: "currency", currency });
}

/** An amount as people write it, such as €150.00. */
export function formatMoney(money: Money): string {
  return formatOf(money.currency).format(decimalAmount(money) as Intl.StringNumericLiteral);
}

/** A price in a list, such as €150. */
export function formatPrice(money: Money): string {
  const { currency } = money;
  const format = new Intl.NumberFormat(locale.value, {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  return format.format(decimalAmount(money) as Intl.StringNumericLiteral);
}
