/* How names and words are compared. Imports nothing, so that the console can share it. */

/** The key by which names are compared: "REX" and "rex" are the same, and so are forms that NFKC unites (decision D28). */
export function nameKey(name: string): string {
  // A capital sigma becomes another letter at the end of a word, but a prefix may end anywhere.
  const lower = name.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
  // Some letters have a composed form in lower case only.
  return lower.normalize("NFKC");
}

/** What separates words: white space, punctuation and control characters. Symbols such as emoji belong to words. */
const SEPARATORS = /[\p{White_Space}\p{P}\p{Cc}\p{Cf}]+/u;

/** Acute accents that people type for an apostrophe. NFKC would make a space of them. */
const ACUTES = /[\u00b4\u1ffd]/g;

/** An apostrophe within a word, as keyboards and word processors write it. */
const APOSTROPHES = /(?<=[\p{L}\p{M}\p{N}])['’‘`](?=[\p{L}\p{M}\p{N}])/gu;

/** Stands for an apostrophe until words are split: a modifier letter, which separates nothing. */
const APOSTROPHE = "ʼ";

/** Letters that Unicode does not decompose, and ß, whose full case folding is ss. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", æ: "ae", œ: "oe", þ: "th", ı: "i" },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/**
 * The form in which words are compared everywhere (decision D90): the name key without accents, other marks and apostrophes in words, and
 * with plain letters, so that "Krümel", "KRUMEL" and "krumel" are the same, as are "Weiß" and "weiss", "Søren" and "soren".
 */
export function fold(text: string): string {
  return withoutMarks(decomposed(text));
}

/** A name key in which each accent is a character, and apostrophes in words are one letter. */
export function decomposed(text: string): string {
  const key = nameKey(text.replaceAll(ACUTES, "'")).normalize("NFKD");
  return key.replaceAll(APOSTROPHES, APOSTROPHE).replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** A decomposed text without its accents, other marks and apostrophes. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[\p{M}ʼ]+/gu, "");
}

/** The words of a folded or a decomposed text. */
export function splitWords(text: string): readonly string[] {
  return text.split(SEPARATORS).filter((word) => word !== "");
}

/** A decomposed text in which ä, ö and ü are ae, oe and ue. */
export function spelledOut(text: string): string {
  return text.replaceAll(/([aou])\u0308/g, "$1e");
}

/** Matches what may have other spellings: an umlaut, letters that may stand for one, an apostrophe. */
const RESPELLED = /[\u0308ʼ]|[aou]e/;

/**
 * The other spellings of a decomposed word, folded: "kruemel" of Krümel and "muller" of Mueller, because ä, ö and ü are also written ae,
 * oe and ue; "malley" of O'Malley.
 */
export function otherSpellings(word: string): readonly string[] {
  if (!RESPELLED.test(word)) return [];
  const plain = withoutMarks(word);
  const parts = word.split(APOSTROPHE).slice(1).map(withoutMarks);
  const others = [
    withoutMarks(spelledOut(word)),
    plain.replaceAll(/([aou])e/g, "$1"),
    ...parts.filter((part) => part.length > 1),
  ];
  return [...new Set(others)].filter((other) => other !== plain);
}

/** The folded words of a text, then their other spellings. */
export function foundWords(text: string): readonly string[] {
  const words = splitWords(decomposed(text));
  return [...words.map(withoutMarks), ...words.flatMap(otherSpellings)].filter((word) => word !== "");
}
