/* createImport (decision D56). */
import { expect } from "bun:test";
import { blobOf } from "../files/corpus.ts";
import { test } from "../support/databases.ts";
import { bodyOf, eventsOf, openService, refusal, type TestService } from "../support/harness.ts";
import { describeFailures } from "../support/ledger.ts";
import type { Client } from "../support/typed-client.ts";

const TABLE = "name,categoryId,Note\nRex,7,good\nMia,9,\n";

type Call = NonNullable<Parameters<Client["createImport"]>[0]>;

/** The report of an import. */
const importing = ({ admin }: TestService, file: NonNullable<Call["file"]>, query: Call["query"] = {}) =>
  bodyOf(admin.createImport({ file, query }));

const namesOf = async ({ admin }: TestService) => (await bodyOf(admin.listPets())).map(({ name }) => name);

test("the report of an import has the columns, the first pets and the counts", async () => {
  await using service = await openService();
  expect<unknown>(await importing(service, TABLE)).toEqual({
    stored: true,
    id: 1n,
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
    answers: [],
    warnings: [],
  });
  expect(await namesOf(service)).toEqual(["Rex", "Mia"]);
  expect(await eventsOf(service)).toMatchObject([
    {
      type: "import.completed",
      key: { hint: service.adminKey.slice(-4) },
      data: { count: 2, ranges: [{ firstId: 1n, lastId: 2n }] },
    },
  ]);
});

test("a dry run and a file with one bad line store nothing", async () => {
  await using service = await openService();
  expect(await importing(service, TABLE, { dryRun: true })).toMatchObject({ stored: false, added: 2 });
  const message = expect.stringContaining('column "categoryId"');
  const examples = [{ line: 4, got: 'got "x"' }];
  expect(await importing(service, `${TABLE}Bo,x,\n`)).toMatchObject({
    stored: false,
    problems: [{ code: "invalid_value", column: "categoryId", message, count: 1, examples }],
  });
  expect(await importing(service, "")).toMatchObject({
    stored: false,
    problems: [{ code: "no_titles", examples: [{ line: 1 }] }],
  });
  expect([await namesOf(service), await eventsOf(service)]).toEqual([[], []]);
});

test("a sheet with all the columns of a spreadsheet is read, as those without a title are empty", async () => {
  await using service = await openService();
  const empty = ",".repeat(16_382);
  expect(await importing(service, `name,categoryId${empty}\nRex,7${empty}\n`)).toMatchObject({
    stored: true,
    added: 1,
    columns: [{ title: "name" }, { title: "categoryId" }],
  });
});

test("a spreadsheet with other titles and words is mapped, and its categories are created", async () => {
  await using service = await openService();
  const query = {
    map: "Nom=name,Espèce=category,État=status,Quantité=quantity,Prix (€)=-",
    mapStatus: "disponible=available,réservé=pending,vendu=sold",
    createCategories: true,
  };
  expect(await importing(service, blobOf("french-excel.csv"), query)).toMatchObject({
    stored: true,
    added: 3,
    createdCategories: 2,
  });
  expect(await bodyOf(service.admin.listPets())).toMatchObject([
    { name: "Étoile", status: "available" },
    { name: "Léo", status: "pending" },
    { name: "Œdipe", status: "sold" },
  ]);
});

test("a mapping that names a column twice is a wrong parameter, with its name", async () => {
  await using service = await openService();
  const message = expect.stringMatching(/^map: expected each column for one title; got name again/);
  expect(await service.admin.createImport({ file: TABLE, query: { map: "Nom=name,Tier=name" } })).toMatchObject({
    status: 400,
    body: { code: "invalid_parameter", message, details: [{ field: "map", code: "invalid", message }] },
  });
});

