/*
 * What lists for visitors are found by: a line in memory for each pet that they may see. Filters, searches and counts over the whole
 * result take one pass over the lines (decision 035).
 */
import { INT64_MAX } from "../../contract/common.ts";
import type { Pet } from "../../contract/pets.ts";
import type { Profile } from "../../contract/profiles.ts";
import type { Eventual } from "../../core/after.ts";
import type { Store } from "../../core/ports.ts";
import { fold, splitWords } from "../../core/shop/name-key.ts";
import { searchedWords } from "../../core/shop/name-words.ts";
import { tagKey } from "../../core/shop/profile-rules.ts";
import { AGES, type AgeGroup, type ListFilter } from "./list-request.ts";

/** The statuses of the pets that visitors see. */
export const SHOWN = ["available", "pending"] as const;

/** The newest pets of each status that lists find. */
const LISTED_MAX = 100_000;

/** Pets that are read at once. Between two such parts, staff and clients have their turn. */
const PART = 250;

/** A catalog of more pets rests a tenth of a millisecond for each of them before it is read again, which takes 6 µs each. */
const SMALL = 2000;
const REST_MS_PER_PET = 0.1;

/** Where the store has no cheap version, a catalog may be this old. */
const UNVERSIONED_MS = 1000;

/** What a pet is found by. */
interface Line {
  readonly id: bigint;
  readonly categoryId: bigint;
  readonly sex: Profile["sex"];
  readonly size: Profile["size"];
  /** The first day on which it may have been born. */
  readonly bornOn: string | undefined;
  /** The day on which it came. */
  readonly arrival: string;
  readonly tags: readonly { readonly key: string; readonly tag: string }[];
  /** The folded words of its name, breed, color and tags, each after a space. Never of its reference or its chip. */
  readonly words: string;
}

/** All lines at one time, the newest pet first. */
interface Catalog {
  readonly lines: readonly Line[];
  readonly madeAt: number;
  readonly version: number | undefined;
}

/** What a filter finds. */
export interface Selection {
  /** The pets, the newest first. */
  readonly ids: readonly bigint[];
  /** How many pets there are without any filter. */
  readonly total: number;
  /** How many pets of each category the other filters find, and how many in all. */
  readonly byCategory: ReadonlyMap<bigint, number>;
  readonly ofAllCategories: number;
  /** Whether any pet, whatever the other filters, has the category that is asked for. Visitors see no other names of categories. */
  readonly hasCategory: boolean;
  /** The tags of what the other filters find, by their keys. */
  readonly byTag: ReadonlyMap<string, { readonly tag: string; readonly count: number }>;
  /** Nothing has been stored since. A page with older pets must not be kept. */
  readonly isCurrent: boolean;
}

/** Reads and keeps the catalog. */
export class Catalogs {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #turn: () => Eventual<void>;
  readonly #dayOf: (at: number) => string;
  #known: Catalog | undefined;
  #reading: Promise<Catalog> | undefined;

  /** `dayOf` returns the day of the shop at a time. */
  constructor(store: Store, clock: () => number, turn: () => Eventual<void>, dayOf: (at: number) => string) {
    this.#store = store;
    this.#clock = clock;
    this.#turn = turn;
    this.#dayOf = dayOf;
  }

  /** Finds pets. */
  async select(filter: ListFilter): Promise<Selection> {
    const catalog = await this.#catalog();
    const { version } = catalog;
    return {
      ...selected(catalog.lines, filter, this.#dayOf(this.#clock())),
      isCurrent: version === this.#store.version(),
    };
  }

  async #catalog(): Promise<Catalog> {
    const known = this.#known;
    if (known !== undefined && this.#isUsable(known)) return known;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return (this.#known = await this.#reading);
  }

  #isUsable({ version, madeAt, lines: { length } }: Catalog): boolean {
    const age = this.#clock() - madeAt;
    // A clock that jumped back proves nothing.
    if (age < 0) return false;
    if (length > SMALL && age < length * REST_MS_PER_PET) return true;
    return version === undefined ? age < UNVERSIONED_MS : version === this.#store.version();
  }

