/* The index behind lists for visitors: a line in memory per visible pet, rebuilt when the store changes (decision
   035). */
import { INT64_MAX } from "../../../contract/common.ts";
import type { Pet } from "../../../contract/pets/pets.ts";
import type { MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import type { Store } from "../../../core/ports.ts";
import { type Line, LineMaker, type Lines } from "./lines.ts";
import type { ListFilter } from "./list-request.ts";
import { newestOf, type Selected, selected } from "./selection.ts";

/** The statuses that visitors see. */
export const SHOWN = ["available", "pending"] as const;

/** How many of the newest pets of each status are indexed. */
const LISTED_MAX = 100_000;

/** Pets read per batch. Between batches, requests of staff and clients go first. */
const PART = 250;

/** Larger catalogs pause before a rebuild, a tenth of a millisecond per pet; reading one takes 6 µs. */
const SMALL = 2000;
const REST_MS_PER_PET = 0.1;

/**
 * The maximum age of a catalog if the store cannot report its version cheaply. With the page cache, visitors see
 * changes after about a second.
 */
const UNVERSIONED_MS = 100;

/** All lines at one version of the store. */
interface Catalog extends Lines {
  readonly madeAt: number;
  readonly version: number | undefined;
}

/** The result of a filter. */
export interface Selection extends Selected {
  /** Nothing was stored since. A page with older pets must not be cached. */
  readonly isCurrent: boolean;
}

/** Builds and caches the catalog. */
export class Catalogs {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #turn: () => MaybePromise<void>;
  readonly #dayOf: (at: number) => string;
  #known: Catalog | undefined;
  #reading: Promise<Catalog> | undefined;

  /** `dayOf` returns the day in the shop's time zone. */
  constructor(store: Store, clock: () => number, turn: () => MaybePromise<void>, dayOf: (at: number) => string) {
    this.#store = store;
    this.#clock = clock;
    this.#turn = turn;
    this.#dayOf = dayOf;
  }

  async select(filter: ListFilter): Promise<Selection> {
    const catalog = await this.#catalog();
    return {
      ...selected(catalog, filter, this.#dayOf(this.#clock())),
      isCurrent: catalog.version === this.#store.version(),
    };
  }

  /** The newest pets, of all categories or of one. */
  async newest(count: number, categoryId?: bigint): Promise<readonly bigint[]> {
    return newestOf(await this.#catalog(), count, categoryId);
  }

  async #catalog(): Promise<Catalog> {
    const known = this.#known;
    if (known !== undefined && this.#isUsable(known)) return known;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return (this.#known = await this.#reading);
  }

  #isUsable({ version, madeAt, ids: { length } }: Catalog): boolean {
    const age = this.#clock() - madeAt;
    // After a clock jumped back, the age is unknown.
    if (age < 0) return false;
    if (length > SMALL && age < length * REST_MS_PER_PET) return true;
    return version === undefined ? age < UNVERSIONED_MS : version === this.#store.version();
  }

  async #read(): Promise<Catalog> {
    // Read the version before the pets: a later commit must not count as seen.
    const [madeAt, version] = [this.#clock(), this.#store.version()];
    const maker = new LineMaker();
    const found = new Map<bigint, Line>();
    for (const status of SHOWN) {
      let after = INT64_MAX;
      for (let count = 0; count < LISTED_MAX; count += PART) {
        const slice = { after, limit: PART, order: "desc" } as const;
        const { items } = await this.#store.pets.list({ status }, slice);
        for (const line of await this.#lines(items, maker)) found.set(line.id, line);
        const last = items.at(-1);
        if (last === undefined || items.length < PART) break;
        after = last.id;
        await this.#turn();
      }
    }
    return { ...maker.columns([...found.values()]), madeAt, version };
  }

  async #lines(pets: readonly Pet[], maker: LineMaker): Promise<readonly Line[]> {
    if (pets.length === 0) return [];
    const ids = pets.map(({ id }) => id);
    const [profiles, since] = await Promise.all([
      this.#store.profiles.ofPets(ids),
      this.#store.inventory.firstChanges(ids),
    ]);
    return pets
      .filter(({ id }) => profiles.get(id)?.published !== false)
      .map((pet) => maker.lineOf(pet, profiles.get(pet.id) ?? {}, since.get(pet.id)));
  }
}
