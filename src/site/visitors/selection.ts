/*
 * What the filters of a list find among the pets that visitors may see. Every combination of filters, a search and all counts take one
 * pass over the lines (decision 035).
 */
import type { Pet } from "../../contract/pets.ts";
import type { Profile } from "../../contract/profiles.ts";
import { fold, splitWords } from "../../core/shop/name-key.ts";
import { searchedWords } from "../../core/shop/name-words.ts";
import { tagKey } from "../../core/shop/profile-rules.ts";
import { AGES, type AgeGroup, type ListFilter } from "./list-request.ts";

/** A tag, and what tags are compared by. */
interface Tag {
  readonly key: string;
  /** As it is written at the first of the pets that have it. */
  readonly tag: string;
}

/** What a pet is found by. Its kind and its tags are numbers, because a pass counts those of every pet. */
export interface Line {
  readonly id: bigint;
  readonly kind: number;
  readonly sex: Profile["sex"];
  readonly size: Profile["size"];
  /** The first day on which it may have been born, as the number 20241231. Nothing compares with NaN, which is an unknown one. */
  readonly bornOn: number;
  /** The day on which it came. */
  readonly arrival: string;
  readonly tags: readonly number[];
  /** The folded words of its name, breed, color and tags, each after a space. Never of its reference or its chip. */
  readonly words: string;
}

/** The lines of all pets, with what the numbers in them mean. */
export interface Lines {
  /** The newest pet first. */
  readonly list: readonly Line[];
  /** The categories of the pets. */
  readonly kinds: readonly bigint[];
  readonly tags: readonly Tag[];
}

/** What a filter finds. */
export interface Selected {
  /** The pets, the newest first. */
  readonly ids: readonly bigint[];
  /** How many pets there are without any filter. */
  readonly total: number;
  /** How many pets of each category the other filters find, and how many in all. */
  readonly byCategory: ReadonlyMap<bigint, number>;
  readonly ofAllCategories: number;
  /** Whether any pet, whatever the other filters, has the category that is asked for. Visitors see no other names of categories. */
  readonly hasCategory: boolean;
  /** The tags of what the other filters find. */
  readonly byTag: readonly { readonly tag: string; readonly count: number }[];
}

/** Makes the lines of pets, and gives numbers to their kinds and tags. */
export class LineMaker implements Omit<Lines, "list"> {
  readonly kinds: bigint[] = [];
  readonly tags: Tag[] = [];
  readonly #kinds = new Map<bigint, number>();
  readonly #keys = new Map<string, number>();
  readonly #tags = new Map<string, number>();

  /** `since` is when the pet was added. */
  lineOf({ id, name, categoryId }: Pet, profile: Profile, since: string | undefined): Line {
    const { breed = "", color = "", sex, size, birthDate, tags = [], arrivedOn = since?.slice(0, 10) ?? "" } = profile;
    const words = splitWords(fold([name, breed, color, ...tags].join(" ")));
    return {
      id,
      kind: numbered(this.#kinds, categoryId, () => this.kinds.push(categoryId)),
      sex,
      size,
      bornOn: birthDate === undefined ? Number.NaN : dayNumber(`${birthDate}-01-01`.slice(0, 10)),
      arrival: arrivedOn,
      tags: tags.map((tag) => this.#tagOf(tag)),
      words: ["", ...words].join(" "),
    };
  }

  #tagOf(tag: string): number {
    let number = this.#tags.get(tag);
    if (number === undefined) {
      const key = tagKey(tag);
      number = numbered(this.#keys, key, () => this.tags.push({ key, tag }));
      this.#tags.set(tag, number);
    }
    return number;
  }
}

/** The number of a value. A new one gets the last place of the list that `add` adds it to. */
function numbered<Value>(known: Map<Value, number>, value: Value, add: () => number): number {
  let number = known.get(value);
  if (number === undefined) known.set(value, (number = add() - 1));
  return number;
}

/** A year in the numbers of days. */
const YEAR = 10_000;

/** A day as a number, in the order of days. */
function dayNumber(day: string): number {
  return Number(day.replaceAll("-", ""));
}

/** Sorts the newest pet first. */
export function newestFirst(one: Line, other: Line): number {
  if (one.arrival !== other.arrival) return one.arrival > other.arrival ? -1 : 1;
  return one.id > other.id ? -1 : 1;
}

/** The newest pets, of all categories or of one. */
export function newestOf({ list, kinds }: Lines, count: number, categoryId?: bigint): readonly bigint[] {
  const kind = categoryId === undefined ? undefined : kinds.indexOf(categoryId);
  const found: bigint[] = [];
  for (const line of list) {
    if (found.length === count) break;
    if (kind === undefined || line.kind === kind) found.push(line.id);
  }
  return found;
}

/** Finds the pets of a filter, on a day, and counts what its parts would find. */
export function selected({ list, kinds, tags }: Lines, filter: ListFilter, today: string): Selected {
  const isOther = otherFilters(filter, today);
  const key = filter.tag === undefined ? undefined : tagKey(filter.tag);
  const tag = key === undefined ? undefined : tags.findIndex((one) => one.key === key);
  const kind = filter.categoryId === undefined ? undefined : kinds.indexOf(filter.categoryId);
  const ids: bigint[] = [];
  const ofKind = new Uint32Array(kinds.length);
  const ofTag = new Uint32Array(tags.length);
  let ofAllCategories = 0;
  for (const line of list) {
    if (!isOther(line)) continue;
    const hasTag = tag === undefined || line.tags.includes(tag);
    if (hasTag) {
      ofAllCategories += 1;
      ofKind[line.kind] = (ofKind[line.kind] ?? 0) + 1;
    }
    if (kind !== undefined && line.kind !== kind) continue;
    for (const one of line.tags) ofTag[one] = (ofTag[one] ?? 0) + 1;
    if (hasTag) ids.push(line.id);
  }
  return {
    ids,
    total: list.length,
    byCategory: new Map(kinds.flatMap((id, nth) => (ofKind[nth] ? [[id, ofKind[nth]] as const] : []))),
    ofAllCategories,
    hasCategory: kind !== undefined && kind >= 0,
    byTag: tags.flatMap((one, nth) => (ofTag[nth] ? [{ tag: one.tag, count: ofTag[nth] }] : [])),
  };
}

/** The condition of all filters but those of the category and the tag. */
function otherFilters({ search, sex, size, age }: ListFilter, today: string): (line: Line) => boolean {
  const words = search === undefined ? [] : searchedWords(search).map((word) => ` ${word}`);
  const [bornAfter, bornUntil] = age === undefined ? [] : bounds(age, today);
  return (line) =>
    (sex === undefined || line.sex === sex) &&
    (size === undefined || line.size === size) &&
    (bornAfter === undefined || line.bornOn > bornAfter) &&
    (bornUntil === undefined || line.bornOn <= bornUntil) &&
    words.every((word) => line.words.includes(word));
}

/** The days between which pets of an age were born: after the first one, and not after the second one. */
function bounds(age: AgeGroup, today: string): readonly [number, number] {
  const [from, to] = AGES[age];
  return [dayNumber(today) - (to + 1) * YEAR, dayNumber(today) - from * YEAR];
}
