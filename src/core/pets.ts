import { Failure } from "../contract/errors.ts";
import type { Handlers } from "../contract/operation.ts";
import type { PetStatus, petOperations } from "../contract/pets.ts";
import type { Context } from "./context.ts";
import { page } from "./pagination.ts";

export const pets: Handlers<typeof petOperations, Context> = {
  listPets: ({ query: { status, ids, ...pageRequest } }, context) =>
    page(
      pageRequest,
      ["pets", status ?? "", ids?.join() ?? ""],
      context,
      (pet) => pet.id,
      (slice) => context.store.pets.list({ status, ids }, slice),
    ),

  createPet: ({ body: { name, categoryId, status = "available" } }, { store }) =>
    store.pets.insert({ name, categoryId, status }, initialQuantity(status)),

  getPet: async ({ params: { petId } }, { store }) => (await store.pets.find(petId)) ?? petNotFound(petId),
};

/** The stock of a new pet (decision D4). */
export function initialQuantity(status: PetStatus): number {
  return status === "sold" ? 0 : 1;
}

/** Refuses a request for a pet that does not exist. */
export function petNotFound(petId: bigint): never {
  throw new Failure("not_found", `There is no pet with the id ${petId}`);
}
