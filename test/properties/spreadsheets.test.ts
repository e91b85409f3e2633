/* Any table of pets, in any spelling that the import understands (decision D61), sent once and again (D59). */
import { expect } from "bun:test";
import fc from "fast-check";
import type { ImportColumn } from "../../src/contract/imports/import-line.ts";
import { NewPet } from "../../src/contract/pets/pets.ts";
import { test } from "../support/databases.ts";
import { bodyOf, openService, type TestService } from "../support/harness.ts";

/** The titles of columns and the words in them, of which each file uses any. */
const TITLES: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  name: ["name", "Pet name", "Tiername", "NAME"],
  category: ["category", "Kategorie", "Tierart", "Species"],
  status: ["Status", "Availability", "Verfügbarkeit"],
  quantity: ["quantity", "Bestand", "In stock", "Anzahl"],
  sex: ["sex", "Geschlecht", "Gender"],
  size: ["size", "Größe"],
  neutered: ["neutered", "Kastriert", "Spayed/neutered"],
  birthDate: ["birth_date", "Geburtsdatum", "DOB", "Geboren am"],
  arrivedOn: ["Arrived on", "Ankunft", "Intake date"],
  price: ["price", "Preis", "Adoption fee", "Schutzgebühr"],
  reference: ["reference", "Tiernummer"],
  microchip: ["microchip", "Chip-Nr.", "Microchip number"],
};
const WORDS: Readonly<Record<string, readonly string[]>> = {
  available: ["available", "Available", "verfügbar"],
  pending: ["pending", "Reserved", "reserviert"],
  sold: ["sold", "Adopted", "VERKAUFT", "vermittelt"],
  female: ["female", "F", "w", "weiblich", "Hündin"],
  male: ["male", "M", "männlich", "Rüde"],
  small: ["small", "S", "klein"],
  medium: ["medium", "M", "mittel"],
  large: ["large", "L", "groß"],
  extra_large: ["extra_large", "Very Large", "XL", "sehr groß"],
  true: ["true", "Y", "ja", "1", "kastriert"],
  false: ["false", "No", "nein", "0"],
};
const MONTHS = ["Jan", "Feb", "März", "April", "Mai", "Juni", "Jul", "Aug.", "September", "Okt", "Nov", "Dez."];

/** How a file writes days; with `order`, a person has to say which part is the day. */
const dayStyles: readonly {
  readonly order?: "dmy" | "mdy";
  readonly write: (y: number, m: number, d: number) => string;
}[] = [
  { write: (y, m, d) => `${y}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}` },
  { write: (y, m, d) => `${d}.${m}.${y}` },
  { write: (y, m, d) => `${d}. ${MONTHS[m - 1]} ${y}` },
  { order: "dmy", write: (y, m, d) => `${d}/${m}/${y}` },
  { order: "mdy", write: (y, m, d) => `${m}/${d}/${y} 00:00` },
];

/** How a file writes an amount, with its decimal identifier. */
const priceStyles: readonly ((whole: string, cents: string, identifier: string) => string)[] = [
  (whole, cents, identifier) => `${whole}${identifier}${cents} €`,
  (whole, cents, identifier) => `€${whole}${identifier}${cents}`,
  (whole, cents, identifier) => `EUR ${whole}${identifier}${cents}`,
  (whole, cents, identifier) =>
    `${whole.replace(/\B(?=(?:\d{3})+$)/g, identifier === "," ? "." : ",")}${identifier}${cents} eur`,
  (whole, cents, identifier) => `${whole.replace(/\B(?=(?:\d{3})+$)/g, "'")}${identifier}${cents}\u00a0€`,
];

/** How a file writes integers. */
const integerStyles: readonly ((digits: string) => string)[] = [
  (digits) => digits,
  (digits) => `${digits}.0`,
  (digits) => `${digits},00`,
  ...["'", "\u00a0"].map((mark) => (digits: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, mark)),
];

/** Windows-1252 has the characters of Latin-1, and others in the place of its controls. */
const windows1252 = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder("windows-1252").decode(Uint8Array.of(byte)), byte]),
);

