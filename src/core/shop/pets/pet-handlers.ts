import { Failure, notFound } from "../../../contract/errors/errors.ts";
import type { Handlers } from "../../../contract/operation.ts";
import { nextStatuses } from "../../../contract/pets/pet-status.ts";
import type { Pet, PetStatus, petOperations } from "../../../contract/pets/pets.ts";
import { chain } from "../../concurrency/maybe-promise.ts";
import type { Context } from "../../context.ts";
import { START } from "../../pagination.ts";
import { repeatUntilUnchanged, requireMatch } from "../../preconditions.ts";
import { record, recordPetUpdate, recordProfileUpdate } from "../../recorded-events.ts";
import { recordParting } from "../orders/pairs.ts";
import { identifiersOf, requireUnusedIdentifiers } from "./identifiers.ts";
import { includedColumn, withMembers } from "./included-members.ts";
import { findPets, petFilter } from "./pet-filter.ts";
import { requireRules, withoutEmpty } from "./profile-rules.ts";

export const pets: Handlers<typeof petOperations, Context> = {
  listPets: ({ query: { include, limit, cursor, order, sort, ...given } }, context) =>
    chain(
      findPets(petFilter(given, context), { limit, cursor, order, sort }, includedColumn(include), context),
      ({ items, next }) => chain(withMembers(items, include, context), (whole) => ({ items: whole, next })),
    ),

  createPet: async ({ body: { name, categoryId, status = "available", profile: members = {} } }, context) => {
    const { store, now } = context;
    const profile = withoutEmpty(members);
    requireRules(profile, now, "profile.");
    await store.profiles.claim(identifiersOf(profile));
    await requireUnusedIdentifiers(store.profiles.owners, undefined, { before: {}, after: profile }, "profile.");
    const quantity = initialQuantity(status);
    const pet = await store.pets.insert({ name, categoryId, status }, quantity, now);
    const petId = pet.id;
    record(context, "pet.created", pet, { petId });
    record(context, "inventory.updated", { petId, quantity, status }, { petId });
    if (Object.keys(profile).length > 0) await store.profiles.put([{ petId, ...profile }]);
    recordProfileUpdate(context, petId, {}, profile);
    return pet;
  },

  getPet: ({ params: { petId }, query: { include } }, context) =>
    chain(context.store.pets.find(petId), (pet = notFound("pet", petId)) =>
      include === undefined ? pet : chain(withMembers([pet], include, context), ([whole = pet]) => whole),
    ),

  updatePet: ({ params: { petId }, body: { name, categoryId, status, note } }, context) =>
    repeatUntilUnchanged(async () => {
      const current = (await context.store.pets.find(petId)) ?? notFound("pet", petId);
      requireMatch(context, current);
      const pet: Pet = {
        id: petId,
        name: name ?? current.name,
        categoryId: categoryId ?? current.categoryId,
        status: status ?? current.status,
      };
      requireTransition(current.status, pet.status);
      if (!(await context.store.pets.replace(current, pet))) return undefined;
      recordPetUpdate(context, current, pet, note);
      return pet;
    }),

  deletePet: async ({ params: { petId } }, context) => {
    const { store } = context;
    // Before the orders are read: one that is being placed waits for the row, or is visible afterwards.
    const partners = (await store.profiles.find(petId))?.together ?? [];
    const pet = (await store.pets.delete(petId)) ?? notFound("pet", petId);
    requireMatch(context, pet);
    const slice = { after: START.asc, limit: ORDERS_NAMED };
    const open = await store.orders.list({ petId, complete: false }, slice);
    if (open.length > 0) {
      const ids = open.map(({ id }) => id).join(", ");
      throw new Failure("conflict", `Pet ${petId} has open orders (${ids}): complete or cancel them first`);
    }
    record(context, "pet.deleted", pet, { petId });
    await recordParting(petId, partners, context);
  },
};

/** Open orders that a message names. */
const ORDERS_NAMED = 10;

/** The stock of a new pet (decision D4). */
export function initialQuantity(status: PetStatus): number {
  return status === "sold" ? 0 : 1;
}

/** Refuses a change of a status that decision D2 does not allow. */
export function requireTransition(from: PetStatus, to: PetStatus): void {
  if (from === to || nextStatuses[from].includes(to)) return;
  const allowed = nextStatuses[from].join(" or ");
  throw new Failure("invalid_status_transition", `status: a pet that is ${from} may become ${allowed}; got ${to}`);
}
