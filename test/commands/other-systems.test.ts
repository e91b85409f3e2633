/* The exports of other systems and the spreadsheets of shops, unedited, by the command and by `POST /imports`. */
import { describe, expect, test } from "bun:test";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { type ImportSource, importSourceIds } from "../../src/contract/import-sources.ts";
import { sources } from "../../src/files/sources.ts";
import { bodyOf, openService } from "../support/harness.ts";
import { openShop, refused } from "./folder.ts";

const fileOf = (name: string) => join(import.meta.dir, "exports", name);

interface ForeignFile {
  readonly from?: ImportSource;
  /** What a person answers to the questions of the import, named as in the query. */
  readonly answers?: { readonly currency?: string; readonly dates?: string; readonly mapValues?: string };
  /** What the import asks without an answer, or refuses. */
  readonly asks?: readonly string[];
  /** The codes of warnings, with what they name. */
  readonly warnings?: Readonly<Record<string, string>>;
  /** The pets that are stored, with what is known of them. */
  readonly pets: readonly Readonly<Record<string, string>>[];
}

const files: Readonly<Record<string, ForeignFile>> = {
  "petpoint.csv": {
    from: "petpoint",
    warnings: { nothing_words: "1 (line 6)", footer_rows: "1 (line 7)" },
    pets: [
      {
        ...{ name: "Biscuit", categoryId: "1", status: "available", quantity: "1", breed: "Beagle", sex: "male" },
        ...{ birthDate: "2024-03-14", size: "medium", color: "Tricolor", neutered: "true", reference: "A0051000001" },
        ...{ microchip: "981020000000001", arrivedOn: "2026-10-20" },
      },
      {
        ...{ name: "Luna", categoryId: "2", status: "available", quantity: "1", breed: "Domestic Shorthair" },
        ...{ birthDate: "2026-09-01", size: "small", color: "Black", neutered: "false", reference: "A0051000002" },
        arrivedOn: "2026-11-05",
      },
    ],
    answers: { dates: "mdy" },
  },
  "rescuegroups.csv": {
    from: "rescuegroups",
    asks: ["unknown_word"],
    warnings: { unpublished_pets: "2 (line 3, 6)", deceased_pets: "1 (line 5)" },
    pets: [
      {
        ...{ name: "Biscuit", categoryId: "1", status: "available", quantity: "1", breed: "Beagle", sex: "male" },
        ...{ birthDate: "2024-03-14", size: "medium", color: "Tricolor", neutered: "true" },
        ...{ description: "Calm on the lead", reference: "17651001", microchip: "981020000000001" },
        ...{ arrivedOn: "2026-10-20", published: "true" },
      },
      {
        ...{ name: "Luna", categoryId: "2", status: "pending", quantity: "1", breed: "Domestic Short Hair" },
        ...{ sex: "female", size: "extra_large", color: "Black", neutered: "false", reference: "L-12" },
        ...{ arrivedOn: "2026-11-05", published: "false" },
      },
      {
        ...{ name: "Bo", categoryId: "1", status: "sold", quantity: "0", breed: "Greyhound", sex: "female" },
        ...{ birthDate: "2019-11-30", size: "large", color: "Brindle", neutered: "true", reference: "17651003" },
        ...{ microchip: "985112003456789", arrivedOn: "2026-02-13", published: "true" },
      },
      {
        ...{ name: "Mimi", categoryId: "2", status: "pending", quantity: "1", breed: "Domestic Short Hair" },
        ...{ sex: "female", size: "small", color: "Gray", neutered: "false", reference: "17651005" },
        ...{ arrivedOn: "2026-05-13", published: "false" },
      },
    ],
    answers: { mapValues: "status:Foster=pending" },
  },
  "woocommerce.csv": {
    from: "woocommerce",
    asks: ["missing_currency"],
    answers: { currency: "EUR" },
    warnings: { unpublished_pets: "1 (line 3)" },
    pets: [
      {
        ...{ name: "Guppy", categoryId: "1", status: "available", quantity: "40", description: "Easy to keep" },
        ...{ tags: "calm|small", price: "2.50 EUR", reference: "G-1", published: "true" },
      },
      {
        ...{ name: "Betta", categoryId: "1", status: "available", quantity: "3", description: "For one tank" },
        ...{ price: "9.00 EUR", reference: "13", published: "false" },
      },
    ],
  },
  "petfinder.csv": {
    from: "petfinder",
    asks: ["missing_currency"],
    answers: { currency: "USD" },
    pets: [
      {
        ...{ name: "Rex", categoryId: "1", status: "available", quantity: "1", breed: "Beagle", sex: "male" },
        ...{ birthDate: "2021-03-14", size: "medium", neutered: "true", description: "Calm\nShy", price: "150.00 USD" },
        ...{ reference: "71", arrivedOn: "2026-06-05" },
      },
      {
        ...{ name: "Mia", categoryId: "2", status: "pending", quantity: "1", breed: "Domestic Short Hair" },
        ...{ sex: "female", size: "small", color: "Black", reference: "72" },
      },
    ],
  },
  "german-excel.csv": {
    pets: [
      {
        ...{ name: "Bärchen", categoryId: "1", status: "available", quantity: "1", breed: "Mischling", sex: "male" },
        ...{ birthDate: "2021-04-03", neutered: "true", price: "250.00 EUR", microchip: "276098106123456" },
      },
      {
        ...{ name: "Müsli", categoryId: "2", status: "pending", quantity: "1", breed: "Zwergkaninchen", sex: "female" },
        ...{ birthDate: "2025-05", neutered: "false", price: "1250.50 EUR" },
      },
      {
        ...{ name: "Žofie", categoryId: "3", status: "sold", quantity: "0", breed: "EKH", sex: "female" },
        ...{ birthDate: "2019", neutered: "true", price: "150.00 EUR", microchip: "985112003456789" },
      },
      { name: "Guppys", categoryId: "4", status: "available", quantity: "1200", price: "2.50 EUR" },
    ],
    warnings: { too_few_fields: "1 (line 7)" },
  },
  "american-excel.csv": {
    pets: [
      {
        ...{ name: "Rex", categoryId: "1", status: "available", quantity: "1", breed: 'Beagle "mix"', sex: "male" },
        ...{ birthDate: "2021-03-14", neutered: "true", price: "250.00 USD", microchip: "276098106123456" },
      },
      {
        ...{ name: "Mia", categoryId: "2", status: "pending", quantity: "1", breed: "DSH", sex: "female" },
        ...{ birthDate: "2025-05", neutered: "false", price: "1250.50 USD" },
      },
      {
        ...{ name: "Bo", categoryId: "1", status: "sold", quantity: "0", breed: "Greyhound", sex: "female" },
        ...{ birthDate: "2019-11-30", neutered: "true", price: "0.00 USD", microchip: "985112003456789" },
      },
      { name: "Guppies", categoryId: "3", status: "available", quantity: "1200", price: "2.50 USD" },
    ],
  },
  "asm3.csv": {
    from: "asm3",
    warnings: { continued_rows: "2 (line 4, 5)", deceased_pets: "1 (line 8)" },
    pets: [
      {
        ...{ name: "Rex", categoryId: "1", status: "available", quantity: "1", breed: "Beagle", sex: "male" },
        ...{ birthDate: "2021-03-14", color: "Tricolour", neutered: "true" },
        description: 'Loves "fetch", hates baths.\nGood on the lead.',
        ...{ reference: "D2026014", microchip: "276098106123456", arrivedOn: "2026-06-05", published: "true" },
      },
      {
        ...{ name: "Mia", categoryId: "2", status: "available", quantity: "1", breed: "Domestic Short Hair" },
        ...{ birthDate: "2025-05-01", color: "Black and White", neutered: "false" },
        ...{ reference: "U2026003", arrivedOn: "2026-07-21", published: "true" },
      },
      {
        ...{ name: "Bo", categoryId: "1", status: "sold", quantity: "0", breed: "Greyhound", sex: "female" },
        ...{ birthDate: "2019-11-30", color: "Brindle", neutered: "true" },
        ...{ reference: "D2026009", microchip: "985112003456789", arrivedOn: "2026-02-13", published: "true" },
      },
    ],
  },
  "shelterluv.csv": {
    from: "shelterluv",
    warnings: { continued_rows: "2 (line 5, 7)" },
    pets: [
      {
        ...{ name: "Rex", categoryId: "1", status: "available", quantity: "1", breed: "Beagle", sex: "male" },
        ...{ birthDate: "2021-03-14", color: "Tricolor", neutered: "true" },
        description: 'Loves "fetch", hates baths.\nGood on the lead.',
        ...{ tags: "Dog Social|Crate trained", reference: "RVS-A-1204", microchip: "276098106123456" },
        arrivedOn: "2026-06-05",
      },
      {
        ...{ name: "Mia", categoryId: "2", status: "available", quantity: "1", breed: "Domestic Shorthair" },
        ...{ sex: "female", birthDate: "2025-05-01", color: "Black", neutered: "false" },
        ...{ reference: "RVS-A-1377", arrivedOn: "2026-07-21" },
      },
      {
        ...{ name: "Bo", categoryId: "1", status: "sold", quantity: "0", breed: "Greyhound", sex: "female" },
        ...{ birthDate: "2019-11-30", color: "Brindle", neutered: "true", tags: "Cat Friendly" },
        ...{ reference: "RVS-A-1102", microchip: "985112003456789", arrivedOn: "2026-02-13" },
      },
    ],
  },
  "shopify.csv": {
    from: "shopify",
    answers: { currency: "EUR", mapValues: "status:draft=pending" },
    asks: ["missing_currency", "unknown_word"],
    warnings: { continued_rows: "2 (line 7, 8)" },
    pets: [
      {
        ...{ name: "Neon tetra", categoryId: "1", status: "available", quantity: "120" },
        description: "Schooling fish for soft water.\n20–26 °C\nAt least 10 & a lid",
        ...{ tags: "aquarium|beginner", price: "2.50 EUR", reference: "NT-S" },
      },
      {
        ...{ name: "Mia, dwarf rabbit", categoryId: "2", status: "sold", quantity: "0" },
        ...{ price: "45.00 EUR", reference: "R-17" },
      },
      {
        ...{ name: "Bo", categoryId: "3", status: "pending", quantity: "1" },
        ...{ description: "Sings all day.\nPlain text.", tags: "quiet home", price: "1250.00 EUR" },
      },
    ],
  },
};