  async #read(): Promise<Catalog> {
    // Before reading: what is stored meanwhile must not count as seen.
    const [madeAt, version] = [this.#clock(), this.#store.version()];
    const found = new Map<bigint, Line>();
    for (const status of SHOWN) {
      let after = INT64_MAX;
      for (let count = 0; count < LISTED_MAX; count += PART) {
        const slice = { after, limit: PART, order: "desc" } as const;
        const { items } = await this.#store.pets.list({ status }, slice);
        for (const line of await this.#lines(items)) found.set(line.id, line);
        const last = items.at(-1);
        if (last === undefined || items.length < PART) break;
        after = last.id;
        await this.#turn();
      }
    }
    return { lines: [...found.values()].sort(newestFirst), madeAt, version };
  }

  async #lines(pets: readonly Pet[]): Promise<readonly Line[]> {
    if (pets.length === 0) return [];
    const ids = pets.map(({ id }) => id);
    const [profiles, since] = await Promise.all([
      this.#store.profiles.ofPets(ids),
      this.#store.inventory.firstChanges(ids),
    ]);
    return pets.map((pet) => lineOf(pet, profiles.get(pet.id) ?? {}, since.get(pet.id)));
  }
}

function lineOf({ id, name, categoryId }: Pet, profile: Profile, since: string | undefined): Line {
  const { breed = "", color = "", sex, size, birthDate, tags = [], arrivedOn = since?.slice(0, 10) ?? "" } = profile;
  const words = splitWords(fold([name, breed, color, ...tags].join(" ")));
  return {
    id,
    categoryId,
    sex,
    size,
    bornOn: birthDate === undefined ? undefined : `${birthDate}-01-01`.slice(0, 10),
    arrival: arrivedOn,
    tags: tags.map((tag) => ({ key: tagKey(tag), tag })),
    words: ` ${words.join(" ")}`,
  };
}

function newestFirst(one: Line, other: Line): number {
  if (one.arrival !== other.arrival) return one.arrival > other.arrival ? -1 : 1;
  return one.id > other.id ? -1 : 1;
}

function selected(lines: readonly Line[], filter: ListFilter, today: string): Omit<Selection, "isCurrent"> {
  const isOther = otherFilters(filter, today);
  const key = filter.tag === undefined ? undefined : tagKey(filter.tag);
  const ids: bigint[] = [];
  const byCategory = new Map<bigint, number>();
  const byTag = new Map<string, { tag: string; count: number }>();
  let ofAllCategories = 0;
  let hasCategory = false;
  for (const line of lines) {
    if (line.categoryId === filter.categoryId) hasCategory = true;
    if (!isOther(line)) continue;
    const hasTag = key === undefined || line.tags.some((one) => one.key === key);
    if (hasTag) {
      ofAllCategories += 1;
      byCategory.set(line.categoryId, (byCategory.get(line.categoryId) ?? 0) + 1);
    }
    if (filter.categoryId !== undefined && line.categoryId !== filter.categoryId) continue;
    for (const one of line.tags) {
      const counted = byTag.get(one.key);
      if (counted === undefined) byTag.set(one.key, { tag: one.tag, count: 1 });
      else counted.count += 1;
    }
    if (hasTag) ids.push(line.id);
  }
  return { ids, total: lines.length, byCategory, ofAllCategories, hasCategory, byTag };
}

/** The condition of all filters but those of the category and the tag. */
function otherFilters({ search, sex, size, age }: ListFilter, today: string): (line: Line) => boolean {
  const words = search === undefined ? [] : searchedWords(search).map((word) => ` ${word}`);
  const [bornAfter, bornBefore] = age === undefined ? [] : bounds(age, today);
  return (line) =>
    (sex === undefined || line.sex === sex) &&
    (size === undefined || line.size === size) &&
    (bornAfter === undefined || (line.bornOn !== undefined && line.bornOn > bornAfter)) &&
    (bornBefore === undefined || (line.bornOn !== undefined && line.bornOn <= bornBefore)) &&
    words.every((word) => line.words.includes(word));
}

/** The days between which pets of an age were born: after the first one, and not after the second one. */
function bounds(age: AgeGroup, today: string): readonly [string | undefined, string] {
  const yearsAgo = (years: number) => `${String(Number(today.slice(0, 4)) - years).padStart(4, "0")}${today.slice(4)}`;
  const [from, to] = AGES[age];
  return [to === Number.POSITIVE_INFINITY ? undefined : yearsAgo(to + 1), yearsAgo(from)];
}
