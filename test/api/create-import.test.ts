/* createImport (decision D56). */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../support/databases.ts";
import { openService, refusal } from "../support/harness.ts";
import { describeFailures } from "../support/ledger.ts";

const TABLE = "name,categoryId,Note\nRex,7,good\nMia,9,\n";

test("the report of an import has the columns, the first pets and the counts", async () => {
  await using service = await openService();
  const { status, body } = await service.admin.createImport({ file: TABLE });
  expect([status, body]).toEqual([
    200,
    {
      stored: true,
      pets: 2,
      added: 2,
      updated: 0,
      createdCategories: 0,
      columns: [{ title: "name", column: "name" }, { title: "categoryId", column: "categoryId" }, { title: "Note" }],
      preview: [
        { line: 2, action: "add", name: "Rex", categoryId: 7n, status: "available", quantity: 1 },
        { line: 3, action: "add", name: "Mia", categoryId: 9n, status: "available", quantity: 1 },
      ],
      problems: [],
      warnings: [],
    },
  ]);
  expect((await service.admin.listPets()).body).toMatchObject([{ name: "Rex" }, { name: "Mia" }]);
  await service.store.publishEvents();
  expect((await service.admin.listEvents()).body).toMatchObject([
    { type: "import.completed", key: { hint: service.adminKey.slice(-4) }, data: { count: 2 } },
  ]);
});

test("a dry run and a file with one bad line store nothing", async () => {
  await using service = await openService();
  const dry = await service.admin.createImport({ file: TABLE, query: { dryRun: true } });
  expect(dry.body).toMatchObject({ stored: false, added: 2 });
  const bad = await service.admin.createImport({ file: `${TABLE}Bo,x,\n` });
  expect(bad.body).toMatchObject({
    stored: false,
    problems: [
      {
        code: "invalid_value",
        column: "categoryId",
        message: expect.stringContaining('column "categoryId"'),
        count: 1,
        examples: [{ line: 4, got: 'got "x"' }],
      },
    ],
  });
  const none = await service.admin.createImport({ file: "" });
  expect(none.body).toMatchObject({ stored: false, problems: [{ code: "no_titles", examples: [{ line: 1 }] }] });
  expect((await service.admin.listPets()).body).toEqual([]);
  expect((await service.admin.listEvents()).body).toEqual([]);
});

test("a spreadsheet with other titles and words is mapped, and its categories are created", async () => {
  await using service = await openService();
  const bytes = readFileSync(join(import.meta.dir, "../cli/spreadsheets/french-excel.csv"));
  const query = {
    map: "Nom=name,Espèce=category,État=status,Quantité=quantity,Prix (€)=-",
    mapStatus: "disponible=available,réservé=pending,vendu=sold",
    createCategories: true,
  };
  const { body } = await service.admin.createImport({ file: new Blob([bytes], { type: "text/csv" }), query });
  expect(body).toMatchObject({ stored: true, added: 3, createdCategories: 2 });
  expect((await service.admin.listPets()).body).toMatchObject([
    { name: "Étoile", status: "available" },
    { name: "Léo", status: "pending" },
    { name: "Œdipe", status: "sold" },
  ]);
});

test("a mapping that cannot be understood is a wrong parameter, with its name", async () => {
  await using service = await openService();
  const wrong = [
    ["map", { map: "Nom=nome" }, /^map: expected a title and one of/],
    ["map", { map: "Nom=name,Tier=name" }, /^map: two columns cannot both be name/],
    ["mapStatus", { mapStatus: "vendu=soldé" }, /^mapStatus: expected a word and one of/],
  ] as const;
  for (const [field, query, message] of wrong) {
    const { status, body } = await service.admin.createImport({ file: TABLE, query });
    expect([status, body]).toEqual([
      400,
      {
        code: "invalid_parameter",
        status: 400,
        message: expect.stringMatching(message),
        details: [{ field, code: "invalid", message: expect.stringMatching(message) }],
      },
    ]);
  }
});

test("update changes the pets that a line of NDJSON names", async () => {
  await using service = await openService();
  const file = new Blob(['{"id":5,"name":"Rex","categoryId":7}'], { type: "application/x-ndjson" });
  await service.admin.createImport({ file });
  const change = new Blob(['{"id":5,"quantity":4}'], { type: "application/x-ndjson" });
  const { body } = await service.admin.createImport({ file: change, query: { update: true } });
  expect(body).toMatchObject({ stored: true, added: 0, updated: 1, preview: [{ action: "change", quantity: 4 }] });
  expect((await service.admin.getInventoryEntry({ params: { petId: 5n } })).body).toMatchObject({ quantity: 4 });
});

test("a file has at most 10,000 pets, which are stored together", async () => {
  await using service = await openService();
  const file = (count: number) => `name,categoryId\n${"Rex,7\n".repeat(count)}`;
  const tooMany = await service.admin.createImport({ file: file(10_001) });
  expect(tooMany).toMatchObject(refusal(413, "payload_too_large", "The file may have 10000 pets; this one has 10001"));
  expect((await service.admin.createImport({ file: file(10_000) })).body).toMatchObject({
    stored: true,
    added: 10_000,
  });
});

test("a problem names titles as they are in the file, and parameters as they are in the request", async () => {
  await using service = await openService();
  const unlike = await service.admin.createImport({ file: "--tier-name,category\nRex,Dogs\n" });
  expect(unlike.body).toMatchObject({
    problems: [
      {
        message: expect.stringMatching(/name it with map, such as map "--tier-name=name"$/),
        examples: [{ got: 'Found: "--tier-name", "category"' }],
      },
    ],
  });
  const wrong = await service.admin.createImport({ file: TABLE, query: { mapStatus: "adopted=gone" } });
  expect(wrong).toMatchObject(refusal(400, "invalid_parameter", /^mapStatus: expected a word and one of/));
});

test("a problem names the parameters of the request, not the options of the command", async () => {
  await using service = await openService();
  const { body } = await service.admin.createImport({ file: "name,category,status\nRex,Dogs,adopted\nMia,Cats,\n" });
  const messages = (body as { problems: { message: string }[] }).problems.map(({ message }) => message);
  expect(messages).toEqual([
    expect.stringMatching(/^column "status": expected one of .* add mapStatus$/),
    expect.stringMatching(/create it with createCategories$/),
  ]);
});

describeFailures("Imports");
