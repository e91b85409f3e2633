import { invalidField } from "../../contract/errors.ts";
import { preview } from "../../contract/json.ts";
import type { Profile } from "../../contract/profiles.ts";
import { decomposed, fold, SEARCHED_WORDS_MAX, splitWords, withoutMarks } from "./name-key.ts";

/** How many words of a name are found, in so many folded characters. It bounds what the index of a name takes. */
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
  const { words, start } = indexed(name);
  if (words.length === 1 && words[0] === start) return words;
  const whole = words.join(" ");
  const others: string[] = [];
  let at = 0;
  for (const [nth, word] of words.entries()) {
    // A word that occurs again finds nothing more.
    if (nth > 0 && words.indexOf(word) === nth) others.push(`${whole.slice(at)}, ${whole.slice(0, at - 1)}`);
    at += word.length + 1;
  }
  return whole === start ? [start, ...others] : [start, whole, ...others];
}

/** The words that a text is found by, each once: where an index has words alone. */
export function distinctWords(text: string): readonly string[] {
  return [...new Set(indexed(text).words)];
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

function indexed(text: string): { readonly words: readonly string[]; readonly start: string } {
  const begun = decomposed(text);
  const folded = withoutMarks(begun);
  const cut = folded.length <= FOLDED_MAX ? folded : [...folded].slice(0, FOLDED_MAX).join("");
  const words = splitWords(cut).slice(0, WORDS_MAX);
  const whole = words.join(" ");
  return { words, start: NO_WORD.test(begun) ? `, ${whole}` : whole };
}

/** The words of `q`. Refuses a text without words, and one with more than are looked up. */
export function wordsOf(q: string): readonly string[] {
  const words = searchedWords(q);
  if (words.length > 0 && words.length <= SEARCHED_WORDS_MAX) return words;
  throw invalidField("invalid_parameter", "q", `expected 1 to ${SEARCHED_WORDS_MAX} words; got ${preview(q)}`);
}
