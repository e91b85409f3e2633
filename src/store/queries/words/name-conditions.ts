/* Conditions on the names of pets, and on their words. */
import { nameKey } from "../../../core/shop/name-key.ts";
import { type Fragment, fragment } from "../../engine.ts";
import { known } from "../table-slice.ts";

/** The condition that a pet's name starts with a text. */
export function isNamed(name: string): Fragment {
  return startsWith(fragment`name_key`, nameKey(name));
}

/**
 * The condition that a pet has a word. A count: PostgreSQL may turn an `exists` into a join with every pet that has the word. A range of
 * one id: for "= id", engines read all words of the pet.
 */
export function hasWord(petId: Fragment, word: string): Fragment {
  const { key, initials } = initialsOf(word);
  return fragment`(
    select count(*) from pet_words
    where ${key} = ${known(initials)} and pet_words.pet_id >= ${petId} and pet_words.pet_id <= ${petId} and ${startsWith(fragment`words`, word)}) > 0`;
}

/** Matches one entry of each name, even if several have this start: the first one, or the first such word. */
export function isFoundBy(start: string, isName: boolean): Fragment {
  return isName ? fragment`words not like '_%,%'` : fragment`words not like ${known(`%,% ${start}%`)}`;
}

/** The longest indexed start of a word, and its column. */
export function initialsOf(word: string): { readonly initials: string; readonly key: Fragment } {
  const characters = [...word];
  return characters.length < 3
    ? { initials: characters.slice(0, 1).join(""), key: fragment`substr(words, 1, 1)` }
    : { initials: characters.slice(0, 3).join(""), key: fragment`substr(words, 1, 3)` };
}

/** The condition that a column starts with a text. */
export function startsWith(column: Fragment, text: string): Fragment {
  return fragment`${column} >= ${text} and ${column} < ${endOf(text)}`;
}

const LAST_CODE_POINT = 0x10ffff;

/** The first text after those that start with a prefix, in the order of code points. Surrogates are not code points. */
function endOf(prefix: string): string {
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  // No indexed text has this many characters.
  if (last === undefined) return String.fromCodePoint(LAST_CODE_POINT).repeat(5000);
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}
