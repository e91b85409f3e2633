/* A price in a form: amount and currency, as typed. */
import { useEffect } from "preact/hooks";
import { currencies, decimalAmount, fractionDigits, type Money } from "../../contract/values/money.ts";
import { allTexts } from "../app/formats/language.ts";
import { formatMoney } from "../app/formats/money-text.ts";
import { shop } from "../app/session/page-settings.ts";
import { SelectField, TextField } from "./fields.tsx";
import type { Form } from "./use-form.ts";
import { amountText, readTypedAmount } from "./written-input.ts";

/** A price, as typed. No amount means no price. */
export type PriceFields = { readonly [Name in "price" | "currency"]: string };

/** A price as form fields; without one, the currency is that of the shop. */
export function priceFields(price: Money | undefined): PriceFields {
  return {
    price: price === undefined ? "" : amountText(price),
    currency: price?.currency ?? shop.currency,
  };
}

/** The typed price; undefined if empty or invalid. */
export function priceOf({ price, currency }: PriceFields): Money | undefined {
  return price.trim() === "" ? undefined : readTypedAmount(price, currency);
}

/** Checks a price before it is sent. */
export function checkPrice(typed: PriceFields) {
  const { price, currency } = typed;
  if (price.trim() === "" || priceOf(typed)?.currency === currency) return { price: undefined };
  const example = amountText({ amount: 150n * 10n ** BigInt(fractionDigits(currency)), currency });
  return { price: allTexts.value.profile.priceInvalid(example, price.trim()) };
}

/** How the input will be read, if it is written differently. */
function readingOf(typed: PriceFields): string | undefined {
  const price = priceOf(typed);
  if (price === undefined || [amountText(price), String(Number(decimalAmount(price)))].includes(typed.price.trim()))
    return undefined;
  return formatMoney(price);
}

/** Currency options for a select field. */
export function currencyOptions(): Readonly<Record<string, string>> {
  return Object.fromEntries([...currencies].map((code) => [code, code]));
}

interface PriceInputsProps<F extends PriceFields> {
  readonly form: Form<F>;
  readonly hint?: string | undefined;
}

/** Both fields side by side. */
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

/** An amount, which may include a currency. Shows below how it will be read. */
export function AmountField({ form, label, hint }: AmountProps) {
  const named = priceOf(form.typed)?.currency;
  useEffect(() => {
    if (named !== undefined && named !== form.typed.currency) form.change({ currency: named });
  }, [named]);
  return <TextField form={form} name="price" label={label} hint={readingOf(form.typed) ?? hint} />;
}
