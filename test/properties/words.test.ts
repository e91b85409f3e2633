import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { fold, indexedWords, searchedWords } from "../../src/core/name-words.ts";

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

test("each word of a name is indexed, and its start is found", () => {
  const property = fc.property(name, (text) => {
    const indexed = indexedWords(text);
    for (const word of searchedWords(text)) expect(indexed.some((one) => one.startsWith(word))).toBe(true);
  });
  fc.assert(property, { numRuns: 2000 });
});

test("what is indexed of a name is bounded", () => {
  const longest = indexedWords(Array.from({ length: 127 }, (_, nth) => String.fromCodePoint(0x4e00 + nth)).join(" "));
  expect(longest).toHaveLength(64);
  expect(indexedWords("ﷺ".repeat(255)).every((word) => [...word].length <= 64)).toBe(true);
});

test("a word that another searched word starts with is not searched for", () => {
  expect(searchedWords("Be bella BELLA luna")).toEqual(["bella", "luna"]);
});
