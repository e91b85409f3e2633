import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { sources } from "../../src/commands/export/export-lines.ts";
import { changing, importFile } from "../../src/commands/import/import-file.ts";
import { BATCH_LINES } from "../../src/commands/import/open-pets.ts";
import { INT32_MAX, INT64_MAX, INT64_MIN } from "../../src/contract/common.ts";
import { lineWriter } from "../../src/contract/exports/exported-lines.ts";
import { NewPet, PetStatus } from "../../src/contract/pets/pets.ts";
import type { PetLine, PetWithStock } from "../../src/core/imports/import-ports.ts";
import { KnownKinds } from "../../src/core/imports/similar-kinds.ts";
import { storeLines } from "../../src/core/imports/store-lines.ts";
import { type Format, flagOf, formats } from "../../src/files/layouts/layout-formats.ts";
import { readMapping } from "../../src/files/layouts/mapping.ts";
import { openFile } from "../../src/files/reading/open-file.ts";
import { readPets } from "../../src/files/reading/pet-lines.ts";
import { beginImport, importRows } from "../../src/store/queries/imports/import-queries.ts";
import { BATCH_ROWS, countRows } from "../../src/store/rows.ts";
import { once, QUIET } from "../faults/writers.ts";
import { anyProfile } from "../support/any-profile.ts";
import { NOON } from "../support/harness.ts";
import { startProgram } from "../support/program.ts";
import { eventsOf, fill, openFolder, openShop, refused, type Shop, testEach, withEngine } from "./folder.ts";

const NO_MAPPING = readMapping({}, flagOf);

/** What an import reads from a file. */
async function readAll(path: string, format: Format): Promise<readonly PetLine["input"][]> {
  const file = await openFile(path, { format, mapping: NO_MAPPING, timeZone: "UTC", now: NOON });
  const refuse = (line: number, error: Error) => {
    throw new Error(`line ${line}: ${error.message}`);
  };
  const batches = await Array.fromAsync(readPets(file, refuse));
  return batches.flat().map(({ input }) => input);
}

/** How many stock changes there are for each reason. */
async function reasons(url: string): Promise<Record<string, number>> {
  const rows = await withEngine(
    url,
    ({ sql }) => sql<{ reason: string; count: bigint }>`
      select reason, count(*) as count from stock_changes group by reason`,
  );
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)]));
}

/** The summaries of the imports in the feed. */
async function summaries(url: string): Promise<readonly object[]> {
  return (await eventsOf(url)).map(({ type, data, key }) => ({ type, key, ...data }));
}

