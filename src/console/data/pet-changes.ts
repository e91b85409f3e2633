/* Changes of the status and the kind of one or many pets. */
import type { Pet, PetStatus, PetUpdate } from "../../client/index.ts";
import { nextStatuses } from "../../contract/pet-status.ts";
import { allTexts } from "../app/language.ts";
import { petstore } from "../app/session.ts";
import { categoryName } from "./categories.ts";
import type { Making } from "./making.ts";
import { changeMany, type Edit } from "./many-changes.ts";
import type { TaggedPet } from "./tagged-pet.ts";

/** The changes from one status to another: one, or two by way of `available`. */
function stepsBetween(from: PetStatus, to: PetStatus): readonly PetUpdate[] {
  const steps: readonly PetStatus[] = nextStatuses[from].includes(to) ? [to] : ["available", to];
  return steps.map((status) => ({ status }));
}

/** Changes the status of pets. */
export function changeStatus(pets: readonly Pet[], status: PetStatus): Promise<void> {
  const { pets: words } = allTexts.value;
  const edits = pets
    .filter((pet) => pet.status !== status)
    .map((pet) => editOf(pet, stepsBetween(pet.status, status), stepsBetween(status, pet.status)));
  const [first] = edits;
  const one = first && { done: words.statusChanged(first.pet.name, words.statuses[status]), pet: first.pet };
  return changeMany(edits, {
    done: (count) => (count === 1 && one ? one.done : words.manyStatusChanged(count, words.statuses[status])),
    undone: (count) =>
      count === 1 && one ? words.statusUndone(one.pet.name, words.statuses[one.pet.status]) : words.manyUndone(count),
  });
}

/** Moves pets to a category. */
export function changeCategory(pets: readonly Pet[], categoryId: bigint): Promise<void> {
  const { pets: words } = allTexts.value;
  const edits = pets
    .filter((pet) => pet.categoryId !== categoryId)
    .map((pet) => editOf(pet, [{ categoryId }], [{ categoryId: pet.categoryId }]));
  return changeMany(edits, {
    done: (count) => words.manyMoved(count, categoryName(categoryId)),
    undone: words.manyUndone,
  });
}

/** A change of one or more updates, which the service allows one after the other, and the updates that take it back. */
function editOf(pet: Pet, updates: readonly PetUpdate[], back: readonly PetUpdate[]): Edit<TaggedPet> {
  return {
    pet,
    change: updating(pet, updates, undefined),
    reverse: ({ etag }) => updating(pet, back, etag),
  };
}

/** Without a tag, the change has no condition. */
function updating(pet: Pet, updates: readonly PetUpdate[], etag: string | undefined): Making<TaggedPet> {
  const last = Object.assign({}, ...updates) as PetUpdate;
  return {
    shown: { type: "pet.updated", data: { ...pet, ...last } as Pet, previous: previousOf(pet, last) },
    send: () => send(pet.id, updates, etag),
    facts: (reached) => ({ type: "pet.updated", data: reached.pet }),
  };
}

function previousOf(pet: Pet, update: PetUpdate): Partial<Pet> {
  return Object.fromEntries(Object.entries(pet).filter(([name]) => name in update));
}

async function send(id: bigint, updates: readonly PetUpdate[], etag: string | undefined): Promise<TaggedPet> {
  let reached: TaggedPet | undefined;
  for (const update of updates) {
    const ifMatch = reached === undefined ? etag : reached.etag;
    const response = await petstore().pets.update(id, update, { ifMatch }).withResponse();
    reached = { pet: response.data, etag: response.etag };
  }
  if (reached === undefined) throw new Error("there is nothing to change");
  return reached;
}