const encodings: readonly ((text: string) => Buffer)[] = [
  ...["", "\ufeff"].flatMap((mark) => [
    (text: string) => Buffer.from(mark + text),
    (text: string) => Buffer.from(mark + text, "utf16le"),
    (text: string) => Buffer.from(mark + text, "utf16le").swap16(),
  ]),
  (text) => {
    // The bytes of "ß€" are UTF-8 of something else too, and nothing shows what was meant.
    fc.pre([...text].every((character) => windows1252.has(character)) && !/[ÄÖÜäößüéØ][€ŒœŠž’–]/.test(text));
    return Buffer.from([...text].map((character) => windows1252.get(character) ?? 0));
  },
];

const day = fc.record({
  y: fc.integer({ min: 2000, max: 2025 }),
  m: fc.integer({ min: 1, max: 12 }),
  d: fc.integer({ min: 1, max: 28 }),
});
const letters = fc.constantFrom(..."abcXYZ äöüÄÖÜßéØŒœŠž’–€'-,;=\"\t|");
const pet = fc.record(
  {
    name: fc
      .oneof(...[letters, "binary" as const].map((unit) => fc.string({ unit, minLength: 1, maxLength: 12 })))
      .filter((name) => /\p{L}/u.test(name) && NewPet.shape.name.safeParse(name).success),
    category: fc.constantFrom("Hunde", "Cats & co", "Vögel"),
    status: fc.constantFrom("available", "pending", "sold"),
    quantity: fc.nat(2_000_000),
    sex: fc.constantFrom("female", "male"),
    size: fc.constantFrom("small", "medium", "large", "extra_large"),
    neutered: fc.constantFrom("true", "false"),
    birthDate: day,
    arrivedOn: day,
    price: fc.nat(200_000_000),
  },
  { requiredKeys: ["name", "category", "status", "quantity"] },
);
type AnyPet = typeof pet extends fc.Arbitrary<infer Value> ? Value : never;

/** A column that the import does not know. */
const NOTES = "Remarks, old";

const style = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  end: fc.constantFrom("\n", "\r\n"),
  days: fc.constantFrom(...dayStyles),
  price: fc.constantFrom(...priceStyles),
  identifier: fc.constantFrom(",", "."),
  encode: fc.constantFrom(...encodings),
  columns: fc.shuffledSubarray([...Object.keys(TITLES), NOTES], { minLength: Object.keys(TITLES).length + 1 }),
  /** Which of several spellings come next. */
  spelling: fc.infiniteStream(fc.nat(1000)),
  isMarked: fc.boolean(),
  integer: fc.constantFrom(...integerStyles),
  header: fc.constantFrom(
    (title: string) => title,
    (title: string) => title.toUpperCase(),
    (title: string) => ` ${title} `,
  ),
  quotesAll: fc.boolean(),
  hasBlankLines: fc.boolean(),
  hasSpaces: fc.boolean(),
  /** Cells after the last column. */
  trailing: fc.nat(3),
});
type Style = typeof style extends fc.Arbitrary<infer Value> ? Value : never;

const MARKS = ["reference", "microchip"];

/** The chip of the nth pet, which no other pet has. */
const chipOf = (nth: number) => String(276_098_106_000_000 + nth);

