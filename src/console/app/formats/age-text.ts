import type { PetWithIncluded } from "../../../client/index.ts";
import { ageOn } from "../../../core/shop/age.ts";
import { dateOf, todayStart } from "./day.ts";
import { formatRecentDay, locale, texts } from "./language.ts";

/** The age of a pet in words, today where the page is. */
export function ageOf(birthDate: string): string {
  return ageOn(dateOf(todayStart.value), birthDate, texts.value.profile, locale.value);
}

/** The same where there is little room, such as "8m". */
export function shortAgeOf(birthDate: string): string {
  const words = { ...texts.value.profile, about: (age: string) => age };
  return ageOn(dateOf(todayStart.value), birthDate, words, locale.value, "narrow");
}

/** How long a pet has been in the shop, such as "4 days". */
export function waitOf({ profile, createdAt }: PetWithIncluded): string {
  const today = dateOf(todayStart.value);
  const since = profile?.arrivedOn ?? (createdAt === undefined ? today : dateOf(createdAt));
  const days = Math.round((Date.parse(today) - Date.parse(since)) / 86_400_000);
  const format = new Intl.NumberFormat(locale.value, { style: "unit", unit: "day", unitDisplay: "long" });
  // It may have come from where tomorrow has begun.
  const few = days <= 0 ? formatRecentDay(new Date(todayStart.value).toISOString()) : format.format(days);
  return ageOn(today, since, { ...texts.value.profile, newborn: few }, locale.value);
}
