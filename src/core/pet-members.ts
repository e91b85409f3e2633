import type { PetMember, PetMembers } from "../contract/pet-members.ts";
import type { Pet } from "../contract/pets.ts";
import type { Context } from "./context.ts";
import type { Repositories } from "./ports.ts";

/** How each member that `include` adds is read: at once for all pets of a page. */
const READERS: {
  readonly [Member in PetMember]: (
    store: Repositories,
    petIds: readonly bigint[],
  ) => Promise<ReadonlyMap<bigint, PetMembers[Member]>>;
} = {
  quantity: ({ inventory }, petIds) => inventory.quantities(petIds),
  createdAt: ({ inventory }, petIds) => inventory.firstChanges(petIds),
};

/** Adds members to pets (decision D42). One that is removed in between lacks them. */
export async function withMembers(
  pets: readonly Pet[],
  names: readonly PetMember[] | undefined,
  { store }: Pick<Context, "store">,
): Promise<readonly (Pet & Partial<PetMembers>)[]> {
  if (names === undefined || pets.length === 0) return pets;
  const petIds = pets.map(({ id }) => id);
  const read = await Promise.all(names.map(async (name) => [name, await READERS[name](store, petIds)] as const));
  return pets.map((pet) => ({
    ...pet,
    ...Object.fromEntries(read.map(([name, values]) => [name, values.get(pet.id)])),
  }));
}
