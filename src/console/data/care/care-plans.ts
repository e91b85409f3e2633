/* The care plans of kinds, which create due care for their pets. */
import type { Care, Pet } from "../../../client/index.ts";
import { hasCode } from "../../app/failure.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { formatList } from "../../app/formats/view-formats.ts";
import { attempt, inform } from "../../app/notices.ts";
import { petstore } from "../../app/session/session.ts";
import { run, type Step } from "../command.ts";
import { categories } from "../pets/category-data.ts";
import { cachePets, petName } from "../pets/pet-names.ts";
import { removing } from "./care-changes.ts";
import { sendOnce } from "./care-requests.ts";

/** The plan of a pet's kind. */
function planOf({ categoryId }: Pick<Pet, "categoryId">) {
  return categories.value.get(categoryId)?.carePlan ?? [];
}

/** Whether the kind of a pet has a plan. */
export function hasPlan(pet: Pick<Pet, "categoryId">): boolean {
  return planOf(pet).length > 0;
}

type Planned = readonly Care[];

/** Applies the plans of their kinds to pets, with an Undo that removes the added entries. Existing entries stay. */
export function applyPlans(pets: readonly Pet[]): Promise<void> {
  cachePets(pets);
  const { plan: words } = allTexts.value.care;
  const ids = pets.map(({ id }) => id);
  const namesOf = (entries: Planned) => formatList([...new Set(entries.map(({ petId }) => petId))].map(petName));
  const told = (entries: Planned, text: typeof words.applied) =>
    text(entries.length, formatNumber(entries.length), namesOf(entries));
  return attempt(async () => {
    try {
      await run(pets.map(applying), {
        done: (results) =>
          results.some(({ length }) => length > 0)
            ? told(results.flat(), words.applied)
            : words.isThere(formatList(ids.map(petName))),
        undone: (results) => told(results.flat(), words.undone),
      });
    } catch (error) {
      // The plan was removed, or the pet has as many entries as it can have.
      if (!hasCode(error, "conflict")) throw error;
      inform(words.refused);
    }
  });
}

function applying(pet: Pet): Step<Planned> {
  const { id: petId } = pet;
  // With another plan it is another request.
  const request = `plan of ${petId} ${JSON.stringify(planOf(pet))}`;
  return {
    about: `care of pet ${petId}`,
    send: (attempt) => sendOnce(request, (key) => petstore().care.apply(petId, {}, { idempotencyKey: key }), attempt),
    facts: (added) => added.map((data) => ({ type: "care.added", data })),
    undo: (added) => added.map(takingBack),
  };
}

/** Removes one of the entries that a plan has added. */
function takingBack(entry: Care): Step<Planned> {
  const { send, ...step } = removing(entry);
  return {
    about: step.about,
    send: async (attempt) => [await send(attempt)],
    facts: (removed) => removed.map((data) => ({ type: "care.removed", data })),
  };
}
