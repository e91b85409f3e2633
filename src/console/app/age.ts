import { ageOn } from "../../core/shop/age.ts";
import { dateOf, todayStart } from "./day.ts";
import { locale, texts } from "./language.ts";

/** The age of a pet in words, today where the page is. */
export function ageOf(birthDate: string): string {
  return ageOn(dateOf(todayStart.value), birthDate, texts.value.profile, locale.value);
}

/** The same where there is little room, such as "8m". */
export function shortAgeOf(birthDate: string): string {
  const words = { ...texts.value.profile, about: (age: string) => age };
  return ageOn(dateOf(todayStart.value), birthDate, words, locale.value, "narrow");
}
