/*
 * What lists for visitors are found by: a line in memory for each pet that they may see, read again when the store has changed
 * (decision 035).
 */
import { INT64_MAX } from "../../../contract/common.ts";
import type { Pet } from "../../../contract/pets/pets.ts";
import type { MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import type { Store } from "../../../core/ports.ts";
import { type Line, LineMaker, type Lines } from "./lines.ts";
import type { ListFilter } from "./list-request.ts";
import { newestOf, type Selected, selected } from "./selection.ts";

/** The statuses of the pets that visitors see. */
export const SHOWN = ["available", "pending"] as const;

/** The newest pets of each status that lists find. */
const LISTED_MAX = 100_000;

/** Pets that are read at once. Between two such parts, staff and clients have their turn. */
const PART = 250;

/** A catalog of more pets rests a tenth of a millisecond for each of them before it is read again, which takes 6 µs each. */
const SMALL = 2000;
const REST_MS_PER_PET = 0.1;

/** Where the store has no cheap version, a catalog may be this old. With a page that is made from it, that is about a second. */
const UNVERSIONED_MS = 100;

/** All lines at one time. */
interface Catalog extends Lines {
  readonly madeAt: number;
  readonly version: number | undefined;
}

/** What a filter finds. */
export interface Selection extends Selected {
  /** Nothing has been stored since. A page with older pets must not be kept. */
  readonly isCurrent: boolean;
}

/** Reads and keeps the catalog. */
export class Catalogs {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #turn: () => MaybePromise<void>;
  readonly #dayOf: (at: number) => string;
  #known: Catalog | undefined;
  #reading: Promise<Catalog> | undefined;

  /** `dayOf` returns the day of the shop at a time. */
  constructor(store: Store, clock: () => number, turn: () => MaybePromise<void>, dayOf: (at: number) => string) {
    this.#store = store;
    this.#clock = clock;
    this.#turn = turn;
    this.#dayOf = dayOf;
  }

  /** Finds pets. */
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
    // A clock that jumped back proves nothing.
    if (age < 0) return false;
    if (length > SMALL && age < length * REST_MS_PER_PET) return true;
    return version === undefined ? age < UNVERSIONED_MS : version === this.#store.version();
  }

  async #read(): Promise<Catalog> {
    // Before reading: what is stored meanwhile must not count as seen.
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
