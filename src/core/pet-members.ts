import { type PetMember, PetMembers } from "../contract/pet-members.ts";
import type { Pet } from "../contract/pets.ts";
import { ADDED, type Added, type Serializer, serializer } from "../contract/serializer.ts";
import type { Context } from "./context.ts";
import { photosByPet } from "./published-photos.ts";

/** What reading a member may use. */
type ReadingContext = Pick<Context, "store" | "photoUrl" | "memberTexts">;

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

const SERIALIZERS = Object.fromEntries(
  Object.entries(PetMembers.shape).map(([name, schema]) => [name, serializer(schema)]),
) as Readonly<Record<PetMember, Serializer>>;

/** The members that change only with the revision of their pet. */
const REVISED: ReadonlySet<PetMember> = new Set(["profile", "photos"]);

/** Adds members to pets (decision D42). One that is removed in between lacks them. */
export async function withMembers(
  pets: readonly Pet[],
  names: readonly PetMember[] | undefined,
  context: ReadingContext,
): Promise<readonly (Pet & Added)[]> {
  if (names === undefined || pets.length === 0) return pets;
  const petIds = pets.map(({ id }) => id);
  const { true: revised = [], false: others = [] } = Object.groupBy(names, (name) => `${REVISED.has(name)}` as const);
  const [known, read] = await Promise.all([knownTexts(revised, petIds, context), readTexts(others, petIds, context)]);
  return pets.map((pet) => ({ ...pet, [ADDED]: (known.get(pet.id) ?? "") + (read.get(pet.id) ?? "") }));
}

/** Members as `ADDED` has them. */
type Texts = ReadonlyMap<bigint, string>;

/** Reads only the texts that are not known at the revisions of these pets. */
async function knownTexts(
  names: readonly PetMember[],
  petIds: readonly bigint[],
  context: ReadingContext,
): Promise<Texts> {
  if (names.length === 0) return new Map();
  const { store, memberTexts } = context;
  // Before the members: a text may be newer than its revision, never older.
  const revisions = await store.pets.revisions(petIds);
  const key = names.join();
  const texts = new Map<bigint, string>();
  const unknown: bigint[] = [];
  for (const [petId, revision] of revisions) {
    const text = memberTexts.get(key, petId, revision);
    if (text === undefined) unknown.push(petId);
    else texts.set(petId, text);
  }
  if (unknown.length === 0) return texts;
  for (const [petId, text] of await readTexts(names, unknown, context)) {
    texts.set(petId, text);
    memberTexts.set(key, petId, revisions.get(petId) as bigint, text);
  }
  return texts;
}

async function readTexts(
  names: readonly PetMember[],
  petIds: readonly bigint[],
  context: ReadingContext,
): Promise<Texts> {
  const texts = new Map<bigint, string>();
  const members = await Promise.all(names.map((name) => READERS[name](context, petIds)));
  for (const [nth, name] of names.entries()) {
    for (const [petId, value] of members[nth] ?? []) {
      texts.set(petId, `${texts.get(petId) ?? ""},"${name}":${SERIALIZERS[name](value)}`);
    }
  }
  return texts;
}
