/* What a visitor reads about a pet: age, price, address. Pure functions. */
import { decimalAmount } from "../../contract/money.ts";
import type { Price } from "../../contract/price.ts";
import { fold } from "../../core/shop/name-key.ts";
import { type Language, texts } from "./texts.ts";

const DAY_MS = 86_400_000;

/** The age of a pet in words. A year or a month of birth makes it an estimate. */
export function ageOf(birthDate: string, now: number, language: Language): string {
  const { about, newborn } = texts[language];
  const [year = 0, month = 7, day = 15] = birthDate.split("-").map(Number);
  const days = Math.max(0, Math.floor((now - Date.UTC(year, month - 1, day)) / DAY_MS));
  const age = days < 14 ? newborn : inUnit(days, language, birthDate.length === 4);
  return birthDate.length === 4 ? about(age) : age;
}

/** Years, months or weeks. Of an estimate to the year, months would say more than is known. */
function inUnit(days: number, language: Language, isEstimate: boolean): string {
  const [count, unit] =
    days < 84
      ? [days / 7, "week"]
      : days < (isEstimate ? 274 : 730)
        ? [days / 30.44, "month"]
        : [days / 365.25, "year"];
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.max(1, (isEstimate ? Math.round : Math.floor)(count as number)));
}

/** A year, a month or a day in words. */
export function birthOf(birthDate: string, language: Language): string {
  const { length } = birthDate;
  const options: Intl.DateTimeFormatOptions = {
    timeZone: "UTC",
    year: "numeric",
    ...(length > 4 && { month: "long" }),
    ...(length > 7 && { day: "numeric" }),
  };
  return new Intl.DateTimeFormat(language, options).format(new Date(birthDate));
}

/** A price as the visitor's language writes it, exactly. */
export function priceOf(price: Price, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency: price.currency });
  return format.format(decimalAmount(price) as `${number}`);
}

/** How much of a name its address has. */
const SLUG_MAX = 60;

/** The path of a pet's page: its number, and its name for people and search engines. */
export function pathOf({ id, name }: { readonly id: bigint; readonly name: string }): string {
  const slug = fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, SLUG_MAX)
    .toWellFormed()
    .replaceAll(/^-+|[-\uFFFD]+$/g, "");
  return `/pets/${id}${slug === "" ? "" : `-${encodeURIComponent(slug)}`}`;
}

/** Where to ask about a pet: the shop's contact with its name and number. */
export function contactFor(contact: string, subject: string): string {
  if (contact.startsWith("tel:")) return contact;
  const url = new URL(contact);
  if (url.protocol === "mailto:") return `${contact.split("?")[0]}?subject=${encodeURIComponent(subject)}`;
  url.searchParams.set("pet", subject);
  return url.href;
}
