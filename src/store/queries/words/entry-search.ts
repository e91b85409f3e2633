/*
 * Searches in `pet_words`, which has all words of a pet in each of its rows, its status and its category. Words that few pets have are
 * looked up by pet_words_by_words (words, pet_id); otherwise pet_words_by_letter and pet_words_by_initials (the first one or three
 * characters, pet_id, and the other columns of filters) are walked in the order of the list.
 */

import type { PetFilter } from "../../../core/ports.ts";
import { startOf } from "../../../core/shop/name-words.ts";
import { type Fragment, fragment } from "../../engine.ts";
import { matchesFilter, profileFilters } from "../pets/profile-filters.ts";
import { allOf, atMost, byIndex, endsAt, isOne, known, startsAfter } from "../table-slice.ts";
import { hasWord, initialsOf, isFoundBy, isNamed, startsWith } from "./name-conditions.ts";
import { type Entries, longestOf, type WordSearch } from "./word-search.ts";

const PET_ID = fragment`pet_id`;

/** Searches in `pet_words`. */
export const entrySearch: WordSearch = {
  has: hasWord,

  lookups: (filter) =>
    searched(filter).map((start) => ({
      rows: fragment`
        select pet_id as found_id, words from pet_words where ${startsWith(fragment`words`, start)} order by words, pet_id`,
      ofRows: wordsOfEntry(filter, start),
      left: { ...filter, words: [] },
    })),

  entries(filter, slice): Entries | undefined {
    const start = longestOf(searched(filter));
    if (start === undefined) return undefined;
    const { key, initials } = initialsOf(start);
    const where = allOf([isOne(key, initials), startsAfter(slice, PET_ID)]);
    const order = byIndex(key, slice, PET_ID);
    return {
      ids: fragment`select pet_id as found_id from pet_words where ${where} ${order}`,
      list(end) {
        const conditions = allOf([
          where,
          ...(end === undefined ? [] : [endsAt(slice, end, PET_ID)]),
          startsWith(fragment`words`, start),
          ...ofEntry(filter, start),
          ...(filter.name === undefined ? [] : [isNamed(filter.name)]),
          ...profileFilters(filter).map((mark) => matchesFilter(fragment`pet_words.pet_id`, mark)),
        ]);
        return fragment`
          select ${slice.view.joined}
          from pet_words join pets on pets.id = pet_words.pet_id
          where ${conditions} ${order} ${atMost(slice.limit)}`;
      },
    };
  },
};

/** The starts of entries to look for: one for each word, and one for the name. */
function searched({ name, words = [] }: PetFilter): readonly string[] {
  return name === undefined ? words : [startOf(name), ...words];
}

/** The conditions of a filter on an entry that starts as one of its words, or as its name. */
function ofEntry(filter: PetFilter, start: string): readonly Fragment[] {
  const { status, categoryId } = filter;
  return [
    ...(status === undefined ? [] : [fragment`pet_words.status = ${known(status)}`]),
    ...(categoryId === undefined ? [] : [fragment`pet_words.category_id = ${known(categoryId)}`]),
    // The slowest last: most entries fail before.
    ...wordsOfEntry(filter, start),
  ];
}

/** The conditions on its words. */
function wordsOfEntry({ name, words = [] }: PetFilter, start: string): readonly Fragment[] {
  const startOfName = name === undefined ? "" : startOf(name);
  const others = [...words, ...(/[^, ]+/.exec(startOfName) ?? [])].filter((word) => word !== start);
  return [
    ...others.map((word) => fragment`' ' || words like ${known(`% ${word}%`)}`),
    isFoundBy(start, start === startOfName),
  ];
}
