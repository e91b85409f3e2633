import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { fold } from "../../src/core/shop/name-key.ts";
import { indexedWords, searchedWords } from "../../src/core/shop/name-words.ts";

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