/** The options of the command for a query. */
function flagsOf(query: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(query).flatMap(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ]);
}

/** The pets of an export, without their ids, the time of the import and empty cells. */
function petsIn(table: string): readonly Readonly<Record<string, string>>[] {
  const rows: Record<string, string>[] = parse(table, { columns: true });
  return rows.map(({ id: _, createdAt: _at, ...pet }) =>
    Object.fromEntries(Object.entries(pet).filter(([, cell]) => cell !== "")),
  );
}

describe("a file of another system or a spreadsheet is imported unedited", () => {
  for (const [name, { from, answers = {}, asks = [], warnings = {}, pets }] of Object.entries(files)) {
    const known = from === undefined ? {} : { from };

    test(`${name}, by the command`, async () => {
      using shop = openShop();
      cpSync(fileOf(name), shop.file(name));
      const options = [name, "--create-categories", ...flagsOf(known)];
      if (asks.length > 0) expect(await shop.run("import", ...options)).toMatchObject({ exitCode: 1 });
      const { exitCode, stdout, stderr } = await shop.run("import", ...options, ...flagsOf({ ...answers }));
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`${pets.length} pets, ${pets.length} new`)]);
      for (const named of Object.values(warnings)) expect(stderr).toContain(`: ${named}\n`);
      expect(petsIn((await shop.run("export", "--format", "csv")).stdout)).toEqual(pets);
    });

    test(`${name}, by the API`, async () => {
      await using service = await openService();
      const bytes = new Uint8Array(readFileSync(fileOf(name)));
      const send = (query: object) =>
        bodyOf(
          service.admin.createImport({
            file: new Blob([bytes], { type: "text/csv" }),
            query: { createCategories: true, ...known, ...query },
          }),
        );
      const first = await send({ dryRun: true });
      expect(first.problems.map(({ code }) => code)).toEqual([...asks] as never);
      const report = await send(answers);
      expect(report).toMatchObject({ stored: true, added: pets.length, problems: [] });
      expect(report.warnings.map(({ code, message }) => [code, message.split(": ").at(-1)])).toEqual(
        Object.entries(warnings),
      );
      const stored = await bodyOf(service.admin.listPets({ query: { include: ["profile"] } }));
      expect(stored.map(({ name, status, profile }) => [name, status, profile?.reference ?? ""])).toEqual(
        pets.map(({ name = "", status = "", reference = "" }) => [name, status, reference] as never),
      );
    });
  }
});

