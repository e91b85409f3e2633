/* A due care entry of a pet, with the button that completes it. */
import type { Care } from "../../../client/index.ts";
import { daysFromToday } from "../../app/formats/day.ts";
import { allTexts } from "../../app/formats/language.ts";
import { hrefOf } from "../../app/routes.ts";
import { can } from "../../app/session/session.ts";
import { markDone } from "../../data/care/care-changes.ts";
import { knownPet, petName } from "../../data/pets/pet-names.ts";
import { PetPhoto } from "./pet-photo.tsx";

/** Days until something is due; negative if overdue. */
export function daysUntil({ dueOn = "" }: Pick<Care, "dueOn">): number {
  // Noon UTC falls on the same day almost everywhere.
  return daysFromToday(`${dueOn}T12:00Z`);
}

/** When something is or was due. */
export function DueDay({ care }: { readonly care: Care }) {
  const days = daysUntil(care);
  return (
    <time dateTime={care.dueOn} class={days < 0 ? "late" : undefined}>
      {allTexts.value.care.dueIn(days)}
    </time>
  );
}

/** Marks an entry as done. */
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

/** A due entry with the photo of its pet. */
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
