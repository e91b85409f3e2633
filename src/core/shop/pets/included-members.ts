import { ADDED, type Added, type Serializer, serializer } from "../../../contract/json/serializer.ts";
import { type PetMember, PetMembers } from "../../../contract/pets/pet-members.ts";
import type { Pet } from "../../../contract/pets/pets.ts";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import type { Context } from "../../context.ts";
import type { ListedPet } from "../../ports.ts";
import { photosByPet } from "../photos/published-photos.ts";

/** What reading a member may use. */
type ReadingContext = Pick<Context, "store" | "photoUrl" | "memberTexts">;

/** How each member that `include` adds is read, for all pets of a page at once. */
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

/** The columns that a list reads with each pet for these members. */
export function includedColumn(names: readonly PetMember[] = []): "revision" | undefined {
  return names.some((name) => REVISED.has(name)) ? "revision" : undefined;
}

/** Adds members to pets (decision D42). A pet that is removed meanwhile lacks them. */
export function withMembers(
  pets: readonly ListedPet[],
  names: readonly PetMember[] | undefined,
  context: ReadingContext,
): MaybePromise<readonly (Pet & Added)[]> {
  return names === undefined || pets.length === 0 ? pets : readMembers(pets, names, context);
}

async function readMembers(
  pets: readonly ListedPet[],
  names: readonly PetMember[],
  context: ReadingContext,
): Promise<readonly (Pet & Added)[]> {
  const { true: revised = [], false: others = [] } = Object.groupBy(names, (name) => `${REVISED.has(name)}` as const);
  const [known, read] = await Promise.all([knownTexts(revised, pets, context), readTexts(others, pets, context)]);
  return pets.map((pet) => ({ ...pet, [ADDED]: (known.get(pet.id) ?? "") + (read.get(pet.id) ?? "") }));
}

/** The JSON of members, by the id of the pet. */
type Texts = ReadonlyMap<bigint, string>;

/**
 * Reads only the texts that are not cached at the revisions of these pets. The revisions were read first: a text may be newer than its
 * revision, never older.
 */
async function knownTexts(
  names: readonly PetMember[],
  pets: readonly ListedPet[],
  context: ReadingContext,
): Promise<Texts> {
  if (names.length === 0) return new Map();
  const { memberTexts } = context;
  const key = names.join();
  const texts = new Map<bigint, string>();
  const unknown: ListedPet[] = [];
  for (const pet of pets) {
    const text = pet.revision === undefined ? undefined : memberTexts.get(key, pet.id, pet.revision);
    if (text === undefined) unknown.push(pet);
    else texts.set(pet.id, text);
  }
  const read = await readTexts(names, unknown, context);
  for (const { id, revision } of unknown) {
    const text = read.get(id);
    if (text === undefined) continue;
    texts.set(id, text);
    if (revision !== undefined) memberTexts.set(key, id, revision, text);
  }
  return texts;
}

async function readTexts(names: readonly PetMember[], pets: readonly Pet[], context: ReadingContext): Promise<Texts> {
  const texts = new Map<bigint, string>();
  if (names.length === 0 || pets.length === 0) return texts;
  const petIds = pets.map(({ id }) => id);
  const members = await Promise.all(names.map((name) => READERS[name](context, petIds)));
  for (const [nth, name] of names.entries()) {
    for (const [petId, value] of members[nth] ?? []) {
      texts.set(petId, `${texts.get(petId) ?? ""},"${name}":${SERIALIZERS[name](value)}`);
    }
  }
  return texts;
}
