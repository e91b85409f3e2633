/* Names are compared as the service compares them: word by word, whatever their case and accents (D55). */

/** What separates words; symbols such as emoji belong to them. */
const SEPARATORS = /[\p{White_Space}\p{P}\p{Cc}\p{Cf}]+/u;

/** The words of a text: "Krümel vom Königsforst" has "krumel". */
function wordsOf(text: string): readonly string[] {
  const folded = text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");
  return folded.split(SEPARATORS).filter((word) => word !== "");
}

/** Whether a text has anything that can be looked for. */
export function isWord(text: string): boolean {
  return wordsOf(text).length > 0;
}

/** Whether every word that was typed is the start of some word of a text. */
export function hasWords(text: string, typed: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((start) => words.some((word) => word.startsWith(start)));
}
