/* Spreadsheets that cannot be imported as they are, and what the command says of them. Those that can be: `test/files/corpus.test.ts`. */
import { describe, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { fileOf } from "../files/corpus.ts";
import { openShop, refused, type Shop } from "./folder.ts";

/** Imports a spreadsheet with the command. */
function importSpreadsheet(shop: Shop, name: string, options: readonly string[] = [], renamed = name) {
  cpSync(fileOf(name), shop.file(renamed));
  return shop.run("import", renamed, ...options);
}

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
    const [problems = "", answers] = stderr.split("\nTo import the file as it is, answer with these options");
    expect(problems.trimEnd().split("\n")).toEqual([...lines]);
    expect(answers === undefined).toBe(name === "empty.csv");
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
