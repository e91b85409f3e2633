/* The data that visitors may see (decision D54). Public pages read the store only through this file. */

import { INT64_MAX } from "../../contract/common.ts";
import type { EventType } from "../../contract/events/events.ts";
import type { Pet } from "../../contract/pets/pets.ts";
import type { Photo } from "../../contract/pets/photos.ts";
import type { Profile } from "../../contract/pets/profiles.ts";
import type { Context } from "../../core/context.ts";
import type { FeedBounds, StoredEvent } from "../../core/feed/event-ports.ts";
import type { Store } from "../../core/ports.ts";
import { photosByPet } from "../../core/shop/photos/published-photos.ts";
import { type Catalogs, type Selection, SHOWN } from "./list/catalog.ts";
import { type ListRequest, WHOLE } from "./list/list-request.ts";
import { type Partner, partnersOf } from "./pet/partners.ts";

/** Pets per page. */
export const PAGE_SIZE = 24;

/** A pet as visitors see it. */
export interface ShownPet {
  readonly id: bigint;
  readonly name: string;
  readonly isReserved: boolean;
  readonly category: string | undefined;
  readonly categoryId: bigint;
  /** Without reference and microchip, which are for staff. */
  readonly profile: Omit<Profile, "reference" | "microchip" | "published">;
  readonly isChipped: boolean;
  readonly photos: readonly Photo[];
  /** Its partners that visitors may see. */
  readonly together: readonly Partner[];
  /** When the pet was added, in RFC 3339. */
  readonly since: string | undefined;
}

/** A pet and when its visible data last changed, in RFC 3339. */
export interface ChangedPet extends ShownPet {
  readonly changedAt: string | undefined;
}

/** A pet as its own page shows it. */
export interface DetailedPet extends ShownPet {
  /** The only care data that visitors see. */
  readonly isVaccinated: boolean;
}

/** A category with visible pets, and their number. */
export interface ShownCategory {
  readonly id: bigint;
  readonly name: string;
  readonly count: number;
}

/** A tag of visible pets, and their number. */
export interface ShownTag {
  readonly tag: string;
  readonly count: number;
}

/** One page of a list. */
export interface ShownPage {
  readonly pets: readonly ShownPet[];
  /** The page number and the number of pages. */
  readonly page: number;
  readonly pages: number;
  /** How many pets match. */
  readonly count: number;
  /** How many pets of all categories match the other filters. */
  readonly ofAllCategories: number;
  /** How many pets there are without any filter. */
  readonly total: number;
  readonly categories: readonly ShownCategory[];
  /** Most frequent first. */
  readonly tags: readonly ShownTag[];
  /** Whether nothing was stored since these pets were read. */
  readonly isCurrent: boolean;
}

/** The subject of a pet's page: the pet and similar ones, or why there is none. */
export type PetState =
  | { readonly pet: DetailedPet; readonly isAdopted: boolean; readonly others: readonly ShownPet[] }
  | "gone"
  | "unknown";

/** Events about changes that visitors see. */
const CHANGES = ["pet.updated", "profile.updated", "photo.added", "photo.updated", "photo.deleted"] as const;

/** Sitemap entries per status. The format allows 50,000 per file. */
const ADDRESSES_MAX = 5000;

/** How many similar pets a page shows. */
const SIMILAR = 4;

/** How many categories and tags are offered as filters. */
const CATEGORIES_MAX = 40;
const TAGS_MAX = 40;

/** Reads the data for visitors. */
export class ShopData {
  readonly #store: Store;
  readonly #catalogs: Catalogs;
  readonly #photoUrl: Context["photoUrl"];
  readonly #today: () => string;

  /** `today` returns the day in the shop's time zone. */
  constructor(store: Store, catalogs: Catalogs, photoUrl: Context["photoUrl"], today: () => string) {
    this.#today = today;
    this.#store = store;
    this.#catalogs = catalogs;
    this.#photoUrl = photoUrl;
  }

  /** A page of available and reserved pets. */
  async page(request: ListRequest, size = PAGE_SIZE): Promise<ShownPage> {
    const selection = await this.#catalogs.select(request);
    const { ids, total, ofAllCategories, isCurrent } = selection;
    const pages = Math.max(1, Math.ceil(ids.length / size));
    const page = Math.min(request.page, pages);
    const ordered = request.sort === "waiting" ? ids.toReversed() : ids;
    return {
      pets: await this.#shown(await this.#withIds(ordered.slice((page - 1) * size, page * size))),
      page,
      pages,
      count: ids.length,
      ofAllCategories,
      total,
      categories: await this.#categories(selection, request.categoryId),
      tags: tagsOf(selection),
      isCurrent,
    };
  }

