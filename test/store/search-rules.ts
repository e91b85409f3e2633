/* Which pets a list finds: every combination of filters finds what comparing pet by pet finds. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import * as fc from "fast-check";
import { INT64_MAX } from "../../src/contract/common.ts";
import type { Pet } from "../../src/contract/pets/pets.ts";
import type { Profile } from "../../src/contract/pets/profiles.ts";
import type { PetFilter, Store } from "../../src/core/ports.ts";
import { searchedWords } from "../../src/core/shop/name-words.ts";
import type { Slice } from "../../src/core/slice.ts";
import { FILES, photoOf } from "../support/examples.ts";
import { NOON, NOW } from "../support/harness.ts";
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

/** What D55 and D90 compare: the words of a name without accents, and their other spellings. */
const namesWords = (name: string) => {
  const letters = folded(name).normalize("NFKD").replaceAll("ß", "ss");
  const joined = letters.replace(/(\p{L})'(?=\p{L})/gu, "$1");
  const plain = joined.replace(/\p{M}/gu, "");
  const spellings = [plain, joined.replace(/([aou])\u0308/g, "$1e"), plain.replace(/([aou])e/g, "$1"), letters];
  return spellings.flatMap((text) =>
    text
      .replace(/\p{M}/gu, "")
      .split(/[\p{White_Space}\p{P}\p{Cc}\p{Cf}]/u)
      .filter(Boolean),
  );
};

const hasWords = (name: string, words: readonly string[]) =>
  words.every((start) => namesWords(name).some((word) => word.startsWith(start)));

/** The tags and the reference of the pet at a place in the list of names. Every pet has the first tag. */
const tagsAt = (nth: number) => ["calm", ...(nth % 2 === 0 ? ["wild"] : []), ...(nth % 90 === 0 ? ["rare"] : [])];
const referenceAt = (nth: number) => (nth % 100 === 0 ? undefined : String(nth % 2));

/** What else is known of the pet at a place in the list of names; of some, nothing. */
const detailsAt = (nth: number): Profile => ({
  ...(nth % 2 === 0 && { sex: nth % 4 === 0 ? "female" : "male" }),
  ...(nth % 3 === 0 && { size: nth % 9 === 0 ? "small" : "large" }),
  ...(nth % 5 !== 0 && { birthDate: ["2024", "2024-05", "2024-05-17", "2025-01-01"][nth % 4] }),
  ...(nth % 7 !== 0 && { price: { amount: BigInt(nth % 11), currency: nth % 3 === 0 ? "EUR" : "JPY" } }),
  ...(nth % 4 !== 0 && { arrivedOn: ["2026-11-20", "2026-01-02", "2020-02-29"][nth % 3] }),
});

/** A pet with what it is found by. */
interface MarkedPet extends Pet {
  readonly tags: readonly string[];
  readonly reference: string | undefined;
  readonly details: Profile;
  readonly hasPhoto: boolean;
}

/** What lists are sorted by, where it is not the id. */
const keys = {
  name: ({ name }: MarkedPet) => [...folded(name)].slice(0, 64).join(""),
  arrivedOn: ({ details }: MarkedPet) => details.arrivedOn ?? NOW.slice(0, 10),
};

/** Whether a value is within bounds, where those are given. */
const isWithin = <Value extends string | bigint>(
  value: Value | undefined,
  from: Value | undefined,
  before: Value | undefined,
) =>
  (from === undefined || (value !== undefined && value >= from)) &&
  (before === undefined || (value !== undefined && value < before));

const hasDetails = ({ details, hasPhoto, ...pet }: MarkedPet, filter: PetFilter) =>
  (filter.sex === undefined || details.sex === filter.sex) &&
  (filter.size === undefined || details.size === filter.size) &&
  (filter.currency === undefined || details.price?.currency === filter.currency) &&
  isWithin(details.price?.amount, filter.priceFrom, filter.priceTo === undefined ? undefined : filter.priceTo + 1n) &&
  isWithin(details.birthDate && `${details.birthDate}-01-01`.slice(0, 10), filter.bornAfter, filter.bornBefore) &&
  isWithin(keys.arrivedOn({ ...pet, details, hasPhoto }), undefined, filter.arrivedBefore) &&
  (filter.photo === undefined || hasPhoto === filter.photo);

function isMatch(pet: MarkedPet, filter: PetFilter): boolean {
  const { status, categoryId, name, words, ids, tag, reference } = filter;
  return (
    hasDetails(pet, filter) &&
    (status === undefined || pet.status === status) &&
    (categoryId === undefined || pet.categoryId === categoryId) &&
    (name === undefined || folded(pet.name).startsWith(folded(name))) &&
    (words === undefined || hasWords([pet.name, ...pet.tags, pet.reference ?? ""].join(" "), words)) &&
    (tag === undefined || pet.tags.includes(tag)) &&
    (reference === undefined || pet.reference === reference) &&
    (ids === undefined || ids.includes(pet.id))
  );
}

/** A place in a list: the id, and what the list is sorted by. */
interface Place {
  readonly id: bigint;
  readonly key: string | undefined;
}

/** Compares the texts as databases do, by their bytes. */
function comparePlaces(one: Place, other: Place): number {
  const byKey = Buffer.compare(Buffer.from(one.key ?? ""), Buffer.from(other.key ?? ""));
  return byKey || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

function expected(pets: readonly MarkedPet[], filter: PetFilter, { after, limit, order, sort }: Slice): bigint[] {
  const direction = order === "desc" ? -1 : 1;
  const isFirst = sort !== undefined && sort.after === undefined;
  const places = pets
    .filter((pet) => isMatch(pet, filter))
    .map((pet): Place => ({ id: pet.id, key: sort && keys[sort.by](pet) }))
    .filter((place) => isFirst || direction * comparePlaces(place, { id: after, key: sort?.after }) > 0)
    .toSorted((one, other) => direction * comparePlaces(one, other));
  return places.slice(0, limit).map(({ id }) => id);
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
      .tuple(fc.constantFrom(...new Set([...NAMES, "calm wild rare 0 1"].flatMap(namesWords))), fc.nat(5), anyCase)
      .map(([word, length, inCase]) => inCase([...word].slice(0, length + 1).join(""))),
    { minLength: 1, maxLength: 3 },
  )
  .map((starts) => searchedWords(starts.join(" ")));

const days = fc.constantFrom(
  "2020-02-29",
  "2024-01-01",
  "2024-05-17",
  "2024-06-01",
  "2026-01-02",
  "2026-11-21",
  "2027-01-01",
);

/** Filters by details, one or a few at once. */
const details = fc.record(
  {
    sex: fc.constantFrom("female", "male"),
    size: fc.constantFrom("small", "large", "medium"),
    bornAfter: days,
    bornBefore: days,
    currency: fc.constantFrom("EUR", "JPY", "USD"),
    priceFrom: fc.bigInt(0n, 12n),
    priceTo: fc.bigInt(0n, 12n),
    photo: fc.boolean(),
    arrivedBefore: days,
  },
  { requiredKeys: [] },
);

function requests(pets: readonly MarkedPet[]) {
  const id = fc.constantFrom(...pets.map((pet) => pet.id), INT64_MAX - 1n);
  const others = fc.record({
    status: optional(fc.constantFrom(...statuses)),
    categoryId: optional(fc.constantFrom(...CATEGORIES, 99n)),
    name: fc.option(prefix, { nil: undefined, freq: 2 }),
    words: optional(words),
    tag: fc.option(fc.constantFrom("calm", "wild", "rare", "none"), { nil: undefined, freq: 2 }),
    reference: fc.option(fc.constantFrom("0", "1", "2"), { nil: undefined, freq: 2 }),
    ids: fc.option(fc.array(id, { maxLength: 50 }), { nil: undefined, freq: 3 }),
  });
  const filter = fc
    .tuple(others, fc.oneof(fc.constant({}), details))
    .map(([other, some]): PetFilter => ({ ...other, ...some }));
  const sorted = fc
    .record({
      by: fc.constantFrom("name" as const, "arrivedOn" as const),
      place: optional(fc.constantFrom(...pets)),
      limit: fc.integer({ min: 1, max: 101 }),
      order: fc.constantFrom("asc" as const, "desc" as const),
    })
    .map(({ by, place, limit, order }): Slice => {
      const start = order === "desc" ? INT64_MAX : 0n;
      return { after: place?.id ?? start, limit, order, sort: { by, after: place && keys[by](place) } };
    });
  const slice: fc.Arbitrary<Slice> = fc.oneof(
    sorted,
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
          const [tags, reference, hasPhoto] = [tagsAt(nth), referenceAt(nth), nth % 6 === 0];
          const stored = await repositories.pets.insert(pet, 1, NOON);
          inserted.push({ ...stored, tags, reference, details: detailsAt(nth), hasPhoto });
          if (hasPhoto) await repositories.photos.insert(photoOf(stored.id), FILES);
        }
        await repositories.profiles.put(
          inserted.map(({ id, tags, reference, details }) => ({ petId: id, tags: [...tags], reference, ...details })),
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
      await fc.assert(property, { numRuns: 800 });
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
