import { ageOn } from "../../core/shop/age.ts";
import { dateOf, todayStart } from "./day.ts";
import { locale, texts } from "./language.ts";

/** The age of a pet in words, today where the page is. */
export function ageOf(birthDate: string): string {
  return ageOn(dateOf(todayStart.value), birthDate, texts.value.profile, locale.value);
}
