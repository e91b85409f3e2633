import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { INT32_MAX, INT64_MAX, INT64_MIN } from "../../src/contract/common.ts";
import { NewPet, PetStatus } from "../../src/contract/pets.ts";
import type { PetLine, PetWithStock } from "../../src/core/import-ports.ts";
import { storeLines } from "../../src/core/imports.ts";
import { type Format, flagOf, formats } from "../../src/ops/command.ts";
import { lineWriter, sources } from "../../src/ops/files/export-lines.ts";
import { changing, importFile } from "../../src/ops/files/import.ts";
import { openFile } from "../../src/ops/files/open-file.ts";
import { readPets } from "../../src/ops/files/pet-lines.ts";
import { readMapping } from "../../src/ops/files/titles.ts";
import { openSchema, openStore } from "../../src/store/index.ts";
import { beginImport, importRows } from "../../src/store/queries/imports.ts";
import { BATCH_ROWS } from "../../src/store/rows.ts";
import { anyProfile } from "../support/any-profile.ts";
import { NOON } from "../support/harness.ts";
import { startProgram } from "../support/program.ts";
import { type Folder, fill, kinds, openFolder } from "./folder.ts";

/** What `petstore export` writes of a database. */
async function exported(folder: Folder, url: string, format: Format = "ndjson"): Promise<string> {
  const { stdout } = await folder.petstore(url, "export", "--format", format);
  return stdout;
}

const NO_MAPPING = readMapping(undefined, undefined, flagOf);

/** What an import reads from a file. */
async function readAll(path: string, format: Format): Promise<readonly PetLine["input"][]> {
  const file = await openFile(path, { format, mapping: NO_MAPPING });
  const refuse = (line: number, error: Error) => {
    throw new Error(`line ${line}: ${error.message}`);
  };
  const batches = await Array.fromAsync(readPets(file, refuse));
  return batches.flat().map(({ input }) => input);
}

/** How many stock changes there are for each reason. */
async function reasons(url: string): Promise<Record<string, number>> {
  const engine = await openSchema(url, NOON);
  const rows = await engine.sql<{ reason: string; count: bigint }>`
    select reason, count(*) as count from stock_changes group by reason`;
  await engine.close();
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)]));
}

/** The summaries of the imports in the feed. */
async function summaries(url: string): Promise<readonly object[]> {
  const store = await openStore(url, NOON);
  await store.publishEvents();
  const found = await store.events.list({}, { after: 0n, limit: 100 }, (await store.events.head()).last);
  await store.close();
  return found.map(({ type, data, key }) => ({ type, key, ...data }));
}

/** What the feed has of one import. */
function summary(count: number, firstId: bigint, lastId: bigint) {
  return { type: "import.completed", key: undefined, count, firstId, lastId };
}

test("a pet is the same after it is written as a line and read again, to the last digit and byte", async () => {
  using folder = openFolder();
  const names = fc
    .string({ unit: "binary", minLength: 1, maxLength: 40 })
    .filter((name) => NewPet.shape.name.safeParse(name).success);
  const pets: fc.Arbitrary<PetWithStock> = fc.record({
    id: fc.bigInt(1n, INT64_MAX),
    name: fc.oneof(
      names,
      fc.constantFrom('"', ",", ' "a",b ', " ", "é😀", "\u2028x", "\ufeffx").filter((name) => /\S/.test(name)),
    ),
    categoryId: fc.bigInt(INT64_MIN, INT64_MAX),
    status: fc.constantFrom(...PetStatus.options),
    quantity: fc.nat(INT32_MAX),
    profile: anyProfile,
  });
  for (const format of formats) {
    const { head, line } = lineWriter(sources.pets, format);
    await fc.assert(
      fc.asyncProperty(fc.array(pets, { minLength: 1, maxLength: 5 }), async (rows) => {
        const flat = rows.map(({ profile, ...pet }) => ({ ...pet, ...profile }));
        const lines = flat.map(line);
        if (format === "ndjson") for (const text of lines) expect(text.split("\n")).toHaveLength(2);
        writeFileSync(folder.file("all"), head + lines.join(""));
        expect(await readAll(folder.file("all"), format)).toEqual(flat);
      }),
    );
  }
});

