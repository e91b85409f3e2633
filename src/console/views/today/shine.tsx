import type { PetWithIncluded } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { hrefOf } from "../../app/routes.ts";
import { petstore } from "../../app/session/session.ts";
import { petIdOf } from "../../data/events/changes.ts";
import { petAfter } from "../../data/pets/pet-data.ts";
import { useResource } from "../../data/resource.ts";
import { icons } from "../../ui/icons.tsx";
import { panelIcons } from "../../ui/panels/panel-icons.tsx";
import { PetPhoto } from "../../ui/shop/pet-photo.tsx";
import { FailureState } from "../../ui/states.tsx";

/** How many pets are checked, and how many are shown. */
const LOOKED_AT = 100;
const SHOWN = 5;

/** The first thing a pet lacks: a photo, a description or a price. */
function missingOf({ photos, profile }: PetWithIncluded): "photo" | "text" | "price" | undefined {
  if (photos?.length === 0) return "photo";
  if (profile?.description === undefined) return "text";
  return profile.price === undefined ? "price" : undefined;
}

const pictures = { photo: icons.camera, text: panelIcons.text, price: panelIcons.edit };

/** The newest available pets that lack something. */
export function Shine() {
  const { today: words } = allTexts.value;
  const {
    data = [],
    error,
    reload,
  } = useResource<readonly PetWithIncluded[]>("pets that lack something", {
    load: async (signal) => {
      const query = { status: "available", order: "desc", limit: LOOKED_AT, include: ["photos", "profile"] } as const;
      return (await petstore().pets.list(query, { signal })).items;
    },
    topic: "pets",
    apply: (pets, change) =>
      pets.some(({ id }) => id === petIdOf(change)) ? pets.map((pet) => petAfter(pet, change)) : pets,
    isQuiet: true,
  });
  const lacking = data.flatMap((pet) => {
    const missing = missingOf(pet);
    return missing === undefined ? [] : [{ pet, missing }];
  });
  if (error !== undefined) return <FailureState error={error} retry={reload} />;
  if (lacking.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="shine">
      <h2 id="shine">
        {words.shine} <small>{formatNumber(lacking.length)}</small>
      </h2>
      <p class="hint">{words.shineHint}</p>
      <ul class="stories">
        {lacking.slice(0, SHOWN).map(({ pet, missing }) => (
          <li key={pet.id} class="story-row">
            <PetPhoto pet={pet} />
            <p class="story">
              <bdi>{pet.name}</bdi>
              <small>{words.missing[missing]}</small>
            </p>
            <a class="button soft" href={hrefOf("pets", pet.id)} aria-label={words.fixOf[missing](pet.name)}>
              {pictures[missing]} {words.fix[missing]}
            </a>
          </li>
        ))}
      </ul>
      {lacking.length > SHOWN && <a href={hrefOf("pets", "", { photo: "false" })}>{words.withoutPhoto}</a>}
    </section>
  );
}
