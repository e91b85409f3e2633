/*
 * The limits of a search by words. Imports nothing, so that the first view of the console can share it without the rules of `name-key.ts`.
 */

/** How many words `q` may have: each is looked up. */
export const SEARCHED_WORDS_MAX = 8;

/** Whether a text has a word: anything but separators and accents. */
export function isWord(text: string): boolean {
  return /[^\p{White_Space}\p{P}\p{Cc}\p{Cf}\p{M}ʼ]/u.test(text.normalize("NFKC"));
}
