import { invalidField } from "../../contract/errors/errors.ts";
import { preview } from "../../contract/json/json.ts";
import type { Profile } from "../../contract/pets/profiles.ts";
import { decomposed, fold, otherSpellings, splitWords, withoutMarks } from "./name-key.ts";
import { SEARCHED_WORDS_MAX } from "./searched-words.ts";

/** How many words of a name are found, with their other spellings, in so many folded characters: what the index of a name takes. */
const WORDS_MAX = 64;
const FOLDED_MAX = 512;

/** A start without a word: a separator, or a mark that folding removes. */
const NO_WORD = /^[\p{White_Space}\p{P}\p{Cc}\p{Cf}\p{M}]/u;

/** The words to look for: without those that another one starts with, because a name that has the other has them too. */
export function searchedWords(q: string): readonly string[] {
  const words = [...new Set(splitWords(fold(q)))];
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

/**
 * What a name is found by: for each word, the name from there on, then what comes before: "bella luna" and "luna, bella". Each of
 * them has all words, so that nothing else is read to know whether a name has two of them. Words have no comma, `%` or `_`.
 */
export function indexedWords(name: string): readonly string[] {
  const { words, spellings, start } = indexed(name);
  const all = [...words, ...spellings];
  if (all.length === 1 && all[0] === start) return all;
  const whole = all.join(" ");
  const others: string[] = [];
  let at = 0;
  for (const [nth, word] of all.entries()) {
    // A word that occurs again finds nothing more.
    if (nth > 0 && all.indexOf(word) === nth) others.push(`${whole.slice(at)}, ${whole.slice(0, at - 1)}`);
    at += word.length + 1;
  }
  return start.startsWith(",") ? [`, ${whole}`, whole, ...others] : [whole, ...others];
}

/** The words that a text is found by, each once: where an index has words alone. */
export function distinctWords(text: string): readonly string[] {
  const { words, spellings } = indexed(text);
  return [...new Set([...words, ...spellings])];
}

/** The words of the start of a name: each of them starts one of a name that starts so. */
export function wordsOfStart(name: string): readonly string[] {
  return indexed(name).words;
}

/**
 * What a pet is found by, its name first: then what else people look for (decision D64). What it alone has comes before the tags, which
 * may be more than the words that are indexed.
 */
export function foundText(name: string, { breed, color, tags = [], reference, microchip }: Profile = {}): string {
  return [name, reference, microchip, breed, color, ...tags].filter((text) => text !== undefined).join(" ");
}

/** What the first entry of each name starts with that starts with this text. Entries of other names may start with it, too. */
export function startOf(text: string): string {
  return indexed(text).start;
}

/** What a text is found by. */
interface Indexed {
  readonly words: readonly string[];
  /** Other spellings of these words. */
  readonly spellings: readonly string[];
  /** What the first entry starts with. */
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
  throw invalidField("invalid_parameter", "q", `expected 1 to ${SEARCHED_WORDS_MAX} words; got ${preview(q)}`);
}
