/* Changes of pets: status, kind, tags, price and company, of one or of many, each with its Undo. */
import type {
  GetPetQuery,
  Pet,
  PetProfile,
  PetStatus,
  PetUpdate,
  PetWithIncluded,
  ProfileUpdate,
} from "../../../client/index.ts";
import { PetstoreError } from "../../../client/index.ts";
import { nextStatuses } from "../../../contract/pets/pet-status.ts";
import type { Money } from "../../../contract/values/money.ts";
import { allTexts } from "../../app/formats/language.ts";
import { formatMoney } from "../../app/formats/money-text.ts";
import { petstore } from "../../app/session/session.ts";
import { run, type Step, type Words } from "../command.ts";
import { isEqual, publish } from "../events/changes.ts";
import { categoryName } from "./category-data.ts";

/** A pet with the tag of its state. */
export interface TaggedPet {
  readonly pet: PetWithIncluded;
  /** Undefined if the service sends none. */
  readonly etag: string | undefined;
}

/** Reads a pet with its tag. */
export async function readPet(id: bigint, signal?: AbortSignal, include?: GetPetQuery["include"]): Promise<TaggedPet> {
  const { data, etag } = await petstore()
    .pets.list({ ids: [id], include }, { signal })
    .withResponse();
  const [pet] = data.items;
  if (pet === undefined) throw new PetstoreError({ code: "not_found", message: `no pet ${id}`, status: 404 });
  return { pet, etag };
}

/** The updates from one status to another: one, or two through `available`. */
function updatesBetween(from: PetStatus, to: PetStatus): readonly PetUpdate[] {
  const steps: readonly PetStatus[] = nextStatuses[from].includes(to) ? [to] : ["available", to];
  return steps.map((status) => ({ status }));
}

/** Changes the status of pets. */
export async function changeStatus(pets: readonly Pet[], status: PetStatus): Promise<void> {
  const { pets: words } = allTexts.value;
  const steps = pets
    .filter((pet) => pet.status !== status)
    .map((pet) => petStep(pet, updatesBetween(pet.status, status), updatesBetween(status, pet.status)));
  await run(steps, {
    done: ([one, ...others]) =>
      one !== undefined && others.length === 0
        ? words.statusChanged(one.pet.name, words.statuses[status])
        : words.manyStatusChanged(others.length + 1, words.statuses[status]),
    undone: ([one, ...others]) =>
      one !== undefined && others.length === 0
        ? words.statusUndone(one.pet.name, words.statuses[one.pet.status])
        : words.manyUndone(others.length + 1),
  });
}

/** Moves pets to a category. */
export async function changeCategory(pets: readonly Pet[], categoryId: bigint): Promise<void> {
  const steps = pets
    .filter((pet) => pet.categoryId !== categoryId)
    .map((pet) => petStep(pet, [{ categoryId }], [{ categoryId: pet.categoryId }]));
  await run(
    steps,
    ofMany((count) => allTexts.value.pets.manyMoved(count, categoryName(categoryId))),
  );
}

function ofMany<Result>(done: (count: number) => string): Words<Result> {
  return {
    done: ({ length }) => done(length),
    undone: ({ length }) => allTexts.value.pets.manyUndone(length),
  };
}

/**
 * A step of one or more updates, which the service allows one after the other. `back` undoes it, unless the pet has changed since: then it
 * no longer has this tag.
 */
function petStep(pet: Pet, updates: readonly PetUpdate[], back?: readonly PetUpdate[], etag?: string): Step<TaggedPet> {
  const last = Object.assign({}, ...updates) as PetUpdate;
  const previous: Partial<Pet> = Object.fromEntries(Object.entries(pet).filter(([name]) => name in last));
  return {
    about: `pet ${pet.id}`,
    optimistic: { type: "pet.updated", data: { ...pet, ...last } as Pet, previous },
    async send({ key }) {
      let reached: TaggedPet = { pet, etag };
      for (const [index, update] of updates.entries()) {
        const options = { ifMatch: reached.etag, idempotencyKey: `${key}-${index}` };
        const response = await petstore().pets.update(pet.id, update, options).withResponse();
        reached = { pet: response.data, etag: response.etag };
      }
      return reached;
    },
    facts: (reached) => ({ type: "pet.updated", data: reached.pet }),
    refresh: (error) => readAgain(pet, error),
    undo: back && ((reached) => petStep(reached.pet, back, undefined, reached.etag)),
  };
}

/** Reads and shows a pet after a refused change: somebody else may have changed or deleted it. */
async function readAgain(pet: Pet, error: unknown): Promise<void> {
  if (!PetstoreError.is(error) || error.status === 0) return;
  try {
    publish({ type: "pet.updated", data: (await readPet(pet.id, undefined, ["profile"])).pet, source: "here" });
  } catch (cause) {
    if (PetstoreError.is(cause) && cause.status === 404) publish({ type: "pet.deleted", data: pet, source: "here" });
  }
}

