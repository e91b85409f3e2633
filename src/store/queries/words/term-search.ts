/*
 * Searches in the index of words on SQLite. Rare words are looked up in pet_postings (term, doc), rare names in pets_by_name. Otherwise the
 * pets of a prefix in pet_terms are walked in the order of the list, and their words are compared in pet_texts.
 */

import { petStatuses } from "../../../contract/pets/pet-status.ts";
import type { PetFilter } from "../../../core/ports.ts";
import { nameKey } from "../../../core/shop/name-key.ts";
import { wordsOfStart } from "../../../core/shop/name-words.ts";
import { type Fragment, fragment } from "../../engine.ts";
import { listedFrom, unionOf } from "../lookups.ts";
import { allOf, endsAt, isOne, known, startsAfter } from "../table-slice.ts";
import { startsWith } from "./name-conditions.ts";
import { type Entries, longestOf, type WordLookup, type WordSearch } from "./word-search.ts";

/** The longest prefix that `pet_terms` has an index of, in characters. */
const PREFIX_MAX = 6;

/** Characters of a name that `pets_by_name` has. */
const KEY_MAX = 64;

/** After every text of an indexed word: none has so many characters. */
const LAST = "\u{10ffff}".repeat(513);

/** Searches in `pet_terms`, `pet_postings` and `pet_texts`. */
export const termSearch: WordSearch = {
  has: (petId, word) => fragment`(
    select count(*) from pet_texts
    where pet_texts.pet_id = ${petId} and instr(' ' || pet_texts.words, ${known(` ${word}`)}) > 0) > 0`,

  lookups(filter) {
    const { words = [] } = filter;
    const byWords = words.map((word): WordLookup => {
      // Not up to the next word without this start: all of its pets would be read.
      const rows = fragment`select distinct doc as found_id from pet_postings where term >= ${word} and term <= ${word + LAST}`;
      return { rows, ofRows: [], left: filter };
    });
    return filter.name === undefined ? byWords : [byName(filter, filter.name), ...byWords];
  },

  entries(filter, slice): Entries | undefined {
    const start = longestOf(startsOf(filter));
    if (start === undefined) return undefined;
    const prefix = [...start].slice(0, PREFIX_MAX).join("");
    const from = (conditions: readonly Fragment[]) => fragment`
      select rowid as found_id from pet_terms
      where ${allOf([fragment`pet_terms match ${`"${prefix}"*`}`, startsAfter(slice, ROWID), ...conditions])}`;
    const order = slice.order === "desc" ? fragment`order by rowid desc` : fragment`order by rowid`;
    return {
      ids: fragment`${from([])} ${order}`,
      list: (end, conditions) =>
        listedFrom(fragment`${from(end === undefined ? [] : [endsAt(slice, end, ROWID)])} ${order}`, slice, conditions),
    };
  },
};

const ROWID = fragment`rowid`;

function byName(filter: PetFilter, name: string): WordLookup {
  const start = [...nameKey(name)].slice(0, KEY_MAX).join("");
  const statuses = filter.status === undefined ? petStatuses : [filter.status];
  const named = statuses.map(
    (status) => fragment`
      select id as found_id from pets
      where ${isOne(fragment`status`, status)} and ${startsWith(fragment`substr(name_key, 1, 64)`, start)}`,
  );
  return { rows: unionOf(named), ofRows: [], left: filter };
}

/** The words, or starts of words, that matching pets have. */
function startsOf({ name, words = [] }: PetFilter): readonly string[] {
  return name === undefined ? words : [...wordsOfStart(name), ...words];
}
