import { Failure } from "../contract/errors.ts";
import type { Handlers } from "../contract/operation.ts";
import type { Pet, PetStatus, petOperations } from "../contract/pets.ts";
import type { Context } from "./context.ts";
import { record, recordPetUpdate } from "./events.ts";
import { page, START } from "./pagination.ts";
import { repeatUntilUnchanged, requireMatch } from "./preconditions.ts";

export const pets: Handlers<typeof petOperations, Context> = {
  listPets: ({ query: { status, categoryId, name, ids, ...pageRequest } }, context) =>
    page(
      pageRequest,
      ["pets", status, categoryId, name, ids?.join()],
      context,
      (pet) => pet.id,
      (slice) => context.store.pets.list({ status, categoryId, name, ids }, slice),
    ),

  createPet: async ({ body: { name, categoryId, status = "available" } }, context) => {
    const { store, now } = context;
    const pet = await store.pets.insert({ name, categoryId, status }, initialQuantity(status), now);
    await record(context, "pet.created", pet, { petId: pet.id });
    return pet;
  },

  getPet: async ({ params: { petId } }, { store }) => (await store.pets.find(petId)) ?? petNotFound(petId),

  updatePet: ({ params: { petId }, body: { name, categoryId, status, note } }, context) =>
    repeatUntilUnchanged(async () => {
      const current = (await context.store.pets.find(petId)) ?? petNotFound(petId);
      requireMatch(context, current);
      const pet: Pet = {
        id: petId,
        name: name ?? current.name,
        categoryId: categoryId ?? current.categoryId,
        status: status ?? current.status,
      };
      requireTransition(current.status, pet.status);
      if (!(await context.store.pets.replace(current, pet))) return undefined;
      await recordPetUpdate(context, current, pet, note);
      return pet;
    }),

  deletePet: async ({ params: { petId } }, context) => {
    const { store } = context;
    const pet = (await store.pets.find(petId)) ?? petNotFound(petId);
    // Before the orders are read: one that is being placed waits for the row, or has it and is visible afterwards.
    if (!(await store.pets.delete(petId))) petNotFound(petId);
    const slice = { after: START.asc, limit: ORDERS_NAMED };
    const open = await store.orders.list({ petId, complete: false }, slice);
    if (open.length > 0) {
      const ids = open.map(({ id }) => id).join(", ");
      throw new Failure("conflict", `The pet ${petId} has open orders (${ids}): complete or cancel them first`);
    }
    await record(context, "pet.deleted", pet, { petId });
  },
};

/** Open orders that a message names. */
const ORDERS_NAMED = 10;

/** The stock of a new pet (decision D4). */
export function initialQuantity(status: PetStatus): number {
  return status === "sold" ? 0 : 1;
}

/** The statuses that a pet may get from each one (decision D2). */
const TRANSITIONS: { readonly [From in PetStatus]: readonly PetStatus[] } = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};

/** Refuses a change of a status that decision D2 does not allow. */
export function requireTransition(from: PetStatus, to: PetStatus): void {
  if (from === to || TRANSITIONS[from].includes(to)) return;
  const allowed = TRANSITIONS[from].join(" or ");
  throw new Failure("invalid_status_transition", `status: a pet that is ${from} may become ${allowed}; got ${to}`);
}

/** Refuses a request for a pet that does not exist. */
export function petNotFound(petId: bigint): never {
  throw new Failure("not_found", `There is no pet with the id ${petId}`);
}