for (const [kind, makeUrl] of Object.entries(kinds)) {
  test(`an export is imported elsewhere with its ids, once, and new ids continue after them (${kind})`, async () => {
    using folder = openFolder();
    const source = await makeUrl(folder, "a.db");
    await fill(source, BATCH_ROWS + 5);
    for (const format of formats) {
      expect(await folder.petstore(source, "export", `all.${format}`)).toMatchObject({ exitCode: 0, stdout: "" });
      const target = await makeUrl(folder, `${format}.db`);
      const imported = await folder.petstore(target, "import", `all.${format}`);
      expect(imported.stdout).toContain("2,005 pets, 2,005 new, 0 existing");
      expect(await exported(folder, target, format)).toBe(readFileSync(folder.file(`all.${format}`), "utf8"));
      expect(await reasons(target)).toEqual({ imported: BATCH_ROWS + 5 });
      expect(await folder.petstore(target, "doctor")).toMatchObject({ exitCode: 0 });
    }
    const again = await folder.petstore(source, "import", "all.csv");
    expect(again.stdout).toContain("2,005 pets, 0 new, 2,005 existing");
    const third = await folder.petstore(source, "import", "all.csv");
    expect(third.stderr).toContain("was already imported");
    expect(third.exitCode).toBe(1);

    const target = await makeUrl(folder, "b.db");
    await folder.petstore(target, "import", "all.ndjson");
    writeFileSync(
      folder.file("new.ndjson"),
      '{"name":"New","categoryId":1}\n{"name":"Gone","categoryId":1,"status":"sold"}',
    );
    await folder.petstore(target, "import", "new.ndjson");
    await folder.petstore(target, "import", "new.ndjson");
    await folder.petstore(target, "import", "new.ndjson", "--allow-duplicates");
    expect((await exported(folder, target)).split("\n").slice(-5, -1)).toEqual([
      '{"id":2006,"name":"New","categoryId":1,"status":"available","quantity":1}',
      '{"id":2007,"name":"Gone","categoryId":1,"status":"sold","quantity":0}',
      '{"id":2008,"name":"New","categoryId":1,"status":"available","quantity":1}',
      '{"id":2009,"name":"Gone","categoryId":1,"status":"sold","quantity":0}',
    ]);
    expect(await reasons(target)).toEqual({ imported: BATCH_ROWS + 5 + 4 });
    expect(await summaries(target)).toEqual([
      summary(2005, 1n, 2005n),
      summary(2, 2006n, 2007n),
      summary(2, 2008n, 2009n),
    ]);
    // An import that adds no pet has no event.
    expect(await summaries(source)).toEqual([]);
    expect(await folder.petstore(target, "doctor")).toMatchObject({ exitCode: 0 });
  }, 120_000);

  test(`an interrupted import continues where it stopped: no pet twice, none missing (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "a.db");
    const lines = Array.from(
      { length: BATCH_ROWS + 100 },
      (_, index) => `{"name":"Rex ${index}","categoryId":${index}}\n`,
    );
    writeFileSync(folder.file("in.ndjson"), lines.join(""));
    const content = new Bun.CryptoHasher("sha256").update(lines.join("")).digest("hex");
    const engine = await openSchema(url, NOON);
    await beginImport(engine, content, NOON);
    const inputs = (await readAll(folder.file("in.ndjson"), "ndjson")).slice(0, 150);
    const pets = inputs.map((input, index) => ({ line: index + 1, input }));
    const rules = { update: false, createCategories: false, now: NOON, label: String, option: flagOf };
    await changing(engine, (transaction, unit) =>
      importRows(transaction, content, { done: 0, count: pets.length }, () =>
        storeLines(unit, pets, rules, { key: undefined, now: NOON }),
      ),
    );
    await engine.close();

    const { stdout } = await folder.petstore(url, "import", "in.ndjson");
    expect(stdout).toContain("2,100 pets, 1,950 new, 0 existing; resumed: 150 already imported");
    const names = (await exported(folder, url))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).name);
    expect(names).toEqual(lines.map((line) => JSON.parse(line).name));
    expect(await reasons(url)).toEqual({ imported: BATCH_ROWS + 100 });
    expect(await summaries(url)).toEqual([summary(2100, 1n, 2100n)]);
    expect(await folder.petstore(url, "doctor")).toMatchObject({ exitCode: 0 });
  });
}

test("a file with bad lines is not imported: all are counted, and every kind of problem has examples", async () => {
  using folder = openFolder();
  await fill(folder.url("a.db"), 2);
  const good = '{"name":"Bo","categoryId":1}';
  const bad: Record<string, readonly [kind: string, got: string]> = {
    '{"name":"","categoryId":1}': [
      'member "name": expected a string of 1 to 255 characters, not only white space, without control characters',
      'got ""',
    ],
    '{"name":"Bo"}': ['member "categoryId": a new pet needs a category', "it is empty"],
    '{"name":"Bo","categoryId":9223372036854775808}': [
      'member "categoryId": expected an integer from -9223372036854775808 to 9223372036854775807',
      "got 9223372036854775808",
    ],
    '{"name":"Bo","categoryId":1,"quantity":-1}': [
      'member "quantity": expected an integer from 0 to 2147483647',
      "got -1",
    ],
    '{"name":"Bo","categoryId":1,"status":"lost"}': [
      'member "status": expected one of "available", "pending", "sold"',
      'got "lost"',
    ],
    '{"name":"Bo","categoryId":1,"id":0}': ['member "id": expected an integer from 1 to 9223372036854775807', "got 0"],
    '{"name":"Bo","categoryId":1,"quantitiy":5}': ["unknown member. Correct or remove it", 'got "quantitiy"'],
    '{"name":"Bo","categoryId":1': ["expected one JSON object on each line", "expected"],
    '{"name":"Bo","name":"Mia","categoryId":1}': ["expected one JSON object on each line", 'duplicate member "name"'],
    "[1]": ["expected an object", "got [1]"],
    '{"id":1,"name":"Bo","categoryId":1}': [
      'member "id": a pet with this id and other content exists. To change it, add --update',
      "got 1",
    ],
    [`{"name":"${"x".repeat(70_000)}","categoryId":1}`]: [
      "longer than 65536 bytes, or a quote that is never closed",
      "",
    ],
  };
  const text = [good, "", ...Object.keys(bad), ...Array(30).fill('{"categoryId":1}'), good].join("\n");
  writeFileSync(
    folder.file("in.ndjson"),
    Buffer.concat([Buffer.from(text), Buffer.from([0x0a, 0x22, 0xff, 0x22, 0x0a])]),
  );
  const before = await exported(folder, folder.url("a.db"));
  for (const dry of [[], ["--dry-run"]]) {
    const { exitCode, stdout, stderr } = await folder.petstore(folder.url("a.db"), "import", "in.ndjson", ...dry);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("43 of 45 lines cannot be imported. Nothing was imported");
    for (const [kind, got] of [
      ...Object.values(bad),
      ["not UTF-8. Save the file as UTF-8", ""],
      ["a new pet needs a name", "it is empty"],
    ]) {
      const [, examples = ""] = stderr.split(`${kind}:\n`);
      expect(examples.split(/\n(?! )/)[0]).toContain(got ?? "");
    }
    expect(stderr).toMatch(/a new pet needs a name:\n {2}line 15: it is empty\n(?: .*\n)* {2}and 2\d more\n/);
    expect(stderr.match(/^ {2}line /gm)?.length).toBeLessThanOrEqual(20);
    expect(stderr.length).toBeLessThan(4000);
  }
  expect(await exported(folder, folder.url("a.db"))).toBe(before);
});

/** Imports a file into which somebody else writes once the import reports this progress. Returns what it says. */
async function importWhile(folder: Folder, phase: string, at: number, path: string, text: string): Promise<unknown> {
  const report = (now: string, done: number) => {
    if (now === phase && done === at) writeFileSync(path, text);
  };
  const observer = { report, onLayout: () => {}, onWarning: () => {}, signal: new AbortController().signal };
  return importFile(folder.url("a.db"), path, { mapping: NO_MAPPING }, () => NOON, observer).then(
    () => "imported",
    (error: Error) => error.message,
  );
}

test("a file that changes after its lines are checked is not imported, and can be imported once it is whole", async () => {
  using folder = openFolder();
  const path = folder.file("in.ndjson");
  const good = `${'{"name":"Bo","categoryId":1}\n'.repeat(BATCH_ROWS + 1)}`;
  const bad = good.replace('"categoryId":1', '"categoryId":x');
  const other = good.replace("Bo", "Al");
  for (const changed of [bad, other]) {
    writeFileSync(path, good);
    expect(await importWhile(folder, "checking, bytes", good.length, path, changed)).toBe(
      `${path} changed while it was read. Import it again when nothing writes to it. Nothing was imported now`,
    );
    expect(await exported(folder, folder.url("a.db"))).toBe("");
  }
  writeFileSync(path, good);
  expect(await importWhile(folder, "", 0, path, "")).toBe("imported");
});

test("an import of a file that changes meanwhile is not finished, and says how many pets it has imported", async () => {
  using folder = openFolder();
  const path = folder.file("in.ndjson");
  // Longer than what is read at once.
  const good = `{"name":"Bo","categoryId":1}${" ".repeat(1000)}\n`.repeat(4 * BATCH_ROWS);
  writeFileSync(path, good);
  expect(await importWhile(folder, "importing", BATCH_ROWS, path, good.replaceAll("Bo", "Al"))).toMatch(
    /changed while it was read.* \d+ pets are imported and stay$/,
  );
  expect(await summaries(folder.url("a.db"))).toEqual([]);
});

test("one kind of problem has 20 examples", async () => {
  using folder = openFolder();
  writeFileSync(folder.file("in.csv"), `name,categoryId\n${"Bo,x\n".repeat(30)}`);
  const { exitCode, stderr } = await folder.petstore(folder.url("a.db"), "import", "in.csv");
  expect(stderr.match(/^ {2}line \d+: got "x"$/gm)).toHaveLength(20);
  expect(stderr).toContain("  and 10 more\n");
  expect(exitCode).toBe(1);
});

test("CSV follows RFC 4180: columns in any order, quoted fields, LF or CRLF, and a byte order mark is skipped", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  const rows = ['\ufeffcategoryId,"name",quantity', '7,"Rex ""the dog"", big",', '-8," Mia ",5', '9,"Bo",0'];
  for (const [index, end] of ["\r\n", "\n", "\r"].entries()) {
    writeFileSync(folder.file("in.csv"), rows.join(end));
    expect(await folder.petstore(url, "import", "in.csv")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(
      (await exported(folder, url, "csv"))
        .replaceAll(/,+(?=\r\n)/g, "")
        .split("\r\n")
        .slice(1 + 3 * index),
    ).toEqual([
      `${3 * index + 1},"Rex ""the dog"", big",7,available,1`,
      `${3 * index + 2}," Mia ",-8,available,5`,
      `${3 * index + 3},Bo,9,available,0`,
      "",
    ]);
  }
  const wrong: Record<string, string> = {
    "name\nBo": "line 1: expected the names of columns: name, and categoryId",
    "Tier,Art\nBo,1": '--map "Tier=name,Art=category". Found: "Tier", "Art". Nothing was imported',
    "name,Name,categoryId\nBo,Bo,1": "line 1: two columns are name: rename or remove one",
    'name,categoryId\n"Bo,1': "a misplaced quote. Quote a field from its start to its end",
    "name,categoryId\nBo,1,2":
      'expected 2 fields, as in the row of titles. Quote a field that contains ",":\n  line 2: got 3',
    "name,categoryId\nBo,1.5": '  line 2: got "1.5"',
    "name,categoryId\nBo,1.23E+11": "A spreadsheet shortened the number",
    "name\tcategoryId\nBo\t1.000": "It may be a thousand or a fraction: write it without a point or comma",
    'name,categoryId\n"Bo\nMia",1': '  line 2: got "Bo\\nMia"',
  };
  for (const [text, reason] of Object.entries(wrong)) {
    writeFileSync(folder.file("bad.csv"), text);
    const { exitCode, stderr } = await folder.petstore(url, "import", "bad.csv");
    expect(stderr).toContain(reason);
    expect(exitCode).toBe(1);
  }
});

test("a stray quote in CSV spoils only its own line, even next to another one", async () => {
  using folder = openFolder();
  writeFileSync(folder.file("in.csv"), 'name,categoryId\n"Bo,1\n"Mia,2\n"Rex",3\nTim "x",4\n');
  const { exitCode, stderr } = await folder.petstore(folder.url("a.db"), "import", "in.csv");
  expect(stderr).toContain("2 of 4 lines cannot be imported");
  expect(stderr).toContain("double the quotes inside it:\n  line 2\n  line 3\n");
  expect(exitCode).toBe(1);
});

test("a dry run reports what would happen and changes nothing", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  writeFileSync(folder.file("in.ndjson"), '{"id":5,"name":"Rex","categoryId":1}\n');
  expect((await folder.petstore(url, "import", "in.ndjson", "--dry-run")).stdout).toContain("Nothing was changed");
  const elsewhere = await folder.petstore(folder.url("none.db"), "export");
  expect(elsewhere.stderr).toContain("no database at");
  expect(elsewhere.exitCode).toBe(2);
  expect((await folder.petstore(url, "import", "in.ndjson")).stdout).toContain("1 pet, 1 new");
});

test("two lines with one id are found before anything is stored, also far apart and with --update", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  const ids = Array.from({ length: 2 * BATCH_ROWS }, (_, index) => BigInt(index + 1) * 1024n);
  const lines = [...ids, 1024n].map((id) => `{"id":${id},"name":"Mia","categoryId":1}\n`);
  writeFileSync(folder.file("in.ndjson"), lines.join(""));
  for (const options of [[], ["--update"], ["--dry-run"]]) {
    const { exitCode, stderr } = await folder.petstore(url, "import", "in.ndjson", ...options);
    expect(stderr).toContain(
      'member "id": another line has the same id. Keep one of them:\n  line 4001: got 1024, as in line 1',
    );
    expect(exitCode).toBe(1);
  }
  expect(await folder.petstore(url, "export")).toMatchObject({ exitCode: 2 });
}, 120_000);

test("import and export work while the service runs, and the service sees imported pets at once", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  const key = "a-key-for-tests-with-32-characters-or-more";
  await using service = await startProgram({ cwd: folder.path, env: { DATABASE_URL: url, PETSTORE_API_KEY: key } });
  writeFileSync(folder.file("in.csv"), "name,categoryId\nRex,1\n");
  expect(await folder.petstore(url, "import", "in.csv")).toMatchObject({ exitCode: 0 });
  const { body } = await service.as(key).listPets({ query: {} });
  expect(body).toMatchObject([{ id: 1n, name: "Rex" }]);
  expect(await exported(folder, url, "csv")).toContain("1,Rex,1,available,1");
});
