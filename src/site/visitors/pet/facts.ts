/* What visitors read about a pet: age, price, URL. Pure functions. */
import { decimalAmount } from "../../../contract/values/money.ts";
import type { Price } from "../../../contract/values/price.ts";
import { ageOn } from "../../../core/shop/age.ts";
import { dateFormat, numberFormat } from "../../../core/shop/formats.ts";
import { fold } from "../../../core/shop/name-key.ts";
import type { Language } from "../page/languages.ts";
import { texts } from "../page/page-texts.ts";
import type { ShownPet } from "../shop-data.ts";

/** The age of a pet on a day, in words. */
export function ageOf(birthDate: string, today: string, language: Language): string {
  return ageOn(today, birthDate, texts[language], language);
}

/** A year, month or day in words. */
export function birthOf(birthDate: string, language: Language): string {
  const { length } = birthDate;
  const options: Intl.DateTimeFormatOptions = {
    timeZone: "UTC",
    year: "numeric",
    ...(length > 4 && { month: "long" }),
    ...(length > 7 && { day: "numeric" }),
  };
  return dateFormat(language, options).format(new Date(birthDate));
}

/** A price in the visitor's locale, with all its digits. */
export function priceOf(price: Price, language: Language): string {
  const format = numberFormat(language, {
    style: "currency",
    currency: price.currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  return format.format(decimalAmount(price) as `${number}`);
}

/** How long a pet counts as new. */
const NEW_MS = 7 * 86_400_000;

/** Whether a pet was added in the last week. */
export function isNew(
  { since, profile: { arrivedOn } }: ShownPet,
  { now, today }: { readonly now: number; readonly today: string },
): boolean {
  if (arrivedOn !== undefined) return Date.parse(today) - Date.parse(arrivedOn) < NEW_MS;
  return since !== undefined && now - Date.parse(since) < NEW_MS;
}

/** The maximum length of a name in a URL. */
const SLUG_MAX = 60;

/** The path of a pet's page: its id, and its name for people and search engines. */
export function pathOf({ id, name }: { readonly id: bigint; readonly name: string }): string {
  const slug = fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, SLUG_MAX)
    .toWellFormed()
    .replaceAll(/^-+|[-\uFFFD]+$/g, "");
  return `/pets/${id}${slug === "" ? "" : `-${encodeURIComponent(slug)}`}`;
}

/** The shop's contact with the pet's name and id as subject. */
export function contactFor(contact: string, subject: string): string {
  if (contact.startsWith("tel:")) return contact;
  const url = new URL(contact);
  if (url.protocol === "mailto:") return `${contact.split("?")[0]}?subject=${encodeURIComponent(subject)}`;
  url.searchParams.set("pet", subject);
  return url.href;
}
