/* Changes of one or many pets: shown at once, sent in order, and taken back with one Undo. */
import { type Pet, type PetStatus, PetstoreError, type PetUpdate } from "../../client/index.ts";
import { nextStatuses } from "../../contract/pet-status.ts";
import { allTexts } from "../app/language.ts";
import { announce, announceFailure, inform } from "../app/notices.ts";
import { onNextPerson, petstore } from "../app/session.ts";
import { categoryName } from "./categories.ts";
import { makeChange, publish } from "./changes.ts";
import { readPet, type TaggedPet } from "./pets.ts";

/** As many changes are sent at once. */
const AT_ONCE = 4;

/** A change of a pet, and the one that takes it back. Each is one or more updates, which the service allows one after the other. */
interface Edit {
  readonly pet: Pet;
  readonly updates: readonly PetUpdate[];
  readonly reverse: readonly PetUpdate[];
}

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
    .map((pet) => ({
      pet,
      updates: stepsBetween(pet.status, status),
      reverse: stepsBetween(status, pet.status),
    }));
  const [first] = edits;
  const one = first && { done: words.statusChanged(first.pet.name, words.statuses[status]), pet: first.pet };
  return make(edits, {
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
    .map((pet) => ({ pet, updates: [{ categoryId }], reverse: [{ categoryId: pet.categoryId }] }));
  return make(edits, {
    done: (count) => words.manyMoved(count, categoryName(categoryId)),
    undone: words.manyUndone,
  });
}

interface Outcomes {
  readonly done: (count: number) => string;
  readonly undone: (count: number) => string;
}

async function make(edits: readonly Edit[], { done, undone }: Outcomes): Promise<void> {
  if (edits.length === 0) return;
  const made = await sendAll(edits.map(({ pet, updates }) => ({ pet, updates, etag: undefined })));
  const reached = edits.flatMap((edit, index) => (made[index] === undefined ? [] : [{ ...edit, ...made[index] }]));
  if (reached.length === 0) return;
  announce(done(reached.length), async () => {
    const back = await sendAll(reached.map(({ pet, reverse, etag }) => ({ pet, updates: reverse, etag })));
    const count = back.filter((pet) => pet !== undefined).length;
    if (count > 0) inform(undone(count));
  });
}

interface Sending {
  readonly pet: Pet;
  readonly updates: readonly PetUpdate[];
  /** Without one, the change has no condition. */
  readonly etag: string | undefined;
}

/** Shows all changes at once and sends a few at a time. Returns how each pet is after it; undefined after a failure. */
async function sendAll(sendings: readonly Sending[]): Promise<readonly (TaggedPet | undefined)[]> {
  const failures: unknown[] = [];
  const results: Promise<TaggedPet | undefined>[] = [];
  for (const sending of sendings) {
    // Together with the one that is so many places before it.
    const turn = Promise.resolve(results.at(-AT_ONCE));
    const result = inTurn(sending, turn).catch((error: unknown) => {
      failures.push(error);
      return refused(sending.pet, error);
    });
    results.push(result);
  }
  const reached = await Promise.all(results);
  if (failures.length > 0) announceFailure(failures[0]);
  return reached;
}

/** The last change of each pet that is under way: quick clicks take effect in their order. */
const underWay = new Map<bigint, Promise<unknown>>();

onNextPerson(() => underWay.clear());

function inTurn({ pet, updates, etag }: Sending, turn: Promise<unknown>): Promise<TaggedPet> {
  const last = Object.assign({}, ...updates) as PetUpdate;
  const before = underWay.get(pet.id);
  const changing = makeChange({
    shown: { type: "pet.updated", data: { ...pet, ...last } as Pet, previous: previousOf(pet, last) },
    send: async () => {
      await turn;
      // Why the one before failed has been said.
      await before?.catch(() => {});
      return send(pet.id, updates, etag);
    },
    facts: (reached) => ({ type: "pet.updated", data: reached.pet }),
  });
  underWay.set(pet.id, changing);
  return changing.finally(() => {
    if (underWay.get(pet.id) === changing) underWay.delete(pet.id);
  });
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

/** Shows how a pet is after a change that the service refused: somebody else may have changed or deleted it. */
async function refused(pet: Pet, error: unknown): Promise<undefined> {
  if (!PetstoreError.is(error) || error.status === 0) return;
  try {
    publish({ type: "pet.updated", data: (await readPet(pet.id)).pet, source: "here" });
  } catch (cause) {
    if (PetstoreError.is(cause) && cause.status === 404) publish({ type: "pet.deleted", data: pet, source: "here" });
  }
}