/** What the feed has of one import. */
function summary(count: number, firstId: bigint, lastId: bigint) {
  return { type: "import.completed", key: undefined, count, firstId, lastId, ranges: [{ firstId, lastId }] };
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

testEach(
  "an export is imported elsewhere with its ids, once, and new ids continue after them",
  async (shop) => {
    await fill(shop.url, BATCH_ROWS + 5);
    let target = shop;
    for (const format of formats) {
      expect(await shop.run("export", `all.${format}`)).toMatchObject({ exitCode: 0, stdout: "" });
      target = await shop.another(format);
      const { stdout } = await target.run("import", `all.${format}`);
      expect(stdout).toContain("2,005 pets, 2,005 new, 0 existing");
      const exported = await target.run("export", "--format", format);
      expect(exported.stdout).toBe(readFileSync(shop.file(`all.${format}`), "utf8"));
      expect(await reasons(target.url)).toEqual({ imported: BATCH_ROWS + 5 });
      expect(await target.run("doctor")).toMatchObject({ exitCode: 0 });
    }
    expect((await shop.run("import", "all.csv")).stdout).toContain("2,005 pets, 0 new, 2,005 existing");
    expect(await shop.run("import", "all.csv")).toEqual(refused(1, "was already imported"));
    // An import that adds no pet has no event.
    expect(await summaries(shop.url)).toEqual([]);

    const more = '{"name":"New","categoryId":1}\n{"name":"Gone","categoryId":1,"status":"sold"}';
    await target.importText("new.ndjson", more);
    await target.run("import", "new.ndjson");
    await target.run("import", "new.ndjson", "--allow-duplicates");
    expect((await target.pets()).slice(-4)).toEqual([
      "2006,New,1,available,1",
      "2007,Gone,1,sold,0",
      "2008,New,1,available,1",
      "2009,Gone,1,sold,0",
    ]);
    expect(await reasons(target.url)).toEqual({ imported: BATCH_ROWS + 5 + 4 });
    expect(await summaries(target.url)).toEqual([
      summary(2005, 1n, 2005n),
      summary(2, 2006n, 2007n),
      summary(2, 2008n, 2009n),
    ]);
    expect(await target.run("doctor")).toMatchObject({ exitCode: 0 });
  },
  120_000,
);

testEach("an interrupted import continues where it stopped: no pet twice, none missing", async (shop) => {
  const names = Array.from({ length: BATCH_ROWS + 100 }, (_, index) => `Rex ${index}`);
  const lines = names.map((name) => `{"name":"${name}","categoryId":7}\n`).join("");
  writeFileSync(shop.file("in.ndjson"), lines);
  const content = new Bun.CryptoHasher("sha256").update(lines).digest("hex");
  const inputs = (await readAll(shop.file("in.ndjson"), "ndjson")).slice(0, 150);
  const pets = inputs.map((input, index) => ({ line: index + 1, input }));
  const rules = {
    update: false,
    match: undefined,
    allowOtherPets: false,
    kinds: new KnownKinds([]),
    namedCategories: new Set<string>(),
    createCategories: false,
    now: NOON,
    today: "2026-11-21",
    label: String,
    option: flagOf,
  };
  await withEngine(shop.url, async (engine) => {
    const run = await beginImport(engine, { content, at: NOON });
    await changing(engine, (transaction, unit) =>
      importRows(transaction, content, { done: 0, count: pets.length }, () =>
        storeLines(unit, pets, rules, { key: undefined, now: NOON }, run),
      ),
    );
  });

  const { stdout } = await shop.run("import", "in.ndjson");
  expect(stdout).toContain("2,100 pets, 1,950 new, 0 existing; resumed: 150 already imported");
  expect(await shop.pets()).toEqual(names.map((name, index) => `${index + 1},${name},7,available,1`));
  expect(await reasons(shop.url)).toEqual({ imported: BATCH_ROWS + 100 });
  expect(await summaries(shop.url)).toEqual([summary(2100, 1n, 2100n)]);
  expect(await shop.run("doctor")).toMatchObject({ exitCode: 0 });
});

/** Lines that cannot be imported, each with its kind of problem and what the example says. */
const BAD_LINES = [
  [
    '{"name":"","categoryId":1}',
    'member "name": expected a string of 1 to 255 characters, not only white space, without control characters',
    'got ""',
  ],
  ['{"name":"Bo"}', 'member "categoryId": a new pet needs a category', "it is empty"],
  [
    '{"name":"Bo","categoryId":9223372036854775808}',
    'member "categoryId": expected an integer from -9223372036854775808 to 9223372036854775807',
    "got 9223372036854775808",
  ],
  [
    '{"name":"Bo","categoryId":1,"quantity":-1}',
    'member "quantity": expected an integer from 0 to 2147483647',
    "got -1",
  ],
  [
    '{"name":"Bo","categoryId":1,"status":"lost"}',
    'member "status": expected one of "available", "pending", "sold"',
    'got "lost"',
  ],
  ['{"name":"Bo","categoryId":1,"id":0}', 'member "id": expected an integer from 1 to 9223372036854775807', "got 0"],
  ['{"name":"Bo","categoryId":1,"quantitiy":5}', "unknown member. Correct or remove it", 'got "quantitiy"'],
  ['{"name":"Bo","categoryId":1', "expected one JSON object on each line", "expected"],
  ['{"name":"Bo","name":"Mia","categoryId":1}', "expected one JSON object on each line", 'duplicate member "name"'],
  ["[1]", "expected an object", "got [1]"],
  [
    '{"id":1,"name":"Bo","categoryId":1}',
    'member "id": the pet with this id has another name and another category. If the number is that of another system, it is a reference: say so with --map',
    "got 1, which is",
  ],
  [`{"name":"${"x".repeat(70_000)}","categoryId":1}`, "longer than 65536 bytes, or a quote that is never closed", ""],
  ...Array.from({ length: 30 }, () => ['{"categoryId":1}', "a new pet needs a name", "it is empty"] as const),
  ['"\xff"', "not UTF-8. Save the file as UTF-8", ""],
] as const;

test("a file with bad lines is not imported: all are counted, and every kind of problem has examples", async () => {
  using shop = openShop();
  await fill(shop.url, 2);
  const good = '{"name":"Bo","categoryId":1}';
  const lines = [good, "", ...BAD_LINES.map(([line]) => line), good, ""].join("\n");
  writeFileSync(shop.file("in.ndjson"), Buffer.from(lines, "latin1"));
  const before = await shop.pets();
  for (const options of [[], ["--dry-run"]]) {
    const run = await shop.run("import", "in.ndjson", ...options);
    expect(run).toEqual(refused(1, "43 of 45 lines cannot be imported. Nothing was imported"));
    for (const [, kind, got] of BAD_LINES) {
      const [, examples = ""] = run.stderr.split(`${kind}:\n`);
      expect(examples.split(/\n(?! )/)[0]).toContain(got);
    }
    expect(run.stderr).toMatch(/a new pet needs a name:\n {2}line 15: it is empty\n(?: .*\n)* {2}and 2\d more\n/);
    expect(run.stderr.match(/^ {2}line /gm)?.length).toBeLessThanOrEqual(20);
    expect(run.stderr.length).toBeLessThan(4000);
  }
  expect(await shop.pets()).toEqual(before);
});

/** Imports a file into which somebody else writes once the import reports this progress. Returns what it says. */
async function importWhile(shop: Shop, phase: string, at: number, path: string, text: string): Promise<unknown> {
  const report = (now: string, done: number) => {
    if (now === phase && done === at) writeFileSync(path, text);
  };
  const observer = { report, onLayout: () => {}, onWarning: () => {}, signal: new AbortController().signal };
  return importFile(shop.url, path, { mapping: NO_MAPPING, timeZone: "UTC" }, () => NOON, observer).then(
    () => "imported",
    (error: Error) => error.message,
  );
}

test("a file that changes after its lines are checked is not imported, and can be imported once it is whole", async () => {
  using shop = openShop();
  const path = shop.file("in.ndjson");
  const good = `${'{"name":"Bo","categoryId":1}\n'.repeat(BATCH_ROWS + 1)}`;
  const bad = good.replace('"categoryId":1', '"categoryId":x');
  const other = good.replace("Bo", "Al");
  for (const changed of [bad, other]) {
    writeFileSync(path, good);
    expect(await importWhile(shop, "checking, bytes", good.length, path, changed)).toBe(
      `${path} changed while it was read. Import it again when nothing writes to it. Nothing was imported now`,
    );
    expect(await shop.pets()).toEqual([]);
  }
  writeFileSync(path, good);
  expect(await importWhile(shop, "", 0, path, "")).toBe("imported");
});

test("an import of a file that changes meanwhile is not finished, and says how many pets it has imported", async () => {
  using shop = openShop();
  const path = shop.file("in.ndjson");
  // Longer than what is read at once.
  const good = `{"name":"Bo","categoryId":1}${" ".repeat(1000)}\n`.repeat(4 * BATCH_ROWS);
  writeFileSync(path, good);
  expect(await importWhile(shop, "importing", BATCH_LINES, path, good.replaceAll("Bo", "Al"))).toMatch(
    /changed while it was read.* \d+ pets are imported and stay$/,
  );
  expect(await summaries(shop.url)).toEqual([]);
});

testEach("of two imports of one file at once, each pet is imported once, and one says why not all", async (shop) => {
  await withEngine(shop.url, async () => {});
  const text = `name,categoryId\n${"Bo,1\n".repeat(BATCH_ROWS + 500)}`;
  writeFileSync(shop.file("in.csv"), text);
  const observer = { report() {}, onLayout() {}, onWarning() {}, signal: new AbortController().signal };
  const options = { mapping: NO_MAPPING, timeZone: "UTC" };
  const both = await Promise.allSettled(
    [1, 2].map(() => importFile(shop.url, shop.file("in.csv"), options, () => NOON, observer)),
  );
  const outcomes = both.map((one) =>
    one.status === "rejected" ? String(one.reason) : `resumed after ${one.value.resumedAfter}`,
  );
  // One that begins when the other has stored all and not said so yet goes on behind the last pet.
  expect(outcomes.filter((outcome) => outcome !== "resumed after 0")).toEqual([
    expect.stringMatching(/another process is importing the same file|was already imported|resumed after [1-9]/),
  ]);
  expect(await withEngine(shop.url, ({ sql }) => countRows(sql, { name: "pets" }))).toBe(BATCH_ROWS + 500);
  // One that was checked before the other began, and comes after it is done.
  const content = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  const late = withEngine(shop.url, (engine) => beginImport(engine, { content, at: NOON }));
  await expect(late).rejects.toThrow("another process is importing the same file");
});

test("one kind of problem has 20 examples", async () => {
  using shop = openShop();
  const run = await shop.importText("in.csv", `name,categoryId\n${"Bo,x\n".repeat(30)}`);
  expect(run).toEqual(refused(1, "  and 10 more\n"));
  expect(run.stderr.match(/^ {2}line \d+: got "x"$/gm)).toHaveLength(20);
});

test("lines of CSV may end with CR alone, as on the first Macs", async () => {
  using shop = openShop();
  const rows = ["categoryId,name,quantity", '7,"Rex ""the dog"", big",', '-8," Mia ",5'];
  expect(await shop.importText("in.csv", rows.join("\r"))).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await shop.pets()).toEqual(['1,"Rex ""the dog"", big",7,available,1', '2," Mia ",-8,available,5']);
});