describe("without `from`, the system is suggested whose titles the file has:", () => {
  for (const [name, { from, answers = {} }] of Object.entries(files)) {
    const expected = from === undefined ? [] : [expect.stringContaining(`understood with \`from\`: ${from} (`)];

    test(name, async () => {
      await using service = await openService();
      const file = new Blob([new Uint8Array(readFileSync(fileOf(name)))], { type: "text/csv" });
      const suggested = async (query: object) => {
        const { warnings } = await bodyOf(service.admin.createImport({ file, query: { dryRun: true, ...query } }));
        return warnings.filter(({ code }) => code === "known_system").map(({ message }) => message);
      };
      expect<unknown>(await suggested({})).toEqual(expected);
      if (from !== undefined) expect(await suggested({ from })).toEqual([]);

      using shop = openShop();
      cpSync(fileOf(name), shop.file(name));
      const { stderr } = await shop.run("import", name, "--create-categories", "--dry-run", ...flagsOf({ ...answers }));
      for (const system of importSourceIds) {
        const isNamed = stderr.includes(`--from ${system}`) || stderr.includes(`understood with \`from\`: ${system} (`);
        expect([system, isNamed]).toEqual([system, system === from]);
      }
    });
  }
});

test("there is a declaration and a file for each system, and no title of one names two columns", () => {
  expect(Object.keys(sources)).toEqual(importSourceIds);
  for (const name of importSourceIds) {
    expect(Object.values(files).map(({ from }) => from)).toContain(name);
    const titles = Object.values(sources[name].titles).flat();
    expect(new Set(titles).size).toBe(titles.length);
  }
});

