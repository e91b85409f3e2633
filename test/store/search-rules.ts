/* Which pets a list finds: every combination of filters finds what comparing pet by pet finds. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import * as fc from "fast-check";
import { INT64_MAX } from "../../src/contract/common.ts";
import type { Pet } from "../../src/contract/pets.ts";
import type { PetFilter, Store } from "../../src/core/ports.ts";
import { searchedWords } from "../../src/core/shop/name-words.ts";
import type { Slice } from "../../src/core/slice.ts";
import { NOON } from "../support/harness.ts";
import type { Open } from "./conformance.ts";

const statuses = ["available", "pending", "sold"] as const;
const CATEGORIES = [7n, -1n, 0n];

/** More than the names that are looked up by name alone. */
const MANY = 300;

const repeated = (count: number, name: (nth: number) => string) => Array.from({ length: count }, (_, nth) => name(nth));

/** A name that is longer than what is indexed. */
const LONG = "Long ".repeat(20);

const NAMES = [
  ...repeated(MANY, (nth) => `${nth % 2 === 0 ? "Rex" : "rEX"} ${nth}`),
  ...repeated(MANY, (nth) => `${LONG}${nth}`),
  ...repeated(9, (nth) => `${LONG.repeat(2)}${"x".repeat(50)}${nth}`),
  ...["Re", "R", "r", "rf", "Rexy", "re\u0301x", "réx", " rex", "x", "y", "'; --", "100%", "a_b", "aXb"],
  // Forms that NFKC unites, some of which get longer.
  ...["Zoë", "Zoe\u0308", "ﬁdo", "Fido", "Ａnna", "anna", "Ⅷ", "viii", "ﷺ".repeat(20), "İris", "i̇ris", "ΟΔΟΣ", "οδος", "ẞ", "ß"],
  // The last code points, those beside the surrogates, and some beyond them.
  ...["\u{10FFFF}", "\u{10FFFF}\u{10FFFF}a", "a\u{10FFFF}", "a\u{10FFFF}b", "b", "\uD7FF", "\uD7FFa", "\uE000", "\uE000a"],
  // Words, accents, and what separates words.
  ...["Krümel vom Königsforst", "Kru\u0308mel", "vom Krumm", "Bella Bello bel", "bella-luna", "(Bella)", "O'Bella", "Luna  Bella"],
  ...["\u0301Bella", "\u0301", "...", "! rex", "日本 語", "Ёлка зелёная", "Ödön ő", "x".repeat(70), `y ${"x".repeat(70)}`],
  ...["a\uD7FF", "a\uE000", "\uFFFD", "a\uFFFD", "🐕", "🐕‍🦺", "a🐕", "🐖", "𝓡𝓮𝔁"],
]; // biome-ignore format: lists of names

/** Without most of those that differ in a number alone. */
const SOME_NAMES = NAMES.filter((_, nth) => nth % 100 === 0 || nth > 2 * MANY);

/** What D28 of docs/decisions/interface.md compares. */
const folded = (text: string) => text.normalize("NFKC").toLowerCase();

/** What D55 compares: the words of a name without accents. */
const namesWords = (name: string) =>
  folded(name)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[\p{White_Space}\p{P}\p{Cc}\p{Cf}]/u)
    .filter(Boolean);

const hasWords = (name: string, words: readonly string[]) =>
  words.every((start) => namesWords(name).some((word) => word.startsWith(start)));

/** The tags and the reference of the pet at a place in the list of names. Every pet has the first tag. */
const tagsAt = (nth: number) => ["calm", ...(nth % 2 === 0 ? ["wild"] : []), ...(nth % 90 === 0 ? ["rare"] : [])];
const referenceAt = (nth: number) => (nth % 100 === 0 ? undefined : String(nth % 2));

/** A pet with what it is found by. */
interface MarkedPet extends Pet {
  readonly tags: readonly string[];
  readonly reference: string | undefined;
}

function isMatch(pet: MarkedPet, { status, categoryId, name, words, ids, tag, reference }: PetFilter): boolean {
  return (
    (status === undefined || pet.status === status) &&
    (categoryId === undefined || pet.categoryId === categoryId) &&
    (name === undefined || folded(pet.name).startsWith(folded(name))) &&
    (words === undefined || hasWords(pet.name, words)) &&
    (tag === undefined || pet.tags.includes(tag)) &&
    (reference === undefined || pet.reference === reference) &&
    (ids === undefined || ids.includes(pet.id))
  );
}

function expected(pets: readonly MarkedPet[], filter: PetFilter, { after, limit, order }: Slice): bigint[] {
  const ids = pets.filter((pet) => isMatch(pet, filter)).map(({ id }) => id);
  const rest = ids.filter((id) => (order === "desc" ? id < after : id > after));
  return rest.toSorted((a, b) => (a < b === (order !== "desc") ? -1 : 1)).slice(0, limit);
}

/** The ids on each page of a search, up to its end. */
async function pagesOf(store: Store, filter: PetFilter, slice: Slice): Promise<readonly (readonly bigint[])[]> {
  const pages: (readonly bigint[])[] = [];
  for (let position: bigint | undefined = slice.after; position !== undefined; ) {
    const { items, searchedTo } = await store.pets.list(filter, { ...slice, after: position });
    pages.push(items.map(({ id }) => id));
    position = searchedTo;
  }
  return pages;
}

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const anyCase = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
);