test.each([
  ["name\nBo", "line 1: expected the names of columns: name, and categoryId"],
  ["Tier,Art\nBo,1", '--map, such as "Rufname des Tiers=name". Found: "Tier", "Art". Nothing was imported'],
  ["name,Name,categoryId\nBo,Bo,1", "line 1: two columns are name. Ignore one of them with --map"],
  ["name\tcategoryId\nBo\t1.000", "It may be a thousand or a fraction: write it without a point or comma"],
  ['name,categoryId\n"Bo\nMia",1', '  line 2: got "Bo\\nMia"'],
  ['name,categoryId\n"Bo,1', "a misplaced quote. Quote a field from its start to its end"],
  // A stray quote spoils only its own line, even next to another one.
  [
    'name,categoryId\n"Bo,1\n"Mia,2\n"Rex",3\nTim "x",4\n',
    "2 of 4 lines cannot be imported. Nothing was imported.\na misplaced quote. Quote a field from its start to its end, " +
      "and double the quotes inside it:\n  line 2\n  line 3\n",
  ],
])("the CSV %j is refused", async (text, message) => {
  using shop = openShop();
  expect(await shop.importText("in.csv", text)).toEqual(refused(1, message));
});

test("two lines with one id are found before anything is stored, also far apart and with --update", async () => {
  using shop = openShop();
  const ids = Array.from({ length: 2 * BATCH_ROWS }, (_, index) => BigInt(index + 1) * 1024n);
  const lines = [...ids, 1024n].map((id) => `{"id":${id},"name":"Mia","categoryId":1}\n`).join("");
  const message = 'member "id": another line has the same id. Keep one of them:\n  line 4001: got 1024, as in line 1';
  for (const options of [[], ["--update"], ["--dry-run"]]) {
    expect(await shop.importText("in.ndjson", lines, ...options)).toEqual(refused(1, message));
  }
  expect(await shop.run("export")).toMatchObject({ exitCode: 2 });
}, 120_000);

test("import and export work while the service runs, and the service sees imported pets at once", async () => {
  using shop = openShop();
  await using service = await startProgram({ cwd: shop.path, env: { ...QUIET, DATABASE_URL: shop.url } });
  expect(await shop.importText("in.csv", "name,categoryId\nRex,1\n")).toMatchObject({ exitCode: 0 });
  expect(await once(service).listPets()).toMatchObject({ body: [{ id: 1n, name: "Rex" }] });
  expect(await shop.pets()).toEqual(["1,Rex,1,available,1"]);
});
