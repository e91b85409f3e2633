/* What is known of a pet, each fact editable in place. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PetWithIncluded } from "../../../../client/index.ts";
import { ageOf } from "../../../app/formats/age-text.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { profileText } from "../../../app/formats/profile-members.ts";
import { hrefOf } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { categoryName } from "../../../data/pets/category-data.ts";
import { FactForm } from "../form/pet-form.tsx";
import type { FactName } from "../form/profile-fields.tsx";

/** The tags, facts and description of a pet. */
export function PetCard({ pet }: { readonly pet: PetWithIncluded }) {
  const { profile: words, pets } = allTexts.value;
  const { tags = [] } = pet.profile ?? {};
  const [open, setOpen] = useState<FactName>();
  const canEdit = can("pets:write");
  const card = useRef<HTMLElement>(null);
  const before = useRef<FactName | undefined>(undefined);
  useLayoutEffect(() => {
    if (open === undefined) card.current?.querySelector<HTMLElement>(`.${before.current} button`)?.focus();
    before.current = open;
  }, [open]);
  return (
    <section class="pet-card" aria-label={words.title} ref={card}>
      {pet.profile?.published === false && (
        <p>
          <span class="chip">{allTexts.value.pets.unpublished}</span>
        </p>
      )}
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
      <dl class="facts">
        {factsOf(pet).map(({ name, label, value }) => (
          <div key={name} class={name === open ? "open" : name}>
            {name === open ? (
              <>
                <dt class="visually-hidden">{label}</dt>
                <dd>
                  <FactForm pet={pet} name={name} close={() => setOpen(undefined)} />
                </dd>
              </>
            ) : (
              <Fact label={label} value={value} change={canEdit ? () => setOpen(name) : undefined} />
            )}
          </div>
        ))}
        <div>
          <Fact label={pets.number} value={pet.id.toString()} change={undefined} />
        </div>
      </dl>
    </section>
  );
}

interface FactProps {
  readonly label: string;
  readonly value: ComponentChildren;
  /** Undefined if the key may not change it. */
  readonly change: (() => void) | undefined;
}

function Fact({ label, value, change }: FactProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd dir="auto">
        {change === undefined ? (
          <bdi>{value}</bdi>
        ) : (
          <button type="button" class="fact" title={allTexts.value.profile.change(label)} onClick={change}>
            <bdi>{value}</bdi>
          </button>
        )}
      </dd>
    </>
  );
}

interface Known {
  readonly name: FactName;
  readonly label: string;
  readonly value: string;
}

/** The facts, in display order. */
function factsOf({ id, categoryId, profile = { petId: id } }: PetWithIncluded): readonly Known[] {
  const { profile: words, pets } = allTexts.value;
  const { birthDate } = profile;
  const shown = ["price", "birthDate", "size", "color", "neutered", "microchip", "reference", "description"] as const;
  const facts = shown.map((name) => {
    const text = profileText(profile, name);
    return {
      name,
      label: words[name],
      value: name === "birthDate" && birthDate ? `${text} (${ageOf(birthDate)})` : text,
    };
  });
  const kind = { name: "categoryId" as const, label: pets.category, value: categoryName(categoryId) };
  return [kind, ...facts].filter(({ value }) => value !== "");
}
