import type { PetMember, PetMembers } from "../contract/pet-members.ts";
import type { Pet } from "../contract/pets.ts";
import type { Context } from "./context.ts";
import { photosByPet } from "./published-photos.ts";

/** What reading a member may use. */
type ReadingContext = Pick<Context, "store" | "photoUrl">;

/** How each member that `include` adds is read: at once for all pets of a page. */
const READERS: {
  readonly [Member in PetMember]: (
    context: ReadingContext,
    petIds: readonly bigint[],
  ) => Promise<ReadonlyMap<bigint, PetMembers[Member]>>;
} = {
  profile: ({ store }, petIds) => store.profiles.ofPets(petIds),
  quantity: ({ store }, petIds) => store.inventory.quantities(petIds),
  createdAt: ({ store }, petIds) => store.inventory.firstChanges(petIds),
  photos: (context, petIds) => photosByPet(petIds, context),
};

/** Adds members to pets (decision D42). One that is removed in between lacks them. */
export async function withMembers(
  pets: readonly Pet[],
  names: readonly PetMember[] | undefined,
  context: ReadingContext,
): Promise<readonly (Pet & Partial<PetMembers>)[]> {
  if (names === undefined || pets.length === 0) return pets;
  const petIds = pets.map(({ id }) => id);
  const read = await Promise.all(names.map(async (name) => [name, await READERS[name](context, petIds)] as const));
  return pets.map((pet) => ({
    ...pet,
    ...Object.fromEntries(read.map(([name, values]) => [name, values.get(pet.id)])),
  }));
}
