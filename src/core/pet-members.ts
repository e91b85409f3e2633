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
  // Before the members: a text may be newer than its revision, never older.
  const revisions = names.some((name) => REVISED.has(name)) ? await context.store.pets.revisions(petIds) : new Map();
  const texts = await Promise.all(
    names.map((name) => (REVISED.has(name) ? knownTexts : readTexts)(name, petIds, context, revisions)),
  );
  return pets.map((pet) => {
    let added = "";
    for (const of of texts) added += of.get(pet.id) ?? "";
    return { ...pet, [ADDED]: added };
  });
}

/** Members as `ADDED` has them. */
type Texts = ReadonlyMap<bigint, string>;

/** Reads only the texts that are not known at the revisions of these pets. */
async function knownTexts(
  name: PetMember,
  petIds: readonly bigint[],
  context: ReadingContext,
  revisions: ReadonlyMap<bigint, bigint>,
): Promise<Texts> {
  const { memberTexts } = context;
  const texts = new Map<bigint, string>();
  const unknown: bigint[] = [];
  for (const petId of petIds) {
    const revision = revisions.get(petId);
    if (revision === undefined) continue;
    const text = memberTexts.get(name, petId, revision);
    if (text === undefined) unknown.push(petId);
    else texts.set(petId, text);
  }
  if (unknown.length === 0) return texts;
  for (const [petId, text] of await readTexts(name, unknown, context)) {
    texts.set(petId, text);
    memberTexts.set(name, petId, revisions.get(petId) as bigint, text);
  }
  return texts;
}

async function readTexts(name: PetMember, petIds: readonly bigint[], context: ReadingContext): Promise<Texts> {
  const values: ReadonlyMap<bigint, unknown> = await READERS[name](context, petIds);
  return new Map([...values].map(([petId, value]) => [petId, `,"${name}":${SERIALIZERS[name](value)}`]));
}