/** Writes a table. `first` is the number of its first pet. */
function tableOf(pets: readonly AnyPet[], first: number, written: Style): Buffer {
  const { delimiter, end, days, identifier, encode, isMarked } = written;
  const any = (texts: readonly string[]) => texts[written.spelling.next().value % texts.length] ?? "";
  const columns = written.columns.filter((column) => isMarked || !MARKS.includes(column));
  const pad = written.hasSpaces && delimiter !== "\t" ? " " : "";
  const field = (text: string) => {
    const needsQuotes = written.quotesAll || text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text);
    return `${pad}${needsQuotes ? `"${text.replaceAll('"', '""')}"` : text}${pad}`;
  };
  const cellOf = (given: AnyPet, nth: number, column: string): string => {
    if (column === "reference") return `A-${first + nth}`;
    if (column === "microchip") return chipOf(first + nth).replace(/(\d{3})(?=\d)/g, "$1 ");
    if (column === NOTES) return 'a; b\t"c" | d,\n\ne';
    const value = given[column as keyof AnyPet];
    if (value === undefined) return "";
    if (typeof value === "object") return days.write(value.y, value.m, value.d);
    if (column === "price") {
      const cents = String(value).padStart(3, "0");
      return written.price(cents.slice(0, -2), cents.slice(-2), identifier);
    }
    if (column === "quantity") return written.integer(String(value));
    return any(column === "name" || column === "category" ? [String(value)] : (WORDS[String(value)] ?? []));
  };
  const rows = pets.map((given, nth) => columns.map((column) => cellOf(given, nth, column)));
  const titles = columns.map((column) => written.header(any(TITLES[column as ImportColumn] ?? [column])));
  const blank = written.hasBlankLines ? ["", "   ", delimiter.repeat(3)] : [];
  const lines = [titles, ...rows].map((row) => row.map(field).join(delimiter) + delimiter.repeat(written.trailing));
  return encode([...blank, ...lines.flatMap((line) => [line, ...blank])].map((line) => line + end).join(""));
}

/** The pet that a line means. */
function expectedOf(given: AnyPet, nth: number, isMarked: boolean) {
  const iso = (value: AnyPet["birthDate"]) => value && dayStyles[0]?.write(value.y, value.m, value.d);
  const profile = {
    sex: given.sex,
    size: given.size,
    neutered: given.neutered && given.neutered === "true",
    birthDate: iso(given.birthDate),
    arrivedOn: iso(given.arrivedOn),
    price: given.price === undefined ? undefined : { amount: BigInt(given.price), currency: "EUR" },
    ...(isMarked && { reference: `A-${nth}`, microchip: chipOf(nth) }),
  };
  const { name, status, quantity } = given;
  return {
    ...{ name, status, quantity },
    profile: Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined)),
  };
}

async function petsOf({ admin }: TestService) {
  const pets = await bodyOf(admin.listPets({ query: { limit: 100, include: ["profile", "quantity"], order: "desc" } }));
  return pets.toReversed();
}

test("any table of pets in any spelling, encoding and separator gives the same pets, and sent again the same shop", async () => {
  await using service = await openService();
  let count = 0;
  const property = fc.asyncProperty(fc.array(pet, { minLength: 1, maxLength: 6 }), style, async (given, written) => {
    const first = count;
    const file = new Blob([new Uint8Array(tableOf(given, first, written))], { type: "text/csv" });
    const query = { createCategories: true, ...(written.days.order !== undefined && { dates: written.days.order }) };
    // The same table may have come up before; then that is no second time for a person.
    const report = await bodyOf(service.admin.createImport({ file, query: { ...query, allowDuplicates: true } }));
    expect(report.problems).toEqual([]);
    count += given.length;
    const shop = await petsOf(service);
    const added = shop.slice(-given.length).map(({ name, status, quantity, profile }) => {
      const { petId: _, ...known } = { petId: 0n, ...profile };
      return { name, status, quantity, profile: known };
    });
    expect<unknown>(added).toEqual(given.map((one, nth) => expectedOf(one, first + nth, written.isMarked)));

    const again = await service.admin.createImport({ file, query });
    if (written.isMarked)
      expect(again).toMatchObject({ status: 200, body: { stored: false, problems: [{ code: "taken" }] } });
    else expect(again.status).toBe(409);
    const updated = await service.admin.createImport({ file, query: { ...query, update: true } });
    if (written.isMarked) expect(updated).toMatchObject({ status: 200, body: { stored: true, added: 0, updated: 0 } });
    else expect(updated).toMatchObject({ status: 200, body: { stored: false, problems: [{ code: "cannot_match" }] } });
    expect(await petsOf(service)).toEqual(shop);
  });
  await fc.assert(property, { numRuns: 70 });
});
