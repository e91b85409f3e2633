/* A price in a form: an amount and its currency, as typed. */
import { useEffect } from "preact/hooks";
import { currencies, decimalAmount, fractionDigits, type Money } from "../../contract/values/money.ts";
import { allTexts } from "../app/formats/language.ts";
import { formatMoney } from "../app/formats/money-text.ts";
import { shop } from "../app/session/page-settings.ts";
import { SelectField, TextField } from "./fields.tsx";
import type { Form } from "./use-form.ts";
import { amountText, readTypedAmount } from "./written-input.ts";

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
  return price.trim() === "" ? undefined : readTypedAmount(price, currency);
}

/** What a person can know to be wrong. */
export function checkPrice(typed: PriceFields) {
  const { price, currency } = typed;
  if (price.trim() === "" || priceOf(typed)?.currency === currency) return { price: undefined };
  const example = amountText({ amount: 150n * 10n ** BigInt(fractionDigits(currency)), currency });
  return { price: allTexts.value.profile.priceInvalid(example, price.trim()) };
}

/** What an amount is read as, where it is written in another way. */
function readingOf(typed: PriceFields): string | undefined {
  const price = priceOf(typed);
  if (price === undefined || [amountText(price), String(Number(decimalAmount(price)))].includes(typed.price.trim()))
    return undefined;
  return formatMoney(price);
}

/** The currencies, for a field of the form. */
export function currencyOptions(): Readonly<Record<string, string>> {
  return Object.fromEntries([...currencies].map((code) => [code, code]));
}

interface PriceInputsProps<F extends PriceFields> {
  readonly form: Form<F>;
  readonly hint?: string | undefined;
}

/** The fields, side by side. */
export function PriceInputs<F extends PriceFields>({ form, hint }: PriceInputsProps<F>) {
  const { profile: words } = allTexts.value;
  const shared = form as unknown as Form<PriceFields>;
  return (
    <>
      <AmountField form={shared} label={words.price} hint={hint} />
      <SelectField form={shared} name="currency" label={words.currency} options={currencyOptions()} />
    </>
  );
}

interface AmountProps {
  readonly form: Form<PriceFields>;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** An amount, which may name its currency. It says below it what it is read as. */
export function AmountField({ form, label, hint }: AmountProps) {
  const named = priceOf(form.typed)?.currency;
  useEffect(() => {
    if (named !== undefined && named !== form.typed.currency) form.change({ currency: named });
  }, [named]);
  return <TextField form={form} name="price" label={label} hint={readingOf(form.typed) ?? hint} />;
}
