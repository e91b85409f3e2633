import { invalidField } from "../../contract/errors/errors.ts";
import { preview } from "../../contract/json/json.ts";
import type { Profile } from "../../contract/pets/profiles.ts";
import { decomposed, fold, otherSpellings, splitWords, withoutMarks } from "./name-key.ts";
import { SEARCHED_WORDS_MAX } from "./searched-words.ts";

/** How many words of a name are indexed, with their other spellings, and their length in folded characters. */
const WORDS_MAX = 64;
const FOLDED_MAX = 512;

/** A start without a word: a separator, or a mark that folding removes. */
const NO_WORD = /^[\p{White_Space}\p{P}\p{Cc}\p{Cf}\p{M}]/u;

/** The words to look for, without those that begin another one: a name with the longer word matches both. */
export function searchedWords(q: string): readonly string[] {
  const words = [...new Set(splitWords(fold(q)))];
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

/**
 * The index entries of a name: for each word, the name from there on, then what comes before it: "bella luna" and "luna, bella". Each has
 * all words, so that one entry tells whether a name has two of them. Words have no comma, `%` or `_`.
 */
export function indexedWords(name: string): readonly string[] {
  const { words, spellings, start } = indexed(name);
  const all = [...words, ...spellings];
  if (all.length === 1 && all[0] === start) return all;
  const whole = all.join(" ");
  const others: string[] = [];
  let at = 0;
  for (const [nth, word] of all.entries()) {
    // A repeated word adds nothing.
    if (nth > 0 && all.indexOf(word) === nth) others.push(`${whole.slice(at)}, ${whole.slice(0, at - 1)}`);
    at += word.length + 1;
  }
  return start.startsWith(",") ? [`, ${whole}`, whole, ...others] : [whole, ...others];
}

/** The words of a text, each once, for an index of single words. */
export function distinctWords(text: string): readonly string[] {
  const { words, spellings } = indexed(text);
  return [...new Set([...words, ...spellings])];
}

/** The words of the start of a name: each of them starts one of a name that starts so. */
export function wordsOfStart(name: string): readonly string[] {
  return indexed(name).words;
}

/**
 * The text by which a pet is found, its name first (decision D64). Its own breed, color and numbers come before the tags, which may be more
 * than are indexed.
 */
export function foundText(name: string, { breed, color, tags = [], reference, microchip }: Profile = {}): string {
  return [name, reference, microchip, breed, color, ...tags].filter((text) => text !== undefined).join(" ");
}

/** How the first index entry of each name with this prefix starts. Entries of other names may start with it, too. */
export function startOf(text: string): string {
  return indexed(text).start;
}

/** The index entries of a text. */
interface Indexed {
  readonly words: readonly string[];
  /** Other spellings of these words. */
  readonly spellings: readonly string[];
  /** The start of the first entry. */
  readonly start: string;
}

/** The words of a text with their other spellings, as many as there is room for. The first ones come first, whatever follows. */
function indexed(text: string): Indexed {
  const begun = decomposed(text);
  const words: string[] = [];
  const spellings: string[] = [];
  let left = FOLDED_MAX;
  const hasRoom = () => left > 0 && words.length + spellings.length < WORDS_MAX;
  for (const written of splitWords(begun)) {
    if (!hasRoom()) break;
    const whole = withoutMarks(written);
    const word = whole.length <= left ? whole : [...whole].slice(0, left).join("");
    if (word === "") continue;
    words.push(word);
    left -= word.length + 1;
    for (const spelling of otherSpellings(written)) {
      if (!hasRoom() || spelling.length > left) break;
      spellings.push(spelling);
      left -= spelling.length + 1;
    }
  }
  const whole = words.join(" ");
  return { words, spellings, start: NO_WORD.test(begun) ? `, ${whole}` : whole };
}

/** The words of `q`. Refuses a text without words, and one with more than are looked up. */
export function wordsOf(q: string): readonly string[] {
  const words = searchedWords(q);
  if (words.length > 0 && words.length <= SEARCHED_WORDS_MAX) return words;
  throw invalidField("invalid_parameter", "q", `1 to ${SEARCHED_WORDS_MAX} words`, preview(q));
}
