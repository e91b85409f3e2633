import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { hasWords } from "../../src/console/app/formats/shown-words.ts";
import { fold, splitWords } from "../../src/core/shop/name-key.ts";
import { indexedWords, searchedWords } from "../../src/core/shop/name-words.ts";
import { isWord } from "../../src/core/shop/searched-words.ts";

const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });

test("folding forgets case, accents and compatibility forms, and folding again changes nothing", () => {
  expect(["Krümel", "KRÜMEL", "Kru\u0308mel", "ﬁdo", "Ａnna", "ΟΔΟΣ", "Ёлка", "Å"].map(fold)).toEqual([
    "krumel",
    "krumel",
    "krumel",
    "fido",
    "anna",
    "οδοσ",
    "елка",
    "a",
  ]);
  const property = fc.property(name, (text) => {
    const folded = fold(text);
    expect(fold(folded)).toBe(folded);
    expect(fold(text.normalize("NFD"))).toBe(folded);
    expect(folded).not.toMatch(/\p{M}/u);
  });
  fc.assert(property, { numRuns: 2000 });
});

test("a text has a word if anything is left of it for the index", () => {
  const mark = fc.constantFrom(
    "\u00a8",
    "\u00b4",
    "\u1ffd",
    "\u02bc",
    "\u0301",
    "'",
    "’",
    " ",
    "-",
    "\u200b",
    "🐶",
    "é",
  );
  const property = fc.property(fc.oneof(name, fc.string({ unit: mark, maxLength: 5 })), (text) => {
    expect([text, isWord(text)]).toEqual([text, splitWords(fold(text)).length > 0]);
  });
  fc.assert(property, { numRuns: 3000 });
});

/** Names, and what people type who look for them. */
const FOUND: readonly (readonly [name: string, ...typed: string[]])[] = [
  ["Weiß", "weiss", "WEISS", "Weiß", "WEIẞ", "weis"],
  ["Søren", "soren", "SØREN"],
  ["Łódź", "lodz", "łodz", "Łódź"],
  ["Đorđe", "dorde"],
  ["Ægir", "aegir", "Ægir"],
  ["Cœur", "coeur"],
  ["Þór", "thor"],
  ["Kırmızı", "kirmizi"],
  ["İris", "iris"],
  ["Krümel", "kruemel", "krumel", "KRÜMEL", "krue", "Krü", "kru"],
  ["Kruemel", "krümel", "krumel", "kruemel"],
  ["KRÜMEL-Königin", "kruemel koenig", "koenigin"],
  ["O'Malley", "omalley", "O’Malley", "o malley", "malley", "O´Malley", "O`Malley", "o'm"],
  ["O’Malley", "O'Malley", "omalley"],
  ["O´Malley", "o'malley", "omalley"],
  ["Rex's", "rexs", "rex"],
  ["'Rex'", "rex"],
  ["Joe", "joe", "jo"],
];

/** Words that look alike and are others. */
const NOT_FOUND: readonly (readonly [name: string, typed: string])[] = [
  ["Susi", "sue"],
  ["Molly", "moe"],
  ["John", "joe"],
  ["Krumel", "kruemel"],
  ["Weis", "weiß"],
];

const isFound = (name: string, typed: string) =>
  searchedWords(typed).every((start) => indexedWords(name).some((entry) => entry.startsWith(start)));

test("names are found by every usual spelling of their letters, and by no other", () => {
  for (const [name, ...texts] of FOUND) {
    for (const typed of texts) {
      expect([name, typed, isFound(name, typed), hasWords(name, typed)]).toEqual([name, typed, true, true]);
    }
  }
  for (const [name, typed] of NOT_FOUND) {
    expect([name, typed, isFound(name, typed), hasWords(name, typed)]).toEqual([name, typed, false, false]);
  }
});

test("each word of a name begins an entry, which has all others too", () => {
  expect(indexedWords("Bella-Luna BELLA 1")).toEqual([
    "bella luna bella 1",
    "luna bella 1, bella",
    "1, bella luna bella",
  ]);
  expect(indexedWords("...Rex")).toEqual([", rex", "rex"]);
  const property = fc.property(name, (text) => {
    const words = searchedWords(text);
    for (const word of words) {
      const entry = indexedWords(text).find((one) => one.startsWith(word)) ?? "";
      for (const other of words) expect(` ${entry}`).toContain(` ${other}`);
    }
  });
  fc.assert(property, { numRuns: 2000 });
});

test("what is indexed of a name is bounded", () => {
  const longest = indexedWords(Array.from({ length: 127 }, (_, nth) => String.fromCodePoint(0x4e00 + nth)).join(" "));
  expect(longest).toHaveLength(64);
  expect(indexedWords("ﷺ".repeat(255)).every((words) => [...words].length <= 514)).toBe(true);
});

test("a word that another searched word starts with is not searched for", () => {
  expect(searchedWords("Be bella BELLA luna")).toEqual(["bella", "luna"]);
});
