/* What is known of a pet, in words. */
import type { PetProfile } from "../../client/index.ts";
import { ageOf } from "./age.ts";
import { texts } from "./language.ts";

/** Breed, age and sex in a line. */
export function factsOf({ breed, birthDate, sex }: PetProfile): string {
  const { sexes } = texts.value.profile;
  const facts = [breed, birthDate && ageOf(birthDate), sex && sexes[sex]];
  return facts.filter(Boolean).join(" · ");
}
