/* Evaluates list filters over the visible pets. Any combination of filters, a search and all counts take a few
   passes over the columns (decision 035). */
import { searchedWords } from "../../../core/shop/name-words.ts";
import { tagKey } from "../../../core/shop/pets/profile-rules.ts";
import { dayNumber, type Lines } from "./lines.ts";
import { AGES, type AgeGroup, type ListFilter } from "./list-request.ts";

/** The result of a filter. */
export interface Selected {
  /** Newest first. */
  readonly ids: readonly bigint[];
  /** The number of pets without any filter. */
  readonly total: number;
  /** Matches of the other filters, per category and in total. */
  readonly byCategory: ReadonlyMap<bigint, number>;
  readonly ofAllCategories: number;
  /** Whether any visible pet has the requested category. Names of other categories are not shown to visitors. */
  readonly hasCategory: boolean;
  /** The tags of pets that match the other filters. */
  readonly byTag: readonly { readonly tag: string; readonly count: number }[];
}

/** One year in day numbers. */
const YEAR = 10_000;

/** The newest pets, of all categories or of one. */
export function newestOf({ ids, kinds, meaning }: Lines, count: number, categoryId?: bigint): readonly bigint[] {
  const kind = categoryId === undefined ? undefined : meaning.kinds.find(categoryId);
  const found: bigint[] = [];
  for (const [nth, id] of ids.entries()) {
    if (found.length === count) break;
    if (kind === undefined || kinds[nth] === kind) found.push(id);
  }
  return found;
}

/** Evaluates a filter on a day, with the counts for each of its choices. */
export function selected(lines: Lines, filter: ListFilter, today: string): Selected {
  const { ids, kinds, tags, tagStarts, meaning } = lines;
  const isFound = foundByOthers(lines, filter, today);
  const tag = filter.tag === undefined ? undefined : meaning.tagKeys.find(tagKey(filter.tag));
  const kind = filter.categoryId === undefined ? undefined : meaning.kinds.find(filter.categoryId);
  const found: bigint[] = [];
  const ofKind = new Uint32Array(meaning.kinds.values.length);
  const ofTag = new Uint32Array(meaning.tags.length);
  let ofAllCategories = 0;
  for (let nth = 0; nth < ids.length; nth++) {
    if (isFound[nth] === 0) continue;
    const [from, end, ownKind] = [tagStarts[nth] ?? 0, tagStarts[nth + 1] ?? 0, kinds[nth] ?? 0];
    let hasTag = tag === undefined;
    for (let at = from; !hasTag && at < end; at++) hasTag = tags[at] === tag;
    if (hasTag) {
      ofAllCategories += 1;
      ofKind[ownKind] = (ofKind[ownKind] ?? 0) + 1;
    }
    if (kind !== undefined && ownKind !== kind) continue;
    for (let at = from; at < end; at++) {
      const one = tags[at] ?? 0;
      ofTag[one] = (ofTag[one] ?? 0) + 1;
    }
    if (hasTag) found.push(ids[nth] as bigint);
  }
  return {
    ids: found,
    total: ids.length,
    byCategory: new Map(meaning.kinds.values.flatMap((id, nth) => (ofKind[nth] ? [[id, ofKind[nth]] as const] : []))),
    ofAllCategories,
    hasCategory: kind !== undefined && kind >= 0,
    byTag: meaning.tags.flatMap((written, nth) => (ofTag[nth] ? [{ tag: written, count: ofTag[nth] }] : [])),
  };
}

/** Marks with 1 the lines that match all filters except category and tag. */
function foundByOthers(lines: Lines, { search, sex, size, age }: ListFilter, today: string): Uint8Array {
  const { ids, sexes, sizes, bornOn, meaning } = lines;
  const isFound = new Uint8Array(ids.length).fill(1);
  const keep = (isKept: (nth: number) => boolean) => {
    for (let nth = 0; nth < isFound.length; nth++) if (isFound[nth] === 1 && !isKept(nth)) isFound[nth] = 0;
  };
  if (sex !== undefined) {
    const number = meaning.sexes.find(sex);
    keep((nth) => sexes[nth] === number);
  }
  if (size !== undefined) {
    const number = meaning.sizes.find(size);
    keep((nth) => sizes[nth] === number);
  }
  if (age !== undefined) {
    const [after, until] = bounds(age, today);
    keep((nth) => (bornOn[nth] ?? 0) > after && (bornOn[nth] ?? 0) <= until);
  }
  for (const word of search === undefined ? [] : searchedWords(search)) {
    const has = linesWith(lines, ` ${word}`);
    keep((nth) => has[nth] === 1);
  }
  return isFound;
}

/** Marks with 1 the lines that contain a text. One search over all words is faster than one per line. */
function linesWith({ ids, words, wordStarts }: Lines, text: string): Uint8Array {
  const has = new Uint8Array(ids.length);
  let nth = 0;
  for (let at = words.indexOf(text); at !== -1; at = words.indexOf(text, wordStarts[nth])) {
    while ((wordStarts[nth + 1] ?? words.length) <= at) nth += 1;
    has[nth] = 1;
    nth += 1;
  }
  return has;
}

/** The birth days of an age group: later than the first, up to the second. */
function bounds(age: AgeGroup, today: string): readonly [number, number] {
  const [from, to] = AGES[age];
  return [dayNumber(today) - (to + 1) * YEAR, dayNumber(today) - from * YEAR];
}
