/* How names and words are compared. Needs nothing, so that the console can share it. */

/** What names are compared by: "REX" and "rex" are the same, and so are the forms that NFKC unites (decision D28). */
export function nameKey(name: string): string {
  // A capital sigma becomes another letter at the end of a word, but a prefix may end anywhere.
  const lower = name.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
  // Some letters have a composed form in lower case only.
  return lower.normalize("NFKC");
}

/** How many words `q` may have: each is looked up. */
export const SEARCHED_WORDS_MAX = 8;

/** What separates words: white space, punctuation and control characters. Symbols such as emoji belong to words. */
const SEPARATORS = /[\p{White_Space}\p{P}\p{Cc}\p{Cf}]+/u;

/**
 * What words are compared by (decision D55): the name key without accents and other marks, so that "Krümel", "KRUMEL" and
 * "krumel" are the same. Letters that Unicode does not decompose stay as they are: "ø" is not "o".
 */
export function fold(text: string): string {
  return withoutMarks(decomposed(text));
}

/** A name key in which each accent is a character. */
export function decomposed(text: string): string {
  return nameKey(text).normalize("NFKD");
}

/** A decomposed text without its accents and other marks. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/\p{M}+/gu, "");
}

/** The words of a folded text. */
export function splitWords(folded: string): readonly string[] {
  return folded.split(SEPARATORS).filter((word) => word !== "");
}
