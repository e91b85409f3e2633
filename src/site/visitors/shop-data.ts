/* What visitors may see of the store (decision D54): nothing else leaves this file. */

import { INT64_MAX } from "../../contract/common.ts";
import type { EventType } from "../../contract/events.ts";
import type { Pet } from "../../contract/pets.ts";
import type { Photo } from "../../contract/photos.ts";
import type { Profile } from "../../contract/profiles.ts";
import type { Context } from "../../core/context.ts";
import type { FeedBounds, StoredEvent } from "../../core/feed/event-ports.ts";
import type { Store } from "../../core/ports.ts";
import { tagKey } from "../../core/shop/profile-rules.ts";
import { photosByPet } from "../../core/shop/published-photos.ts";

/** How many pets a page has. */
export const PAGE_SIZE = 24;

/** A pet as visitors see it. */
export interface ShownPet {
  readonly id: bigint;
  readonly name: string;
  readonly isReserved: boolean;
  readonly category: string | undefined;
  readonly categoryId: bigint;
  /** Without the reference and the microchip, which are for staff. */
  readonly profile: Omit<Profile, "reference" | "microchip">;
  readonly photos: readonly Photo[];
  /** When the pet was added, in RFC 3339. */
  readonly since: string | undefined;
}

/** A pet with when what visitors see of it last changed, in RFC 3339. */
export interface ChangedPet extends ShownPet {
  readonly changedAt: string | undefined;
}

/** Which pets a list has. */
export interface ListRequest {
  readonly categoryId?: bigint | undefined;
  readonly tag?: string | undefined;
  /** Only pets with a smaller id. */
  readonly before?: bigint | undefined;
}

/** A category that has pets to show. */
export interface ShownCategory {
  readonly id: bigint;
  readonly name: string;
}

/** Some pets, the newest first. */
export interface ShownPage {
  readonly pets: readonly ShownPet[];
  /** Where the next page starts; undefined on the last one. */
  readonly next: bigint | undefined;
}

/** A pet's page: the pet, or why there is none. */
export type PetState = ShownPet | "gone" | "unknown";

/** The statuses of the pets that visitors see. */
const SHOWN = ["available", "pending"] as const;

/** The events of changes that visitors see. */
const CHANGES = ["pet.updated", "profile.updated", "photo.added", "photo.updated", "photo.deleted"] as const;

/** How many pets of a status a map has. A file of a sitemap may have 50,000 addresses. */
const ADDRESSES_MAX = 5000;

/** Categories that the page offers as filters, at most. */
const CATEGORIES_MAX = 40;

/** Reads what visitors see. */
export class ShopData {
  readonly #store: Store;
  readonly #photoUrl: Context["photoUrl"];

  constructor(store: Store, photoUrl: Context["photoUrl"]) {
    this.#store = store;
    this.#photoUrl = photoUrl;
  }

  /** Available and reserved pets, the newest first. */
  async page({ categoryId, tag, before = INT64_MAX }: ListRequest, size = PAGE_SIZE): Promise<ShownPage> {
    const slice = { after: before, limit: size + 1, order: "desc" } as const;
    const filter = { categoryId, tag: tag && tagKey(tag) };
    const lists = await Promise.all(SHOWN.map((status) => this.#store.pets.list({ ...filter, status }, slice)));
    // What one list has not searched yet may come before what the other has found.
    const end = lists.map(({ searchedTo = 0n }) => searchedTo).reduce((a, b) => (a > b ? a : b));
    const found = lists
      .flatMap(({ items }) => items)
      .filter(({ id }) => id >= end)
      .sort((one, other) => (one.id > other.id ? -1 : 1));
    const pets = await this.#shown(found.slice(0, size));
    const next = found.length > size ? pets.at(-1)?.id : end === 0n ? undefined : end;
    return { pets, next };
  }

  /** The pet with an id, if visitors may see it. */
  async pet(id: bigint): Promise<PetState> {
    const pet = await this.#store.pets.find(id);
    if (pet === undefined) return (await this.#wasRemoved(id)) ? "gone" : "unknown";
    if (pet.status === "sold") return "gone";
    const [shown] = await this.#shown([pet]);
    return shown ?? "unknown";
  }

  /** The categories with pets to show, by name. */
  async categories(): Promise<readonly ShownCategory[]> {
    const all = await this.#store.categories.list({ after: 0n, limit: CATEGORIES_MAX });
    const used = await Promise.all(all.map(({ id }) => this.page({ categoryId: id }, 1)));
    return all.filter((_, nth) => (used[nth]?.pets.length ?? 0) > 0).map(({ id, name }) => ({ id, name }));
  }

  /** The newest pets to show, with what their addresses are made of. */
  async addresses(): Promise<readonly Pick<ShownPet, "id" | "name">[]> {
    const slice = { after: INT64_MAX, limit: ADDRESSES_MAX, order: "desc" } as const;
    const lists = await Promise.all(SHOWN.map((status) => this.#store.pets.list({ status }, slice)));
    return lists.flatMap(({ items }) => items);
  }

  /** The newest pets with their last changes, as far back as events are kept. */
  async newest(): Promise<readonly ChangedPet[]> {
    const { pets } = await this.page({});
    const head = await this.#store.events.head();
    return Promise.all(
      pets.map(async (pet) => {
        const change = await this.#lastEvent(pet.id, CHANGES, head);
        return { ...pet, changedAt: change ? new Date(change.at).toISOString() : pet.since };
      }),
    );
  }

  async #wasRemoved(petId: bigint): Promise<boolean> {
    return (await this.#lastEvent(petId, ["pet.deleted"], await this.#store.events.head())) !== undefined;
  }

  async #lastEvent(
    petId: bigint,
    types: readonly EventType[],
    { last, deleted }: FeedBounds,
  ): Promise<StoredEvent | undefined> {
    const slice = { after: last + 1n, limit: 1, order: "desc" } as const;
    const [event] = await this.#store.events.list({ petId, types }, slice, deleted + 1n);
    return event;
  }

  async #shown(pets: readonly Pet[]): Promise<readonly ShownPet[]> {
    if (pets.length === 0) return [];
    const ids = pets.map(({ id }) => id);
    const categoryIds = [...new Set(pets.map(({ categoryId }) => categoryId))];
    const [profiles, photos, since, categories] = await Promise.all([
      this.#store.profiles.ofPets(ids),
      photosByPet(ids, { store: this.#store, photoUrl: this.#photoUrl }),
      this.#store.inventory.firstChanges(ids),
      Promise.all(categoryIds.map(async (id) => this.#store.categories.find(id))),
    ]);
    const names = new Map(categories.map((category) => [category?.id, category?.name]));
    return pets.map(({ id, name, status, categoryId }) => {
      const { petId: _, reference: __, microchip: ___, ...profile } = profiles.get(id) ?? { petId: id };
      const isReserved = status === "pending";
      const category = names.get(categoryId);
      return {
        id,
        name,
        isReserved,
        category,
        categoryId,
        profile,
        photos: photos.get(id) ?? [],
        since: since.get(id),
      };
    });
  }
}
