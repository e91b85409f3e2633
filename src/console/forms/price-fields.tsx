/* A price in a form: an amount and its currency, as typed. */
import { currencies, decimalAmount, fractionDigits, type Money } from "../../contract/money.ts";
import { allTexts } from "../app/language.ts";
import { formatOf } from "../app/money.ts";
import { shop } from "../app/shop.ts";
import { SelectField, TextField } from "./fields.tsx";
import type { Form } from "./use-form.ts";

/** A price, as typed. Without an amount there is none. */
export type PriceFields = { readonly [Name in "price" | "currency"]: string };

/** A price as a form has it, in the currency of the shop if there is none. */
export function priceFields(price: Money | undefined): PriceFields {
  return {
    price: price === undefined ? "" : amountText(price),
    currency: price?.currency ?? shop.currency,
  };
}

/** The price that is typed; undefined for none, and for what is none. */
export function priceOf({ price, currency }: PriceFields): Money | undefined {
  const amount = price.trim() === "" ? undefined : parseAmount(price, currency);
  return amount === undefined ? undefined : { amount, currency };
}

/** What a person can know to be wrong. */
export function checkPrice({ price, currency }: PriceFields) {
  const isWrong = price.trim() !== "" && parseAmount(price, currency) === undefined;
  return { price: isWrong ? allTexts.value.profile.priceInvalid : undefined };
}

function separators(currency: string) {
  const parts = formatOf(currency).formatToParts(1_234_567.8);
  const of = (type: "decimal" | "group") => parts.find((part) => part.type === type)?.value;
  return { decimal: of("decimal") ?? ".", group: of("group") ?? "," };
}

/** An amount for a field, such as 150.00, or 150,00 in German. */
function amountText(money: Money): string {
  return decimalAmount(money).replace(".", separators(money.currency).decimal);
}

/** The amount that was typed, with the decimal point of any language; undefined if it is none. */
function parseAmount(typed: string, currency: string): bigint | undefined {
  const digits = fractionDigits(currency);
  const { group } = separators(currency);
  const plain = typed
    .replace(/[\s'’]/g, "")
    .replace(/[.,](?=\d{3}(?!\d))/g, (separator) => (separator === group ? "" : separator));
  const [, whole = "", part = ""] = /^(\d{1,16})(?:[.,](\d+))?$/.exec(plain) ?? [];
  return whole === "" || part.length > digits ? undefined : BigInt(whole + part.padEnd(digits, "0"));
}

/** The currencies, for a field of the form. */
export function currencyOptions(): Readonly<Record<string, string>> {
  return Object.fromEntries([...currencies].map((code) => [code, code]));
}

/** The fields, side by side. */
export function PriceInputs<F extends PriceFields>({ form, hint }: { readonly form: Form<F>; readonly hint?: string }) {
  const { profile: words } = allTexts.value;
  const shared = form as unknown as Form<PriceFields>;
  return (
    <>
      <TextField form={shared} name="price" label={words.price} hint={hint} />
      <SelectField form={shared} name="currency" label={words.currency} options={currencyOptions()} />
    </>
  );
}