test("the older titles of Shopify and the newer ones are read", async () => {
  using shop = openShop();
  const table =
    "Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Price,Inventory quantity\n" +
    "Rex,rex,<p>Calm.</p>,Shelter,Animals > Dogs,Dogs,,TRUE,Active,R-1,120.00,2\n";
  const options = ["--from", "shopify", "--currency", "EUR", "--create-categories"];
  expect(await shop.importText("in.csv", table, ...options)).toMatchObject({ exitCode: 0 });
  expect(petsIn((await shop.run("export", "--format", "csv")).stdout)).toEqual([
    {
      ...{ name: "Rex", categoryId: "1", status: "available", quantity: "2", description: "Calm." },
      ...{ price: "120.00 EUR", reference: "R-1" },
    },
  ]);
});

test("with --from, titles mean what they mean there: one that looks like ours is ignored", async () => {
  using shop = openShop();
  const table =
    "ID,ANIMALNAME,SHELTERCODE,SPECIESNAME,FEE,SIZE,SIZENAME,ARCHIVED,DATEBROUGHTIN\n" +
    "812,Rex,D1,Dog,12000,2,Very Large,0,2026-06-05 00:00:00\n";
  const run = await shop.importText("in.csv", table, "--from", "asm3", "--create-categories");
  expect(run).toMatchObject({ exitCode: 0, stderr: 'petstore: ignoring the columns "ID", "FEE", "SIZE"\n' });
  expect(petsIn((await shop.run("export", "--format", "csv")).stdout)).toEqual([
    {
      ...{ name: "Rex", categoryId: "1", status: "available", quantity: "1" },
      ...{ size: "extra_large", reference: "D1", arrivedOn: "2026-06-05" },
    },
  ]);
});

test("a file that is none of the system is refused with what its exports have; --map and --map-values come first", async () => {
  using shop = openShop();
  expect(await shop.importText("in.csv", "name,categoryId\nRex,7\n", "--from", "shopify")).toEqual(
    refused(1, 'expected an export of Shopify, with the columns "Title" and "Type" or "Product Category"'),
  );
  expect(await shop.importText("in.ndjson", '{"name":"Rex","categoryId":7}\n', "--from", "asm3")).toEqual(
    refused(2, "--from, --map, --map-status and --map-values are for CSV"),
  );
  const table = "Handle,Title,Type,Vendor,Status\nrex,Rex,Fish,Dogs,archived\n";
  const options = ["--map", "Vendor=category", "--map-values", "status:archived=pending", "--create-categories"];
  expect(await shop.importText("in.csv", table, "--from", "shopify", ...options)).toMatchObject({ exitCode: 0 });
  expect(await shop.pets()).toEqual(["1,Rex,1,pending,1"]);
});
