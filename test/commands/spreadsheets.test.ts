/* Spreadsheets as people save them, imported through the command line. */
import { describe, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { openService } from "../support/harness.ts";
import { openShop, refused, type Shop } from "./folder.ts";

const fileOf = (name: string) => join(import.meta.dir, "spreadsheets", name);

/** Imports a spreadsheet with the command. */
function importSpreadsheet(shop: Shop, name: string, options: readonly string[] = [], renamed = name) {
  cpSync(fileOf(name), shop.file(renamed));
  return shop.run("import", renamed, ...options);
}

interface Spreadsheet {
  readonly options?: readonly string[];
  /** What the command says about the file before it imports it. */
  readonly notes?: readonly string[];
  /** How many categories it creates. */
  readonly categories?: number;
  /** The pets afterwards, as `petstore export --format csv` writes them. */
  readonly pets: readonly string[];
}

const spreadsheets: Readonly<Record<string, Spreadsheet>> = {
  "german-excel.csv": {
    options: ["--map", "Tier=name,Gattung Nr.=categoryId,Zustand=status"],
    notes: ["reading Windows-1252 (Latin-1), separated by semicolons"],
    pets: [
      "1,Müllers Größter,7,available,1250,,,2025-04-03,,,,,,249.00 EUR",
      "2,Bärchen,7,sold,0,,,2024-12-11,,,,,,89.50 EUR",
      "3,Žofie – die Weiße,12,pending,3,,,2026-01-01,,,,,,1199.00 EUR",
    ],
  },
  "tabs.tsv": {
    notes: ["reading UTF-8, separated by tabs"],
    pets: ["1,Rex,1,available,2", '2,"Mia, the cat",2,available,1', "3,Polly;Molly,3,pending,1"],
  },
  "utf-16.txt": {
    notes: ["reading UTF-16, separated by tabs"],
    pets: ['1,"Łatek ""Pies""",4,available,1', "2,Собака,4,sold,0", "3,犬 🐕,5,available,1"],
  },
  "utf-16-big-endian.csv": {
    notes: ["reading UTF-16, separated by vertical bars"],
    pets: ["1,Ρεξ,1,available,1", "2,Миша,2,sold,0"],
  },
  "latin-1.csv": {
    notes: ["reading Windows-1252 (Latin-1), separated by commas"],
    pets: ["1,Étoile,3,available,1", "2,Niño,3,available,2", "3,Jörg,4,available,5"],
  },
  "extra-columns.csv": {
    options: ["--map", "Price=-"],
    notes: ['ignoring the columns "SKU", "Notes", "Photo URL"'],
    pets: ["1,Rex,7,available,2,Beagle", "2,Mia,9,available,1,Siamese"],
  },
  "header-case.csv": {
    pets: ["1,Rex,7,available,3", "2,Mia,9,sold,0"],
  },
  "trailing-commas.csv": {
    pets: ["1,Rex,7,available,2", "2,Mia,9,pending,1", "3,Bo,9,available,1"],
  },
  "quotes.csv": {
    pets: [
      '1,"Rex ""the dog"", big",7,available,1',
      '2,"O\'Malley, Thomas",9,sold,0',
      '3,"  two spaces before",9,available,1',
    ],
  },
  "thousands.csv": {
    pets: [
      "1,Guppy,1001,available,12500",
      "2,Neon tetra,1001,available,1250",
      "3,Betta,1001,available,7",
      "4,Snail,12,available,1200",
    ],
  },
  "blank-lines.csv": {
    notes: ["reading UTF-8, separated by semicolons"],
    pets: ["1,Rex,7,available,1", "2,Mia,9,available,2"],
  },
  "bom.csv": {
    options: ["--map", "Kategorie=category", "--create-categories"],
    notes: ["reading UTF-8, separated by semicolons"],
    categories: 2,
    pets: ["1,Bello,1,available,1", "2,Müsli,2,available,1", "3,Hasso,1,sold,0"],
  },
  "shopify.csv": {
    options: [
      "--map",
      "Title=name,Type=category,Variant Inventory Qty=quantity,Handle=-,Vendor=-,Tags=-,Published=-,Variant SKU=-,Variant Price=-",
      "--map-status",
      "active=available,archived=sold,draft=pending",
      "--create-categories",
    ],
    notes: ["warning: the titles are those of a system whose exports are understood with `from`: shopify (Shopify)"],
    categories: 3,
    pets: ["1,Rex,1,available,1", "2,Mia,2,sold,1", '3,"5"" tank",3,pending,14'],
  },
  "asm3.csv": {
    options: ["--map", "Species Name=category", "--create-categories"],
    notes: [
      'ignoring the columns "Shelter Code", "Age", "Location", "Adopted"',
      "warning: the titles are those of a system whose exports are understood with `from`: asm3 (Animal Shelter Manager)",
    ],
    categories: 2,
    pets: ["1,Rex,1,available,1,Labrador,male", "2,Mia,2,available,1,European,female"],
  },
  "libreoffice.csv": {
    pets: ["1,Rex,7,available,1", '2,"Mia ""the cat""",9,pending,1'],
  },
  "numbers.csv": {
    options: ["--create-categories"],
    notes: ['skipping line 1, above the titles: "Tiere 2026"'],
    categories: 2,
    pets: ["1,Rex,1,available,1", "2,Mia,2,sold,0"],
  },
  "google-sheets.csv": {
    options: ["--create-categories"],
    notes: ['ignoring the column "Notes"'],
    categories: 2,
    pets: ["1,Rex,1,available,1", "2,Mia,2,pending,1", "3,Bo,1,available,1"],
  },
  "french-excel.csv": {
    options: [
      "--map",
      "Nom=name,Espèce=category,État=status,Quantité=quantity,Prix (€)=-",
      "--map-status",
      "disponible=available,réservé=pending,vendu=sold",
      "--create-categories",
    ],
    notes: ["reading Windows-1252 (Latin-1), separated by semicolons"],
    categories: 2,
    pets: ["1,Étoile,1,available,1", "2,Léo,2,pending,1", "3,Œdipe,2,sold,0"],
  },
  "german-status.csv": {
    options: ["--map", "Tier=name,Zustand=status", "--create-categories"],
    notes: ["reading Windows-1252 (Latin-1), separated by semicolons"],
    categories: 2,
    pets: ["1,Bärchen,1,available,1250", "2,Mieze,2,sold,0"],
  },
  "title-rows.csv": {
    notes: [
      'skipping line 1, above the titles: "Pets of the Riverside shop"',
      'skipping line 2, above the titles: "Exported 22 November 2026 by \\"Kim\\""',
    ],
    pets: ["1,Rex,7,available,2", "2,Mia,9,available,1"],
  },
  "unquoted-quotes.csv": {
    pets: ['1,"5"" tank",12,available,1', '2,"Rex ""the dog""",7,available,1', '3,"Mia ""the cat""",9,available,1'],
  },
};

/** The options of the command as the query of `POST /imports`. */
function queryOf(options: readonly string[]) {
  const after = (flag: string) => options[options.indexOf(flag) + 1];
  return {
    ...(options.includes("--map") && { map: after("--map") }),
    ...(options.includes("--map-status") && { mapStatus: after("--map-status") }),
    createCategories: options.includes("--create-categories"),
  };
}

describe("a spreadsheet is imported, by POST /imports as by the command", () => {
  for (const [name, { options = [], notes = [], categories, pets }] of Object.entries(spreadsheets)) {
    test(name, async () => {
      using shop = openShop();
      expect(await importSpreadsheet(shop, name, options)).toEqual({
        exitCode: 0,
        stdout:
          `Imported ${name}: ${pets.length} pets, ${pets.length} new, 0 existing` +
          `${categories === undefined ? "" : `; new categories: ${categories}`}. To undo it: petstore import --undo 1\n`,
        stderr: notes.map((note) => `petstore: ${note}\n`).join(""),
      });
      expect(await shop.pets()).toEqual(pets);

      await using service = await openService();
      const file = new Blob([await Bun.file(fileOf(name)).bytes()], { type: "text/csv" });
      const { body } = await service.admin.createImport({ file, query: queryOf(options) });
      expect(body).toMatchObject({ stored: true, added: pets.length, problems: [] });
      const stored = await service.admin.listPets({ query: { include: ["quantity"] } });
      const rows = stored.ok ? stored.body : [];
      const cells: string[][] = parse(pets.join("\n"), { relax_column_count: true });
      expect(
        rows.map(({ id, name, categoryId, status, quantity }) => [id, name, categoryId, status, quantity].map(String)),
      ).toEqual(cells.map((row) => row.slice(0, 5)));
    });
  }
});

const TITLES =
  "expected the names of columns: name, and categoryId (a number) or category (a name); optional are id, status, quantity " +
  "and members of the profile, such as breed. " +
  'If a column has another title, name it with --map, such as "Rufname des Tiers=name". ';

const INT64 = "expected an integer from -9223372036854775808 to 9223372036854775807";
const STATUS =
  'column "status": expected one of "available", "pending", "sold". Use one of these words, leave the cell empty, or say what it means with --map-values:';

/** What follows a remedy. */
const ANSWER = ", or say what it stands for with --map-values";

describe("a spreadsheet is refused with each mistake's line, column, value and remedy, and nothing is stored", () => {
  const mistakes: Record<string, readonly string[]> = {
    "duplicate-ids.csv": [
      "petstore: duplicate-ids.csv: 1 of 3 lines cannot be imported. Nothing was imported.",
      'column "id": another line has the same id. Keep one of them:',
      "  line 4: got 5, as in line 2",
    ],
    "empty.csv": [
      "petstore: empty.csv: line 1: expected a row with the titles of the columns; the file has none. Nothing was imported",
    ],
    "status-words.csv": [
      "petstore: status-words.csv: 2 of 4 lines cannot be imported. Nothing was imported.",
      STATUS,
      '  line 2: got "active"',
      '  line 4: got "on hold"',
    ],
    "french-excel.csv": [
      `petstore: french-excel.csv: line 1: ${TITLES}` +
        'Found: "Nom", "Espèce", "État", "Quantité", "Prix (€)". Nothing was imported',
    ],
    "mistakes.csv": [
      "petstore: reading UTF-8, separated by semicolons",
      "petstore: mistakes.csv: 9 of 9 lines cannot be imported. Nothing was imported.",
      'expected 4 fields, as in the row of titles. Quote a field that contains ";":',
      "  line 8: got 5",
      "a misplaced quote. Quote a field from its start to its end, and double the quotes inside it:",
      "  line 9",
      `column "Quantity": expected an integer from 0 to 2147483647. Write digits only, such as 12${ANSWER}:`,
      '  line 2: got "two"',
      '  line 6: got "1,5"',
      `column "Category ID": ${INT64}. Write digits only, such as 12${ANSWER}:`,
      '  line 3: got "seven"',
      STATUS.replace("status", "Status"),
      '  line 4: got "lost"',
      'column "Name": a new pet needs a name:',
      "  line 5: it is empty",
      `column "Category ID": ${INT64}. A spreadsheet shortened the number: format the column as a number ` +
        `without decimals and save again${ANSWER}:`,
      '  line 7: got "1,23457E+11"',
      `column "Quantity": expected an integer from 0 to 2147483647. Correct the number${ANSWER}:`,
      '  line 10: got "-3"',
    ],
  };
  test.each(Object.entries(mistakes))("%s", async (name, lines) => {
    using shop = openShop();
    const { exitCode, stdout, stderr } = await importSpreadsheet(shop, name);
    expect([exitCode, stdout]).toEqual([1, ""]);
    const [problems = "", answers] = stderr.split("If they are right, answer with these options");
    expect(problems.trimEnd().split("\n")).toEqual([...lines]);
    // What concerns the titles has its remedy in the message.
    expect(answers === undefined).toBe(/line 1: /.test(problems));
    expect(await shop.pets()).toEqual([]);
  });

  test.each(["workbook.xlsx", "renamed.csv"])("a workbook, named %s", async (name) => {
    using shop = openShop();
    const message =
      `petstore: ${name} is a spreadsheet, not a text file. Save it as CSV first (Excel: File > Save As > CSV UTF-8; ` +
      "LibreOffice: File > Save As > Text CSV; Numbers: File > Export To > CSV), then import the CSV file\n";
    expect(await importSpreadsheet(shop, "workbook.xlsx", [], name)).toEqual(refused(2, message));
  });
});

test("an import that stopped halfway is recognised when its file was edited", async () => {
  using shop = openShop();
  await shop.change(`insert into imports (content, begun_at, lines) values ('x', ${Date.now()}, 4000)`);
  expect(await shop.importText("in.csv", "name,categoryId\nRex,7\n")).toEqual(
    refused(
      1,
      "stopped after 4000 pets, or is still running. If in.csv is its file with corrections, import the original",
    ),
  );
  expect(await shop.run("import", "in.csv", "--allow-duplicates")).toMatchObject({ exitCode: 0 });
});

test("ids above 2^53 are imported with a warning", async () => {
  using shop = openShop();
  const warning = "petstore: warning: some new ids are above 2^53: clients that read JSON numbers as doubles";
  const run = await shop.importText("in.csv", `id,name,categoryId\n${2n ** 53n},Rex,7\n`);
  expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(warning) });
});