test("update changes the pets that a line of NDJSON names", async () => {
  await using service = await openService();
  const lines = (text: string) => new Blob([text], { type: "application/x-ndjson" });
  await importing(service, lines('{"id":5,"name":"Rex","categoryId":7}'));
  expect(await importing(service, lines('{"id":5,"quantity":4}'), { update: true })).toMatchObject({
    stored: true,
    added: 0,
    updated: 1,
    preview: [{ action: "change", quantity: 4 }],
  });
  expect(await bodyOf(service.admin.getInventoryEntry({ params: { petId: 5n } }))).toMatchObject({ quantity: 4 });
});

test("a file has at most 10,000 pets, which are stored together", async () => {
  await using service = await openService();
  const file = (count: number) => `name,categoryId\n${"Rex,7\n".repeat(count)}`;
  const tooMany = await service.admin.createImport({ file: file(10_001) });
  expect(tooMany).toMatchObject(
    refusal(413, "payload_too_large", "The file may have at most 10000 pets; this one has more"),
  );
  expect(await importing(service, file(10_000))).toMatchObject({ stored: true, added: 10_000 });
});

test("a problem names titles as they are in the file, and parameters of the request, not options of the command", async () => {
  await using service = await openService();
  const unlike = await importing(service, "--wer,category\nRex,Dogs\n");
  const proposal = expect.stringMatching(/name it with map, such as "Rufname des Tiers=name"$/);
  const found = [{ got: 'Found: "--wer", "category"' }];
  expect(unlike.problems).toMatchObject([{ message: proposal, examples: found }]);
  // For those who choose what they mean.
  expect(unlike.columns).toEqual([{ title: "--wer" }, { title: "category", column: "category" }]);
  const unknown = await importing(service, "name,category,status\nRex,Dogs,frei\nMia,Cats,\n");
  expect(unknown.problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^column "status": expected one of .* what it means with mapValues$/),
    expect.stringMatching(/create it with createCategories$/),
  ]);
  const choices = ["available", "pending", "sold", "-"].map((status) => `status:frei=${status}`);
  expect(unknown.answers).toEqual([
    { problem: "unknown_word", column: "status", value: "frei", count: 1, option: "mapValues", choices },
    { problem: "unknown_category", column: "category", count: 2, option: "createCategories", choices: ["true"] },
  ]);
});

test("the pets of a report are those without a problem, in their cells or with their kind", async () => {
  await using service = await openService();
  const file = "name,category,status\nRex,Unknown,\nMia,Rabbits,\nTom,Rabbits,frei\nBo,rabbit,\n";
  await bodyOf(service.admin.createCategory({ body: { name: "Rabbits" } }));
  expect(await importing(service, file)).toMatchObject({ stored: false, pets: 1 });
});

test("a German spreadsheet raises one question for each ambiguous column", async () => {
  await using service = await openService();
  const file =
    "Tiername;Tierart;Status;Geboren;Preis\nBello;Hund;frei;3/4/2021;150\nMieze;Katze;verkauft;4/5/2022;1.250,50\n";
  const asked = await importing(service, file, { createCategories: true });
  expect(asked.problems.map(({ code, column, count }) => [code, column, count])).toEqual([
    ["unknown_word", "status", 1],
    ["ambiguous_dates", "birthDate", 2],
    ["missing_currency", "price", 2],
  ]);
  const query = { createCategories: true, mapValues: "status:frei=available", dates: "dmy", currency: "EUR" };
  const { preview, stored } = await importing(service, file, query);
  expect([stored, preview]).toMatchObject([
    true,
    [
      { status: "available", profile: { birthDate: "2021-04-03", price: { amount: 15_000n, currency: "EUR" } } },
      { status: "sold", profile: { birthDate: "2022-05-04", price: { amount: 125_050n, currency: "EUR" } } },
    ],
  ]);
});

test("a row that is cut off and a mapped word that no cell has are warnings", async () => {
  await using service = await openService();
  const query = { mapValues: "status:frei=available" };
  const { stored, warnings } = await importing(service, "name,categoryId,status,breed\nRex,7\nMia,9,sold,\n", query);
  expect([stored, warnings.map(({ code, message }) => [code, /: ([^:]*:?[^:]*)$/.exec(message)?.[1]])]).toEqual([
    true,
    [
      ["too_few_fields", "1 (line 2)"],
      ["unused_words", "status:frei"],
    ],
  ]);
});

