/* Conditions on the names of pets, and on the words that pets are found by. */
import { nameKey } from "../../core/name-key.ts";
import { type Fragment, fragment } from "../engine.ts";

/** How much of a name pets_by_name has: the entry of an index must stay small. */
const INDEXED_LENGTH = 64;

/** The condition that a pet's name starts like this. */
export function isNamed(name: string): Fragment {
  const start = nameKey(name);
  if ([...start].length <= INDEXED_LENGTH) return isNamedAbout(name);
  return fragment`${isNamedAbout(name)} and ${startsWith(fragment`name_key`, start)}`;
}

/** What `pets_by_name` can tell of `isNamed`. */
export function isNamedAbout(name: string): Fragment {
  const start = [...nameKey(name)].slice(0, INDEXED_LENGTH).join("");
  return startsWith(fragment`substr(name_key, 1, 64)`, start);
}

/** The condition that a pet has a word. A count: PostgreSQL may turn an `exists` into a join with every pet that has the word. */
export function hasWord(petId: Fragment, word: string): Fragment {
  const { key, initials } = initialsOf(word, fragment`other`);
  return fragment`(
    select count(*) from pet_words other
    where ${key} = ${initials} and other.pet_id = ${petId} and ${startsWith(fragment`other.word`, word)}) > 0`;
}

/** The condition that no earlier word of the name starts like this: each pet is listed once. */
export function isFirst(word: string): Fragment {
  return fragment`(
    select count(*) from pet_words earlier
    where earlier.pet_id = pet_words.pet_id and earlier.nth < pet_words.nth
      and ${startsWith(fragment`earlier.word`, word)}) = 0`;
}

/** The longest start of a word that an index of words has, and the index's column. */
export function initialsOf(
  word: string,
  table = fragment`pet_words`,
): { readonly initials: string; readonly key: Fragment } {
  const characters = [...word];
  return characters.length < 3
    ? { initials: characters.slice(0, 1).join(""), key: fragment`substr(${table}.word, 1, 1)` }
    : { initials: characters.slice(0, 3).join(""), key: fragment`substr(${table}.word, 1, 3)` };
}

/** The condition that a column starts with a text. */
export function startsWith(column: Fragment, text: string): Fragment {
  const { start, end } = prefixRange(text);
  return fragment`${column} >= ${start} and ${column} < ${end}`;
}

/** The texts that start with a prefix: from the prefix itself up to, and without, the next text that does not. */
interface PrefixRange {
  readonly start: string;
  readonly end: string;
}

const LAST_CODE_POINT = 0x10ffff;

/** The range of the texts that start with a prefix, in the order of their code points, of which surrogates are none. */
function prefixRange(start: string): PrefixRange {
  const points = [...start].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  // No indexed text has this many characters.
  if (last === undefined) return { start, end: String.fromCodePoint(LAST_CODE_POINT).repeat(5000) };
  return { start, end: String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1) };
}
