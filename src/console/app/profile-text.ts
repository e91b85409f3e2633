/* The members of a profile, in words. */
import type { PetProfile } from "../../client/index.ts";
import { allTexts, formatPlainDate } from "./language.ts";
import { formatMoney } from "./money.ts";
import { formatBirthDate } from "./view-formats.ts";

/** A member of a profile. */
export type ProfileMember = Exclude<keyof PetProfile, "petId">;

/** A member as people read it; empty if it is not known. */
export function profileText(profile: Partial<PetProfile>, name: ProfileMember): string {
  const { profile: words } = allTexts.value;
  const { sex, size, neutered, birthDate, arrivedOn, price, tags = [] } = profile;
  switch (name) {
    case "sex":
      return sex === undefined ? "" : words.sexes[sex];
    case "size":
      return size === undefined ? "" : words.sizes[size];
    case "neutered":
      return neutered === undefined ? "" : neutered ? words.yes : words.no;
    case "birthDate":
      return birthDate === undefined ? "" : formatBirthDate(birthDate);
    case "arrivedOn":
      return arrivedOn === undefined ? "" : formatPlainDate(arrivedOn);
    case "price":
      return price === undefined ? "" : formatMoney(price);
    case "tags":
      return tags.join(", ");
    default:
      return profile[name] ?? "";
  }
}