  /** The pet with an id, if visitors may see it. */
  async pet(id: bigint): Promise<PetState> {
    const pet = await this.#store.pets.find(id);
    if (pet === undefined) return (await this.#wasRemoved(id)) ? "gone" : "unknown";
    // Together, since the details of any number of pets take five queries.
    const pets = [pet, ...(await this.#similar(pet))];
    const [[shown, ...others], vaccinated] = await Promise.all([
      this.#shown(pets),
      this.#store.care.vaccinated([id], this.#today()),
    ]);
    if (shown?.id !== id) return "unknown";
    return { pet: { ...shown, isVaccinated: vaccinated.has(id) }, isAdopted: pet.status === "sold", others };
  }

  /** The newest other pets, same category first. */
  async #similar({ id, categoryId }: Pet): Promise<readonly Pet[]> {
    const alike = await this.#catalogs.newest(SIMILAR + 1, categoryId);
    const isEnough = alike.length > SIMILAR;
    const all = isEnough ? [] : await this.#catalogs.newest(2 * SIMILAR + 1);
    const ids = new Set([...alike, ...all]);
    ids.delete(id);
    return this.#withIds([...ids].slice(0, SIMILAR));
  }

  /** The newest visible pets, with the members that their URLs need. */
  async addresses(): Promise<readonly Pick<ShownPet, "id" | "name">[]> {
    const slice = { after: INT64_MAX, limit: ADDRESSES_MAX, order: "desc" } as const;
    const lists = await Promise.all(SHOWN.map((status) => this.#store.pets.list({ status }, slice)));
    const listed = new Set(await this.#catalogs.newest(SHOWN.length * ADDRESSES_MAX));
    return lists.flatMap(({ items }) => items.filter(({ id }) => listed.has(id)));
  }

  /** A page of the newest pets and their last changes, as far back as events are kept. */
  async changes(page: number): Promise<Omit<ShownPage, "pets"> & { readonly pets: readonly ChangedPet[] }> {
    const found = await this.page({ ...WHOLE, page });
    const head = await this.#store.events.head();
    const pets = await Promise.all(
      found.pets.map(async (pet) => {
        const change = await this.#lastEvent(pet.id, CHANGES, head);
        return { ...pet, changedAt: change ? new Date(change.at).toISOString() : pet.since };
      }),
    );
    return { ...found, pets };
  }

  /** The pets with these ids in the given order; omits those that visitors may no longer see. */
  async #withIds(ids: readonly bigint[]): Promise<readonly Pet[]> {
    if (ids.length === 0) return [];
    const { items } = await this.#store.pets.list({ ids }, { after: 0n, limit: ids.length });
    const byId = new Map(items.flatMap((pet) => (pet.status === "sold" ? [] : [[pet.id, pet] as const])));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async #categories(
    { byCategory, hasCategory }: Selection,
    chosen: bigint | undefined,
  ): Promise<readonly ShownCategory[]> {
    const counts = new Map(chosen !== undefined && hasCategory ? [[chosen, 0], ...byCategory] : byCategory);
    const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, CATEGORIES_MAX);
    const found = await Promise.all(most.map(async ([id]) => this.#store.categories.find(id)));
    return found
      .flatMap((category) => category ?? [])
      .map(({ id, name }) => ({ id, name, count: counts.get(id) ?? 0 }));
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

  /** The visible data of these pets; omits pets that are not visible. */
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
    const partners = await partnersOf(pets, profiles, this.#store, (ids) => this.#withIds(ids));
    const names = new Map(categories.map((category) => [category?.id, category?.name]));
    const published = pets.filter(({ id }) => profiles.get(id)?.published !== false);
    return published.map(({ id, name, status, categoryId }) => {
      const stored = profiles.get(id) ?? { petId: id };
      const { petId: _, reference: __, microchip, published: ___, together = [], ...profile } = stored;
      const isReserved = status === "pending";
      const category = names.get(categoryId);
      return {
        id,
        name,
        isReserved,
        category,
        categoryId,
        profile,
        isChipped: microchip !== undefined,
        photos: photos.get(id) ?? [],
        together: together.flatMap((one) => partners.get(one) ?? []),
        since: since.get(id),
      };
    });
  }
}

function tagsOf({ byTag }: Selection): readonly ShownTag[] {
  return byTag.toSorted((one, other) => other.count - one.count).slice(0, TAGS_MAX);
}
