/* What is known of a pet, to be read. */
import type { PetWithIncluded } from "../../../client/index.ts";
import { ageOf } from "../../app/age.ts";
import { allTexts } from "../../app/language.ts";
import { formatMoney } from "../../app/money.ts";
import { hrefOf } from "../../app/routes.ts";
import { formatBirthDate } from "../../app/view-formats.ts";
import { categoryName } from "../../data/categories.ts";
import { type Fact, FactList } from "../../ui/fact-list.tsx";

/** The facts of a pet, its tags and its description. */
export function PetCard({ pet }: { readonly pet: PetWithIncluded }) {
  const { profile: words } = allTexts.value;
  const { description, tags = [] } = pet.profile ?? {};
  return (
    <section class="pet-card" aria-label={words.title}>
      <FactList facts={factsOf(pet)} />
      {tags.length > 0 && (
        <ul class="row wrap tags" aria-label={words.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <a class="chip" href={hrefOf("pets", "", { tag })}>
                <bdi>{tag}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {description !== undefined && (
        <p class="pet-description" dir="auto">
          {description}
        </p>
      )}
    </section>
  );
}

function factsOf({ id, categoryId, profile = { petId: id } }: PetWithIncluded): readonly Fact[] {
  const { profile: words, pets } = allTexts.value;
  const { birthDate, neutered, size, color, price, microchip, reference } = profile;
  return [
    [pets.category, categoryName(categoryId)],
    [pets.number, id.toString()],
    [words.birthDate, birthDate && `${formatBirthDate(birthDate)} (${ageOf(birthDate)})`],
    [words.neutered, neutered === undefined ? undefined : neutered ? words.yes : words.no],
    [words.price, price && formatMoney(price)],
    [words.size, size && words.sizes[size]],
    [words.color, color],
    [words.microchip, microchip],
    [words.reference, reference],
  ];
}
