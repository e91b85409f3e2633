/* What people change about pets: status, kind, tags, price, photos and stock, of one or of many, each with its Undo. */
import type {
  GetPetQuery,
  Pet,
  PetProfile,
  PetStatus,
  PetUpdate,
  PetWithIncluded,
  Photo,
  ProfileUpdate,
} from "../../client/index.ts";
import { PetstoreError } from "../../client/index.ts";
import type { Money } from "../../contract/money.ts";
import { nextStatuses } from "../../contract/pet-status.ts";
import { allTexts } from "../app/language.ts";
import { formatMoney } from "../app/money-text.ts";
import { petstore } from "../app/session.ts";
import { categoryName } from "./category-data.ts";
import { isEqual, publish } from "./changes.ts";
import { run, type Step, unlessGone, type Words } from "./command.ts";

/** A pet with the tag of its state. */
export interface TaggedPet {
  readonly pet: PetWithIncluded;
  /** Undefined if the service does not say. */
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

/** The updates from one status to another: one, or two by way of `available`. */
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
 * A change of one or more updates, which the service allows one after the other. `back` takes it back, unless somebody has changed
 * the pet since: then it no longer has this tag.
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

/** Shows how a pet is after a change that the service refused: somebody else may have changed or deleted it. */
async function readAgain(pet: Pet, error: unknown): Promise<void> {
  if (!PetstoreError.is(error) || error.status === 0) return;
  try {
    publish({ type: "pet.updated", data: (await readPet(pet.id, undefined, ["profile"])).pet, source: "here" });
  } catch (cause) {
    if (PetstoreError.is(cause) && cause.status === 404) publish({ type: "pet.deleted", data: pet, source: "here" });
  }
}

/** A profile with its tag, and what takes the change back that has led to it. */
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

/** Gives pets a tag, or takes it from them. The other tags of each stay, also those that somebody else adds meanwhile. */
export async function changeTag(pets: readonly PetWithIncluded[], tag: string, isAdded: boolean): Promise<void> {
  const { pets: words } = allTexts.value;
  const after = (tags: readonly string[] = []) => {
    const others = tags.filter((other) => !isTag(tag)(other));
    const next = isAdded ? [...others, tag] : others;
    return next.length === 0 ? null : next;
  };
  const steps = pets
    .filter((pet) => hasTag(pet, tag) !== isAdded)
    .map((pet) =>
      profileStep(pet, { tags: after(pet.profile?.tags) }, async (key) => {
        const { data, etag } = await petstore().pets.profile(pet.id).withResponse();
        return updateProfile(pet.id, { tags: after(data.tags) }, { tags: data.tags ?? null }, key, etag);
      }),
    );
  await run(
    steps,
    ofMany((count) => (isAdded ? words.manyTagged(count, tag) : words.manyUntagged(count, tag))),
  );
}

/** Gives pets a price; undefined for none. */
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
          // Nobody's later change is overwritten.
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

/** Moves a photo to another place among those of its pet. The first one is the main photo. */
export async function movePhoto(photo: Photo, position: number): Promise<void> {
  const { photos: words } = allTexts.value;
  await run([photoStep(photo, position)], {
    done: () => (position === 1 ? words.mainNow : words.moved),
    undone: () => words.moved,
  });
}

function photoStep(photo: Photo, position: number, isUndo = false): Step<Photo> {
  const { id, petId, position: before } = photo;
  return {
    about: `photos ${petId}`,
    optimistic: { type: "photo.updated", data: { ...photo, position }, previous: { position: before } },
    send: async ({ key }) => petstore().pets.photos.update(petId, id, { position }, { idempotencyKey: key }),
    facts: (data) => ({ type: "photo.updated", data }),
    undo: isUndo ? undefined : (moved) => photoStep(moved, before, true),
  };
}

/** Removes a photo. */
export async function deletePhoto(photo: Photo): Promise<void> {
  await run([photoRemoval(photo)], { done: () => allTexts.value.photos.deleted });
}

/** The removal of a photo. */
export function photoRemoval(photo: Photo): Step<Photo> {
  return {
    about: `photos ${photo.petId}`,
    async send(attempt) {
      await unlessGone(attempt, petstore().pets.photos.delete(photo.petId, photo.id));
      return photo;
    },
    facts: (data) => ({ type: "photo.deleted", data }),
  };
}