/** A profile with its tag, and the update that undoes the last change. */
interface ReachedProfile {
  readonly profile: PetProfile;
  readonly etag: string | undefined;
  readonly back: ProfileUpdate;
}

const isTag = (tag: string) => (other: string) => other.toLowerCase() === tag.toLowerCase();

/** Whether a pet has a tag, whatever its case. */
export function hasTag({ profile }: PetWithIncluded, tag: string): boolean {
  return profile?.tags?.some(isTag(tag)) ?? false;
}

/** Adds a tag to pets, or removes it. Their other tags stay, also those that somebody else adds meanwhile. */
export async function changeTag(pets: readonly PetWithIncluded[], tag: string, isAdded: boolean): Promise<void> {
  const { pets: words } = allTexts.value;
  const steps = pets
    .filter((pet) => hasTag(pet, tag) !== isAdded)
    .map((pet) =>
      listStep(pet, "tags", (tags) => [...tags.filter((other) => !isTag(tag)(other)), ...(isAdded ? [tag] : [])]),
    );
  await run(
    steps,
    ofMany((count) => (isAdded ? words.manyTagged(count, tag) : words.manyUntagged(count, tag))),
  );
}

/** Sets or ends that a pet belongs together with another. The others of each stay. */
export async function changeTogether(pet: PetWithIncluded, partner: Pet, isAdded: boolean): Promise<void> {
  const { profile: words } = allTexts.value;
  const { id } = partner;
  const step = listStep(pet, "together", (ids) => [...ids.filter((one) => one !== id), ...(isAdded ? [id] : [])]);
  const [paired, unpaired] = [words.paired(pet.name, partner.name), words.unpaired(pet.name, partner.name)];
  await run([step], { done: () => (isAdded ? paired : unpaired), undone: () => (isAdded ? unpaired : paired) });
}

/** A change of a list in a profile, computed when it is sent. */
function listStep<Name extends "tags" | "together">(
  pet: PetWithIncluded,
  name: Name,
  change: (values: NonNullable<PetProfile[Name]>) => NonNullable<PetProfile[Name]>,
): Step<ReachedProfile> {
  const after = (profile: Partial<PetProfile> = {}): ProfileUpdate => {
    const values = change(profile[name] ?? ([] as unknown as NonNullable<PetProfile[Name]>));
    return { [name]: values.length === 0 ? null : values };
  };
  return profileStep(pet, after(pet.profile), async (key) => {
    const { data, etag } = await petstore().pets.profile(pet.id).withResponse();
    return updateProfile(pet.id, after(data), { [name]: data[name] ?? null }, key, etag);
  });
}

/** Sets the price of pets; undefined removes it. */
export async function changePrice(pets: readonly PetWithIncluded[], price: Money | undefined): Promise<void> {
  const { pets: words } = allTexts.value;
  const change: ProfileUpdate = { price: price ?? null };
  const steps = pets
    .filter(({ profile }) => !isEqual(profile?.price, price))
    .map((pet) => {
      const back = { price: pet.profile?.price ?? null };
      return profileStep(pet, change, (key) => updateProfile(pet.id, change, back, key));
    });
  await run(
    steps,
    ofMany((count) => (price === undefined ? words.manyPriceless(count) : words.manyPriced(count, formatMoney(price)))),
  );
}

function profileStep(
  pet: PetWithIncluded,
  change: ProfileUpdate,
  send: (key: string) => Promise<ReachedProfile>,
  isUndo = false,
): Step<ReachedProfile> {
  const { id, profile } = pet;
  const before = profile ?? { petId: id };
  const known = Object.entries(change).map(([name, value]) => [name, value ?? undefined]);
  const previous = Object.fromEntries(known.map(([name]) => [name, before[name as keyof PetProfile]]));
  return {
    about: `pet ${id}`,
    optimistic: { type: "profile.updated", data: { ...before, ...Object.fromEntries(known) }, previous },
    send: ({ key }) => send(key),
    facts: (reached) => ({ type: "profile.updated", data: reached.profile }),
    refresh: (error) => readAgain(pet, error),
    undo: isUndo
      ? undefined
      : ({ profile: now, etag, back }) =>
          // A later change by others is not overwritten.
          profileStep({ ...pet, profile: now }, back, (key) => updateProfile(id, back, change, key, etag), true),
  };
}

async function updateProfile(
  id: bigint,
  change: ProfileUpdate,
  back: ProfileUpdate,
  idempotencyKey: string,
  ifMatch?: string,
): Promise<ReachedProfile> {
  const options = { ifMatch, idempotencyKey };
  const { data: profile, etag } = await petstore().pets.updateProfile(id, change, options).withResponse();
  return { profile, etag, back };
}
