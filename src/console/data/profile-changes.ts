/* Changes of the tags and the price of one or many pets. */
import type { PetProfile, PetWithIncluded, ProfileUpdate } from "../../client/index.ts";
import type { Money } from "../../contract/money.ts";
import { allTexts } from "../app/language.ts";
import { formatMoney } from "../app/money.ts";
import { petstore } from "../app/session.ts";
import { isEqual } from "./changes.ts";
import type { Making } from "./making.ts";
import { changeMany, type Edit } from "./many-changes.ts";

/** A profile with its tag, and what takes the change back that has led to it. */
interface Reached {
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
export function changeTag(pets: readonly PetWithIncluded[], tag: string, isAdded: boolean): Promise<void> {
  const { pets: words } = allTexts.value;
  const after = (tags: readonly string[] = []) => {
    const others = tags.filter((other) => !isTag(tag)(other));
    const next = isAdded ? [...others, tag] : others;
    return next.length === 0 ? null : next;
  };
  const edits = pets
    .filter((pet) => hasTag(pet, tag) !== isAdded)
    .map((pet) =>
      editOf(pet, { tags: after(pet.profile?.tags) }, async () => {
        const { data, etag } = await petstore().pets.profile(pet.id).withResponse();
        return update(pet.id, { tags: after(data.tags) }, { tags: data.tags ?? null }, etag);
      }),
    );
  return changeMany(edits, {
    done: (count) => (isAdded ? words.manyTagged(count, tag) : words.manyUntagged(count, tag)),
    undone: words.manyUndone,
  });
}

/** Gives pets a price; undefined for none. */
export function changePrice(pets: readonly PetWithIncluded[], price: Money | undefined): Promise<void> {
  const { pets: words } = allTexts.value;
  const change: ProfileUpdate = { price: price ?? null };
  const edits = pets
    .filter(({ profile }) => !isEqual(profile?.price, price))
    .map((pet) => editOf(pet, change, () => update(pet.id, change, { price: pet.profile?.price ?? null }, undefined)));
  return changeMany(edits, {
    done: (count) => (price === undefined ? words.manyPriceless(count) : words.manyPriced(count, formatMoney(price))),
    undone: words.manyUndone,
  });
}

function editOf(pet: PetWithIncluded, change: ProfileUpdate, send: () => Promise<Reached>): Edit<Reached> {
  return {
    pet,
    change: { ...showing(pet, change), send },
    reverse: ({ profile, etag, back }) => ({
      ...showing({ ...pet, profile }, back),
      // Nobody's later change is overwritten.
      send: () => update(pet.id, back, change, etag),
    }),
  };
}

/** How a profile is shown while its change is under way, and afterwards. */
function showing({ id, profile }: PetWithIncluded, change: ProfileUpdate): Omit<Making<Reached>, "send"> {
  const before = profile ?? { petId: id };
  const known = Object.entries(change).map(([name, value]) => [name, value ?? undefined]);
  const previous = Object.fromEntries(known.map(([name]) => [name, before[name as keyof PetProfile]]));
  return {
    shown: { type: "profile.updated", data: { ...before, ...Object.fromEntries(known) }, previous },
    facts: (reached) => ({ type: "profile.updated", data: reached.profile }),
  };
}

async function update(
  id: bigint,
  change: ProfileUpdate,
  back: ProfileUpdate,
  ifMatch: string | undefined,
): Promise<Reached> {
  const { data: profile, etag } = await petstore().pets.updateProfile(id, change, { ifMatch }).withResponse();
  return { profile, etag, back };
}