/** The start of a name, in any case. */
const prefix = fc
  .tuple(fc.constantFrom(...new Set(NAMES)), fc.nat(70), fc.boolean(), anyCase)
  .map(([name, length, isWhole, inCase]) => inCase([...name].slice(0, isWhole ? 300 : length + 1).join("")));

/** The starts of one to three words of names, in any case. */
const words = fc
  .array(
    fc
      .tuple(fc.constantFrom(...new Set(NAMES.flatMap(namesWords))), fc.nat(5), anyCase)
      .map(([word, length, inCase]) => inCase([...word].slice(0, length + 1).join(""))),
    { minLength: 1, maxLength: 3 },
  )
  .map((starts) => searchedWords(starts.join(" ")));

function requests(pets: readonly Pet[]) {
  const id = fc.constantFrom(...pets.map((pet) => pet.id), INT64_MAX - 1n);
  const filter: fc.Arbitrary<PetFilter> = fc.record({
    status: optional(fc.constantFrom(...statuses)),
    categoryId: optional(fc.constantFrom(...CATEGORIES, 99n)),
    name: fc.option(prefix, { nil: undefined, freq: 2 }),
    words: optional(words),
    tag: fc.option(fc.constantFrom("calm", "wild", "rare", "none"), { nil: undefined, freq: 2 }),
    reference: fc.option(fc.constantFrom("0", "1", "2"), { nil: undefined, freq: 2 }),
    ids: fc.option(fc.array(id, { maxLength: 50 }), { nil: undefined, freq: 3 }),
  });
  const slice = fc.oneof(
    fc.record({ after: fc.oneof(fc.constant(0n), id), limit: fc.integer({ min: 1, max: 101 }) }),
    fc.record({
      after: fc.oneof(fc.constant(INT64_MAX), id),
      limit: fc.integer({ min: 1, max: 101 }),
      order: fc.constant("desc" as const),
    }),
  );
  return fc.record({ filter, slice });
}

export function searchRules(open: Open): void {
  describe("search", () => {
    setDefaultTimeout(60_000);

    /** A store with a pet of each name, with different statuses and categories. */
    async function openWithPets() {
      const opened = await open();
      const pets = await opened.store.transaction(async (repositories) => {
        const inserted: MarkedPet[] = [];
        for (const [nth, name] of NAMES.entries()) {
          const pet = { name, categoryId: CATEGORIES[(nth >> 1) % 3] ?? 0n, status: statuses[nth % 3] ?? "sold" };
          const [tags, reference] = [tagsAt(nth), referenceAt(nth)];
          inserted.push({ ...(await repositories.pets.insert(pet, 1, NOON)), tags, reference });
        }
        await repositories.profiles.put(
          inserted.map(({ id, tags, reference }) => ({ petId: id, tags: [...tags], reference })),
        );
        return inserted;
      });
      return { opened, store: opened.store, pets, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
    }

    test("any filters find, in any direction, what comparing pet by pet finds", async () => {
      await using shop = await openWithPets();
      const property = fc.asyncProperty(requests(shop.pets), async ({ filter, slice }) => {
        const found = (await shop.store.pets.list(filter, slice)).items;
        expect(found.map(({ id }) => id)).toEqual(expected(shop.pets, filter, slice));
      });
      await fc.assert(property, { numRuns: 500 });
    });

    /** Enough that more have to be walked past than for one page. */
    const MANY_WORDS = 600;

    test("a search for words that never meet ends in time, and goes on where it stopped", async () => {
      await using opened = await open();
      const { store } = opened;
      const names = [...repeated(2 * MANY_WORDS, (nth) => (nth % 2 === 0 ? "Bella" : "Luna")), "Luna Bella"];
      let last: Pet | undefined;
      for (let from = 0; from < names.length; from += 500) {
        await store.transaction(async ({ pets }) => {
          for (const name of names.slice(from, from + 500)) {
            last = await pets.insert({ name, categoryId: 7n, status: "sold" }, 0, NOON);
          }
        });
      }
      const words = ["luna", "bella"];
      for (const [after, order] of [[0n, "asc"] as const, [INT64_MAX, "desc"] as const]) {
        const pages = await pagesOf(store, { words }, { after, limit: 21, order });
        expect(pages.length).toBeGreaterThan(1);
        expect(pages.flat()).toEqual([last?.id ?? 0n]);
      }
      expect(await store.pets.list({ name: "bel", categoryId: 8n }, { after: 0n, limit: 21 })).toEqual({ items: [] });
    });

    test("every start of every name finds it", async () => {
      await using shop = await openWithPets();
      const starts = new Set(
        SOME_NAMES.flatMap((name) => [1, 2, 3, 64, 65, 255].map((end) => [...name].slice(0, end).join(""))),
      );
      const wrong: string[] = [];
      for (const name of starts) {
        const slice = { after: 0n, limit: 1000 };
        const found = (await pagesOf(shop.store, { name }, slice)).flat();
        if (!Bun.deepEquals(found, expected(shop.pets, { name }, slice))) wrong.push(name);
      }
      expect(wrong).toEqual([]);
    });
  });
}
