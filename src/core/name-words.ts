import { nameKey } from "./name-key.ts";

/** How many words of a name are found, and how many characters of each. It bounds what the index of a name takes. */
const WORDS_MAX = 64;
const LENGTH_MAX = 64;

/** How many words `q` may have: each is looked up. */
export const SEARCHED_WORDS_MAX = 8;

/** What separates words: white space, punctuation and control characters. Symbols such as emoji belong to words. */
const SEPARATORS = /[\p{White_Space}\p{P}\p{Cc}\p{Cf}]+/u;

/**
 * What words are compared by (decision D55): the name key without accents and other marks, so that "Krümel", "KRUMEL" and
 * "krumel" are the same. Letters that Unicode does not decompose stay as they are: "ø" is not "o".
 */
export function fold(text: string): string {
  return nameKey(text)
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "");
}

/** The words of a text, folded. */
function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(SEPARATORS)
    .filter((word) => word !== "")
    .map(startOf);
}

/** The words to look for: without those that another one starts with, because a name that has the other has them too. */
export function searchedWords(q: string): readonly string[] {
  const words = [...new Set(wordsOf(q))];
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

/**
 * What a name is found by: first the start of the whole name, which begins with its first word, then each of the other words,
 * once.
 */
export function indexedWords(name: string): readonly string[] {
  const folded = fold(name);
  // Before a separator at the start of the name, there is an empty word.
  const [first = "", ...words] = folded.split(SEPARATORS, WORDS_MAX);
  const others = new Set(words.map(startOf));
  for (const known of [startOf(first), ""]) others.delete(known);
  return [startOf(folded), ...others];
}

/** The part of a folded text that is indexed. */
export function startOf(folded: string): string {
  return folded.length <= LENGTH_MAX ? folded : [...folded].slice(0, LENGTH_MAX).join("");
}
