/* What is due for a pet, with the button that says that it is done. */
import type { Care } from "../../../client/index.ts";
import { daysFromToday } from "../../app/formats/day.ts";
import { allTexts } from "../../app/formats/language.ts";
import { hrefOf } from "../../app/routes.ts";
import { can } from "../../app/session/session.ts";
import { markDone } from "../../data/care/care-changes.ts";
import { knownPet, petName } from "../../data/pets/pet-names.ts";
import { PetPhoto } from "./pet-photo.tsx";

/** How many days after today something is due; before today, less than 0. */
export function daysUntil({ dueOn = "" }: Pick<Care, "dueOn">): number {
  // Noon is on the same day everywhere.
  return daysFromToday(`${dueOn}T12:00Z`);
}

/** Since when something is due, or when it will be. */
export function DueDay({ care }: { readonly care: Care }) {
  const days = daysUntil(care);
  return (
    <time dateTime={care.dueOn} class={days < 0 ? "late" : undefined}>
      {allTexts.value.care.dueIn(days)}
    </time>
  );
}

/** Says that something is done. */
export function DoneButton({ care, isNext }: { readonly care: Care; readonly isNext?: boolean }) {
  const { care: words } = allTexts.value;
  if (!can("care:write")) return null;
  return (
    <button
      type="button"
      class={isNext ? "primary" : "quiet"}
      aria-label={words.doneOf(care.what, petName(care.petId))}
      onClick={() => markDone([care])}
    >
      {words.done}
    </button>
  );
}

/** An entry that is due, with the photo of its pet. */
export function DueRow({ care }: { readonly care: Care }) {
  const { care: words, pets } = allTexts.value;
  const { petId, kind, what, note } = care;
  const pet = knownPet(petId);
  // Nobody should look for a pet that left the shop.
  const sold = pet?.status === "sold" ? pets.statuses.sold : undefined;
  return (
    <li class="story-row due-row">
      <PetPhoto pet={pet ?? { categoryId: 0n }} />
      <p class="story">
        <a href={hrefOf("pets", petId)}>
          <bdi>{petName(petId)}</bdi>
        </a>
        <small>
          <bdi>{[what, words.kinds[kind], note, sold].filter(Boolean).join(" · ")}</bdi>
        </small>
      </p>
      <small>
        <DueDay care={care} />
      </small>
      <span class="row">
        <DoneButton care={care} />
      </span>
    </li>
  );
}
