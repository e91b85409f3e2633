/* A price in a form: an amount and its currency, as typed. */
import type { NewOrder } from "../../client/index.ts";
import { texts } from "../app/language.ts";
import { amountText, currencies, type Money, parseAmount } from "../app/money.ts";
import { SelectField, TextField } from "./fields.tsx";
import type { Form } from "./use-form.ts";

/** A price, as typed. Without an amount there is none. */
export type PriceFields = { readonly [Name in "price" | "currency"]: string };

const CURRENCY = "petstore-currency";

/** A price as a form has it, in the currency that was last used on this device if there is none. */
export function priceFields(price: Money | undefined): PriceFields {
  return {
    price: price === undefined ? "" : amountText(price),
    currency: price?.currency ?? localStorage.getItem(CURRENCY) ?? "EUR",
  };
}

/** The price that was typed; undefined for none. */
export function priceOf({ price, currency }: PriceFields): NewOrder["price"] {
  const amount = price.trim() === "" ? undefined : parseAmount(price, currency);
  if (amount === undefined) return undefined;
  localStorage.setItem(CURRENCY, currency);
  return { amount, currency };
}

/** What a person can know to be wrong. */
export function checkPrice({ price, currency }: PriceFields) {
  const isWrong = price.trim() !== "" && parseAmount(price, currency) === undefined;
  return { price: isWrong ? texts.value.profile.priceInvalid : undefined };
}

/** The fields, side by side. */
export function PriceInputs<F extends PriceFields>({ form, hint }: { readonly form: Form<F>; readonly hint?: string }) {
  const { profile: words } = texts.value;
  const shared = form as unknown as Form<PriceFields>;
  const options = Object.fromEntries(currencies.map((code) => [code, code]));
  return (
    <>
      <TextField form={shared} name="price" label={words.price} hint={hint} />
      <SelectField form={shared} name="currency" label={words.currency} options={options} />
    </>
  );
}
