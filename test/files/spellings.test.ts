/* How people write titles, words, dates and amounts (decision D61): this table says what is understood. */
import { expect, test } from "bun:test";
import { de } from "../../src/console/texts/de.ts";
import { deViews } from "../../src/console/texts/de-views.ts";
import { en } from "../../src/console/texts/en.ts";
import { enViews } from "../../src/console/texts/en-views.ts";
import type { ImportColumn } from "../../src/contract/imports/import-line.ts";
import type { ReadingOptions } from "../../src/core/imports/import-ports.ts";
import type { LineError } from "../../src/core/imports/line-problems.ts";
import { keyOf } from "../../src/core/reading/written-words.ts";
import { columnOf } from "../../src/files/cells/spellings.ts";
import { readFile } from "../../src/files/reading/read-file.ts";
import { NOON } from "../support/harness.ts";

/** A table with a column of these cells. Returns what each became, or the codes of what is wrong with it. */
async function readColumn(
  title: string,
  cells: readonly string[],
  options: Partial<ReadingOptions> = {},
  delimiter = ";",
) {
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`);
  const text = [
    `name${delimiter}categoryId${delimiter}${title}`,
    ...quoted.map((cell) => `Rex${delimiter}7${delimiter}${cell}`),
  ].join("\n");
  const all = {
    update: false,
    map: undefined,
    mapStatus: undefined,
    mapValues: undefined,
    dates: undefined,
    currency: undefined,
    now: NOON,
    today: new Date(NOON).toISOString().slice(0, 10),
  };
  const file = await readFile({ type: "text/csv", bytes: Buffer.from(text) }, { ...all, ...options });
  const found = new Map<number, unknown>();
  const refuse = (line: number, error: LineError) => found.set(line, error.problems.map(({ code }) => code).join(" "));
  for await (const lines of file.read(refuse)) {
    for (const { line, input, problems = [] } of lines) {
      if (problems.length > 0) {
        found.set(line, problems.map(({ code }) => code).join(" "));
        continue;
      }
      const { name: _, categoryId: __, ...rest } = input;
      found.set(line, Object.values(rest)[0]);
    }
  }
  return cells.map((_, index) => found.get(index + 2));
}

const eur = (amount: number, currency = "EUR") => ({ amount: BigInt(amount), currency });

/** Cells that mean the same beside any others. */
const CELLS: readonly (readonly [column: ImportColumn, cell: string, value: unknown])[] = [
  ...(["available", "Available", "AVAILABLE", " available ", "verfügbar", "Verfügbar"] as const).map(
    (cell) => ["status", cell, "available"] as const,
  ),
  ...(["pending", "Pending", "reserved", "Reserved", "reserviert", "RESERVIERT"] as const).map(
    (cell) => ["status", cell, "pending"] as const,
  ),
  ...(["sold", "Sold", "verkauft", "Verkauft", "adopted", "Adopted", "vermittelt"] as const).map(
    (cell) => ["status", cell, "sold"] as const,
  ),
  ...(["frei", "entlaufen", "lost", "avail", "verfügbar?", "sold out"] as const).map(
    (cell) => ["status", cell, "unknown_word"] as const,
  ),
  ...(["female", "Female", "F", "f", "w", "W", "weiblich", "Hündin", "Kätzin", "Stute"] as const).map(
    (cell) => ["sex", cell, "female"] as const,
  ),
  ...(["male", "MALE", "M", "m", "männlich", "Männlich", "Rüde", "Kater", "Hengst"] as const).map(
    (cell) => ["sex", cell, "male"] as const,
  ),
  ...(["?", "unbekannt", "mw", "herr", "n/a"] as const).map((cell) => ["sex", cell, "unknown_word"] as const),
  ...(["small", "S", "klein", "Klein"] as const).map((cell) => ["size", cell, "small"] as const),
  ...(["medium", "M", "mittel", "mittelgroß"] as const).map((cell) => ["size", cell, "medium"] as const),
  ...(["large", "L", "groß", "gross", "Groß"] as const).map((cell) => ["size", cell, "large"] as const),
  ...(["extra large", "extra_large", "Extra-Large", "XL", "Very Large", "sehr groß"] as const).map(
    (cell) => ["size", cell, "extra_large"] as const,
  ),
  ...(["huge", "40 cm"] as const).map((cell) => ["size", cell, "unknown_word"] as const),
  ...(["true", "TRUE", "yes", "Y", "1", "ja", "J", "WAHR", "kastriert", "neutered", "spayed"] as const).map(
    (cell) => ["neutered", cell, true] as const,
  ),
  ...(["false", "no", "N", "0", "nein", "FALSCH", "unkastriert", "nicht kastriert", "intact"] as const).map(
    (cell) => ["neutered", cell, false] as const,
  ),
  ...(["maybe", "2", "x"] as const).map((cell) => ["neutered", cell, "unknown_word"] as const),
  ["birthDate", "2021", "2021"],
  ["birthDate", "2021-04", "2021-04"],
  ["birthDate", "2021-04-03", "2021-04-03"],
  ["birthDate", "2021-4-3", "2021-04-03"],
  ["birthDate", "2021/04/03", "2021-04-03"],
  ["birthDate", "2021-04-03 00:00:00", "2021-04-03"],
  ["birthDate", "2021-04-03T10:20:30Z", "2021-04-03"],
  ["birthDate", "3.4.2021", "2021-04-03"],
  ["birthDate", "03.04.2021", "2021-04-03"],
  ["birthDate", "3. 4. 2021", "2021-04-03"],
  ["birthDate", "03.04.2021 00:00", "2021-04-03"],
  ["birthDate", "3. April 2021", "2021-04-03"],
  ["birthDate", "3 Apr 2021", "2021-04-03"],
  ["birthDate", "3-Apr-2021", "2021-04-03"],
  ["birthDate", "1. März 2020", "2020-03-01"],
  ["birthDate", "24. Dez. 2020", "2020-12-24"],
  ["birthDate", "April 3, 2021", "2021-04-03"],
  ["birthDate", "Oct 31 2020", "2020-10-31"],
  ["birthDate", "May 2020", "2020-05"],
  ["birthDate", "Mai 2020", "2020-05"],
  ["birthDate", "05.2020", "2020-05"],
  ["birthDate", "5/2020", "2020-05"],
  ["birthDate", "4/4/2021", "2021-04-04"],
  ["birthDate", "31.02.2021", "invalid_value"],
  ["birthDate", "3.4.21", "2021-04-03"],
  ["birthDate", "31.12.30", "1930-12-31"],
  ["birthDate", "17-May-24", "2024-05-17"],
  ["birthDate", "17. Mai 24", "2024-05-17"],
  ["birthDate", "5/17/24", "2024-05-17"],
  ["birthDate", "20240517", "2024-05-17"],
  ["birthDate", "Friday, May 17, 2024", "2024-05-17"],
  ["birthDate", "ca. 2015", "2015"],
  ["birthDate", "etwa 5/2015", "2015"],
  ["birthDate", "May-24", "invalid_value"],
  ["birthDate", "NA", undefined],
  ["birthDate", "0/0/0000", undefined],
  ["birthDate", "#NV", undefined],
  ["birthDate", "#BEZUG!", "spreadsheet_error"],
  ["breed", "#NAME?", "spreadsheet_error"],
  ["price", "75 dollars", eur(7500, "USD")],
  ["reference", '="00012"', "00012"],
  ["reference", "2.68E+17", "shortened_number"],
  ["birthDate", "2021-02-30", "invalid_value"],
  ["birthDate", "44289", "invalid_value"],
  ["birthDate", "soon", "invalid_value"],
  ["birthDate", "3 Foo 2021", "invalid_value"],
  ["arrivedOn", "17.5.2024", "2024-05-17"],
  ["arrivedOn", "17. Mai 2024", "2024-05-17"],
  ["arrivedOn", "5/2024", "invalid_value"],
  ["price", "150 €", eur(15_000)],
  ["price", "150€", eur(15_000)],
  ["price", "€150", eur(15_000)],
  ["price", "12,50 €", eur(1250)],
  ["price", "12.50 €", eur(1250)],
  ["price", "€ 12.5", eur(1250)],
  ["price", "EUR 12,50", eur(1250)],
  ["price", "12,50 EUR", eur(1250)],
  ["price", "12.50 eur", eur(1250)],
  ["price", "12,50 Euro", eur(1250)],
  ["price", "150,- €", eur(15_000)],
  ["price", "150.-- EUR", eur(15_000)],
  ["price", "1.234,50 €", eur(123_450)],
  ["price", "€1,234.50", eur(123_450)],
  ["price", "1 234,50 €", eur(123_450)],
  ["price", "1\u00a0234,50\u00a0€", eur(123_450)],
  ["price", "CHF 1'234.50", eur(123_450, "CHF")],
  ["price", "Fr. 80.–", eur(8000, "CHF")],
  ["price", "$150.00", eur(15_000, "USD")],
  ["price", "$ 1,234,567.00", eur(123_456_700, "USD")],
  ["price", "£99", eur(9900, "GBP")],
  ["price", "250 zł", eur(25_000, "PLN")],
  ["price", "PLN 250,00", eur(25_000, "PLN")],
  ["price", "¥15000", eur(15_000, "JPY")],
  ["price", "15,000,000 JPY", eur(15_000_000, "JPY")],
  ["price", "0 €", eur(0)],
  ["price", "150", "missing_currency"],
  ["price", "12,50", "missing_currency"],
  ["price", "-5 €", "invalid_value"],
  ["price", "12.505 USD 3", "invalid_value"],
  ["price", "1 ABC", "invalid_value"],
  ["price", "12,5,0 €", "invalid_value"],
  ["price", "VB", "invalid_value"],
  ["price", "10-20 €", "invalid_value"],
  ["price", "12.50 JPY", "invalid_value"],
  ["price", "EUR 5 €", "invalid_value"],
  ["microchip", "276 098 106 123 456", "276098106123456"],
  ["microchip", "276.09.8106123456", "276098106123456"],
  ["microchip", "2.76098E+14", "shortened_number"],
  ["quantity", "1.250", 1250],
  ["quantity", "12,00", 12],
];

test("each spelling of a cell has one meaning, or is a problem", async () => {
  expect(CELLS.length).toBeGreaterThan(120);
  for (const [column, cell, value] of CELLS) {
    expect([column, cell, ...(await readColumn(column, [cell]))]).toEqual([column, cell, value]);
  }
});

test.each<
  readonly [
    what: string,
    column: ImportColumn,
    cells: readonly string[],
    options: Partial<ReadingOptions>,
    values: readonly unknown[],
  ]
>([
  [
    "a day above 12 shows that the day is first",
    "birthDate",
    ["3/4/2021", "25/4/2021"],
    {},
    ["2021-04-03", "2021-04-25"],
  ],
  [
    "a day above 12 shows that the month is first",
    "birthDate",
    ["3/4/2021", "4/25/2021"],
    {},
    ["2021-03-04", "2021-04-25"],
  ],
  ["days up to 12 are a question", "birthDate", ["3/4/2021", "4/4/2021"], {}, ["ambiguous_dates", "2021-04-04"]],
  ["which has the answer dmy", "birthDate", ["3/4/2021"], { dates: "dmy" }, ["2021-04-03"]],
  ["or mdy", "birthDate", ["3/4/2021", "25/4/2021"], { dates: "mdy" }, ["2021-03-04", "invalid_value"]],
  [
    "signs of both orders are a question",
    "birthDate",
    ["3/4/2021", "25/4/2021", "4/25/2021"],
    {},
    ["ambiguous_dates", "2021-04-25", "2021-04-25"],
  ],
  ["a fraction shows that the other identifier groups", "price", ["1.500 €", "12,50 €"], {}, [eur(150_000), eur(1250)]],
  ["a point before a fraction groups no digits", "price", ["1.500 €", "12.50 €"], {}, ["invalid_value", eur(1250)]],
  ["without a sign, the separator of a German file", "price", ["1.500 €"], {}, [eur(150_000)]],
  [
    "two signs are a contradiction",
    "price",
    ["1.500 €", "12.50 €", "12,50 €"],
    {},
    ["invalid_value", eur(1250), eur(1250)],
  ],
  [
    "a currency for all amounts",
    "price",
    ["150", "12,50", "$3"],
    { currency: "CHF" },
    [eur(15_000, "CHF"), eur(1250, "CHF"), eur(300, "USD")],
  ],
  [
    "words that a person explains",
    "status",
    ["frei", "Weg"],
    { mapValues: "status:frei=available,weg=sold" },
    ["available", "sold"],
  ],
  ["words that mean nothing", "size", ["?", "klein"], { mapValues: "size:?=-" }, [undefined, "small"]],
])("%s", async (_, column, cells, options, values) => {
  expect(await readColumn(column, cells, options)).toEqual([...values]);
});

test("a title may name the currency of its column", async () => {
  for (const title of ["Preis (€)", "Preis €", "Preis in EUR", "Price [EUR]"]) {
    expect(await readColumn(title, ["12,50", "$3"])).toEqual([eur(1250), eur(300, "USD")]);
  }
});

test("a currency or a unit for all is only for columns whose titles name none", async () => {
  expect(await readColumn("Preis (€)", ["12,50", "$3"], { currency: "CHF" })).toEqual([eur(1250), eur(300, "USD")]);
  expect(await readColumn("Weight (kg)", ["4", "2 lb"], { unit: "lb" })).toEqual([4000, 907]);
  expect(await readColumn("Weight", ["4"], { unit: "lb" })).toEqual([1814]);
});

const TITLES: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  name: ["Name", "NAME", "Pet name", "Animal Name", "Tiername", "Rufname", "Name des Tieres"],
  category: ["Category", "Kategorie", "Tierart", "Art", "Gattung", "Species"],
  breed: ["Breed", "Rasse"],
  sex: ["Sex", "Gender", "Geschlecht"],
  birthDate: ["Birth date", "birth_date", "Date of birth", "DOB", "Geburtsdatum", "Geboren am"],
  color: ["Color", "Colour", "Farbe"],
  neutered: ["Neutered", "Kastriert", "Spayed/Neutered"],
  price: ["Price", "Preis", "Adoption fee", "Schutzgebühr", "Preis (€)"],
  quantity: ["Quantity", "Qty", "Stock", "Bestand", "Anzahl", "Stückzahl"],
  size: ["Size", "Größe"],
  microchip: ["Microchip", "Chip", "Chipnummer", "Chip-Nr.", "Transponder"],
  reference: ["Reference", "Eigene Nummer", "Tiernummer"],
  tags: ["Tags", "Stichwörter"],
  description: ["Description", "Beschreibung"],
};

test("titles are understood in English and German, those of the console too", async () => {
  const labels = [en, de].flatMap(({ profile: { price } }) => [["price", price] as const]);
  const views = [enViews, deViews].flatMap(({ profile, imports: { meanings } }) => {
    const { breed, sex, birthDate, size, color, neutered, description, tags, reference, microchip } = profile;
    const members = { breed, sex, birthDate, size, color, neutered, description, tags, reference, microchip };
    return Object.entries({ ...members, ...meanings });
  });
  for (const [column, title] of [...labels, ...views])
    expect([title, columnOf.get(keyOf(title))]).toEqual([title, column as ImportColumn]);
  for (const [column, titles = []] of Object.entries(TITLES)) {
    for (const title of titles) {
      const text = `id;${title}\n`;
      const file = await readFile({ type: "text/csv", bytes: Buffer.from(text) }, { update: true } as ReadingOptions);
      expect(file.columns).toMatchObject([{ column: "id" }, { title, column: column as ImportColumn }]);
    }
  }
});

test.each(["ANIMALCODE", "Status note", "Quantitiy", "Artikel", "Rassehund?", "Preisliste"])(
  "a title that only looks like a known one is not understood: %s",
  async (title) => {
    const file = await readFile({ type: "text/csv", bytes: Buffer.from(`id;${title}\n`) }, {
      update: true,
    } as ReadingOptions);
    expect(file.columns[1]).toEqual({ title });
  },
);