test.each([
  ["mapValues", "frei=available", "expected a column, a word and what it means"],
  ["mapValues", "status:frei=free", "expected one of available, pending, sold, or - for nothing"],
  ["dates", "ymd", "expected dmy or mdy"],
  ["currency", "Taler", "expected a currency code of ISO 4217"],
] as const)("the option %s=%s is refused with what it may be", async (name, value, message) => {
  await using service = await openService();
  const answer = await service.admin.createImport({ file: TABLE, query: { [name]: value } });
  expect(answer).toMatchObject(refusal(400, "invalid_parameter", `${name}: ${message}`));
});

test("a file that tells no pets apart is imported once, at every door, unless a person wants it again", async () => {
  await using service = await openService();
  const again = refusal(409, "conflict", /^the same file was imported at .* use allowDuplicates$/);
  const answers = await Promise.all([1, 2, 3].map(() => service.admin.createImport({ file: TABLE })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await service.admin.createImport({ file: TABLE })).toMatchObject(again);
  const problems = [{ code: "imported_before", count: 1 }];
  expect(await importing(service, TABLE, { dryRun: true })).toMatchObject({ stored: false, problems });
  expect(await namesOf(service)).toEqual(["Rex", "Mia"]);
  expect(await importing(service, TABLE, { allowDuplicates: true })).toMatchObject({ stored: true, added: 2 });
  // Pets with numbers of their own stay as they are.
  const numbered = "id,name,categoryId\n700,Bo,7\n";
  for (const added of [1, 0]) expect(await importing(service, numbered)).toMatchObject({ stored: true, added });
});

test("a new pet keeps when it was added, as an export says it; one that exists has its own time", async () => {
  await using service = await openService();
  const table = (at: string) => `id,name,categoryId,Added on\n5,Rex,7,${at}\n`;
  expect(await importing(service, table("2024-05-17T10:00:00+02:00"))).toMatchObject({ added: 1 });
  const query = { include: ["createdAt"], sort: "arrivedOn" } as const;
  const added = { id: 5n, createdAt: "2024-05-17T08:00:00.000Z" };
  expect(await bodyOf(service.admin.listPets({ query }))).toMatchObject([added]);
  expect(await importing(service, table("2025-01-01T00:00:00Z"), { update: true })).toMatchObject({ updated: 0 });
  expect(await bodyOf(service.admin.listPets({ query }))).toMatchObject([added]);
  for (const at of ["2026-11-22T00:00:00Z", "17.5.2024"]) {
    const problems = [{ code: "invalid_value", column: "createdAt", examples: [{ got: `got "${at}"` }] }];
    expect(await importing(service, table(at).replace("5,", "6,"))).toMatchObject({ stored: false, problems });
  }
});

describeFailures("Imports", {
  conflict: {
    createImport: {
      before: async ({ send }, { path, ...init }) => {
        expect(await send(path, init)).toMatchObject({ ok: true });
      },
    },
    undoImport: { before: ({ sql }) => sql("update import_runs set added = 10001") },
  },
});

test('the answer for pets without a name also covers names such as "unknown"', async () => {
  await using service = await openService();
  const table = "Name,Species,Animal ID\n,Cat,A1\n*,Cat,A2\nUnknown,Cat,A3\nNone,Cat,A4\nn/a,Cat,A5\nRex,Cat,A6\n";
  const send = (query: object) =>
    bodyOf(
      service.admin.createImport({
        file: new Blob([table], { type: "text/csv" }),
        query: { createCategories: true, ...query },
      }),
    );
  const { answers } = await send({ dryRun: true });
  expect(answers).toMatchObject([{ problem: "missing_value", column: "name", choices: ['name:""=*'] }]);
  const report = await send({ mapValues: answers[0]?.choices[0] });
  expect([report.stored, report.added, report.problems]).toEqual([true, 6, []]);
});
