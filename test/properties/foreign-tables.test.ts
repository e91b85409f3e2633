/* Any table of any cells becomes pets once its questions are answered with what the reports offer (decision D89). */
import { expect } from "bun:test";
import fc from "fast-check";
import type { ImportReport } from "../../src/contract/imports/import-report.ts";
import { importSourceIds } from "../../src/contract/imports/import-sources.ts";
import { readPairs } from "../../src/core/imports/written-pairs.ts";
import { test } from "../support/databases.ts";
import { bodyOf, openService } from "../support/harness.ts";

const RUNS = 100;

/** Nobody is asked more often about one table. */
const ROUNDS_MAX = 8;

const text = fc.string({ unit: fc.constantFrom(..."aZäß 09\"',;:=*|-#\n\t€犬"), maxLength: 12 });

/** What people and programs write into cells. */
const cell = fc.oneof(
  text,
  fc.constantFrom(
    ...[
      "",
      "",
      "Rex",
      "Dogs",
      "Hunde",
      "Dog",
      "NA",
      "N/A",
      "unknown",
      "unbekannt",
      "-",
      "?",
      "0/0/0000",
      "#N/A",
      "none",
      "Unnamed",
    ],
    ...[
      "15.3.21",
      "3/4/2024",
      "13/4/2024",
      "4/13/24",
      "17-May-24",
      "May-24",
      "20240517",
      "ca. 2015",
      "2024",
      "2999-01-01",
      "0/3/2024",
    ],
    ...[
      "Free",
      "waived",
      "$250",
      "150-200",
      "12,50 €",
      "1.505",
      "1,250.00",
      "150",
      "-5 EUR",
      "1 ABC",
      "100000000000.01 EUR",
    ],
    ...[
      "-3",
      "1.5",
      "7",
      "007",
      "99999999999",
      "9.8E+14",
      "2.68E+17",
      "98102000000000",
      "981020000000001",
      '="00012"',
      "1E5",
    ],
    ...[
      "#NAME?",
      "#REF!",
      "#BEZUG!",
      "#NV",
      "###",
      "Err:508",
      "*",
      '"*"',
      "name:*=*",
      "a=b,c:d",
      'say "hi", x',
      "two\nlines",
      "a\r\nb",
    ],
    ...[
      "Neutered Male",
      "Hündin, kastriert",
      "maybe",
      "male",
      "huge",
      "yes",
      "0",
      "1",
      "reserviert",
      "on hold",
      "calm|CALM",
      "x".repeat(300),
    ],
    ...["Total Animals: 2", "=1+1", "\u0007", "  ", "id", "name"],
  ),
);

/** Titles that are known, that are not, and that are difficult to write. */
const title = fc.oneof(
  { arbitrary: fc.constantFrom("name", "Tiername", "category", "Kategorie", "categoryId", "Species"), weight: 3 },
  {
    arbitrary: fc.constantFrom(
      ...[
        "id",
        "status",
        "quantity",
        "Bestand",
        "breed",
        "sex",
        "Geschlecht",
        "birthDate",
        "Geboren",
        "Size",
        "Farbe",
        "neutered",
        "tags",
      ],
      ...[
        "price",
        "Preis (€)",
        "reference",
        "Tier-ID",
        "microchip",
        "Chip",
        "arrivedOn",
        "published",
        "Not for adoption",
        "Non-shelter",
      ],
      ...["description", "createdAt", "Title", "Type", "Handle", "ANIMALNAME"],
    ),
    weight: 4,
  },
  { arbitrary: fc.oneof(text, fc.constantFrom("Foo", "Foo", 'A "b"', "x=y", "n:name", "two\nlines", "-")), weight: 2 },
);

const table = fc
  .record({
    titles: fc.array(title, { minLength: 1, maxLength: 7 }),
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 8 }),
    delimiter: fc.constantFrom(",", ";", "\t"),
    update: fc.boolean(),
    from: fc.option(fc.constantFrom(...importSourceIds), { nil: undefined, freq: 3 }),
  })
  .filter(({ titles }) => titles.some((one) => /\p{L}/u.test(one)));

type Table = typeof table extends fc.Arbitrary<infer Value> ? Value : never;

function written({ titles, rows, delimiter }: Table): string {
  const field = (value: string) =>
    value.includes(delimiter) || /["\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return [titles, ...rows].map((row) => row.map(field).join(delimiter)).join("\n");
}

/** Problems of files that have no pets at all, whatever somebody says about them. */
const NO_PETS = new Set(["empty_file", "no_titles"]);

/** The values of parameters by name, each of several as text. */
type Query = Record<string, string[]>;

/** Gives one of the offered answers to each question of a report. `choose` picks one of some. */
function answered(query: Query, { problems, answers }: ImportReport, choose: (count: number) => number): Query {
  const next: Query = Object.fromEntries(Object.entries(query).map(([name, values]) => [name, [...values]]));
  for (const { code, column } of problems) {
    const all = answers.filter((one) => one.problem === code && (column === undefined || one.column === column));
    expect([code, column, all.length > 0]).toEqual([code, column, true]);
    // To leave lines out is no answer to what a line says, if there is another.
    const others = all.filter(({ option }) => option !== "skip");
    for (const questions of Map.groupBy(
      others.length > 0 ? others : all,
      (one) => `${one.column} ${one.value}`,
    ).values()) {
      const choices = questions.flatMap(({ option, choices }) => choices.map((value) => ({ option, value })));
      // One column is not two things.
      const free = choices.filter(
        ({ option, value }) => option !== "map" || !next["map"]?.some((one) => titleOf(one) === titleOf(value)),
      );
      const { option, value } = free[choose(free.length)] ?? { option: "", value: "" };
      expect([code, column, option]).not.toEqual([code, column, ""]);
      const isList = option === "map" || option === "mapValues" || option === "skip";
      next[option] = isList ? [...(next[option] ?? []), value] : [value];
    }
  }
  return next;
}

const titleOf = (pair: string) => readPairs(pair)?.[0]?.from;

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

function joined(query: Query) {
  return Object.fromEntries(
    Object.entries(query).map(([name, values]) => [name, BOOLEANS[values.join()] ?? [...new Set(values)].join()]),
  );
}

test("any table becomes pets with the answers that the reports offer, in a few rounds", async () => {
  await using service = await openService();
  await bodyOf(
    service.admin.createImport({ file: "name,category,reference\nRex,Dogs,007\n", query: { createCategories: true } }),
  );
  let ends = 0;
  const property = fc.asyncProperty(table, fc.infiniteStream(fc.nat(1000)), async (given, picks) => {
    const file = new Blob([written(given)], { type: "text/csv" });
    const choose = (count: number) => picks.next().value % Math.max(1, count);
    const start = {
      createCategories: true,
      dryRun: true,
      ...(given.update && { update: true }),
      ...(given.from && { from: given.from }),
    };
    let query: Query = {};
    for (let round = 1; ; round++) {
      const report = await bodyOf(service.admin.createImport({ file, query: { ...start, ...joined(query) } }));
      if (report.problems.length === 0) {
        ends += 1;
        return;
      }
      if (report.problems.every(({ code }) => NO_PETS.has(code))) return;
      expect([round <= ROUNDS_MAX, joined(query), round <= ROUNDS_MAX ? [] : report.problems]).toEqual([
        true,
        joined(query),
        [],
      ]);
      query = answered(query, report, choose);
    }
  });
  await fc.assert(property, { numRuns: RUNS });
  expect(ends).toBeGreaterThan(RUNS / 2);
});
