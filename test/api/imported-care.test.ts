/* Care in files of pets: what an import records, refuses and takes back, and what an export says (decision 091). */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, eventsOf, openService, type TestService } from "../support/harness.ts";
import type { Client } from "../support/typed-client.ts";

type Query = NonNullable<Parameters<Client["createImport"]>[0]>["query"];

const TITLES = "name,categoryId,reference,birthDate,Vaccinated on,Next vaccination,Dewormed on,Weight,Weighed on";

const send = ({ admin }: Pick<TestService, "admin">, file: string, query: Query = {}) =>
  bodyOf(admin.createImport({ file, query }));

/** A table of pets with care. */
const tableOf = (...rows: readonly string[]) => [TITLES, ...rows, ""].join("\n");

/** What each pet has, without ids. */
async function careOf({ admin }: TestService, petId: bigint) {
  const entries = await bodyOf(admin.listPetCare({ params: { petId } }));
  return entries.map(({ id: _, petId: _pet, ...entry }) => entry);
}

const REX = "Rex,7,A-1,2024-03,2026-05-17,17.05.2027,2026-06-01,3.5 kg,2026-07-01";
const OF_REX = [
  { kind: "vaccination", what: "Vaccination", doneOn: "2026-05-17" },
  { kind: "vaccination", what: "Vaccination", dueOn: "2027-05-17" },
  { kind: "treatment", what: "Deworming", doneOn: "2026-06-01" },
  { kind: "weight", what: "Weight", doneOn: "2026-07-01", grams: 3500 },
] as const;

test("what a file says about care becomes entries of each new pet, whatever the order of pets with and without ids", async () => {
  await using service = await openService();
  const file = [
    `id,${TITLES}`,
    `,${REX}`,
    "40,Mia,7,A-2,,,,,120 g,",
    ",Bo,7,A-3,,,,,,",
    ",Kim,7,A-4,,2026-11-21,,,,",
    "",
  ].join("\n");
  const report = await send(service, file);
  expect(report).toMatchObject({ stored: true, added: 4, problems: [] });
  expect(report.preview[0]?.care).toEqual({
    vaccinatedOn: "2026-05-17",
    vaccinationDueOn: "2027-05-17",
    dewormedOn: "2026-06-01",
    grams: 3500,
    weighedOn: "2026-07-01",
  });
  const pets = await bodyOf(service.admin.listPets());
  const found = Object.fromEntries(
    await Promise.all(pets.map(async ({ id, name }) => [name, await careOf(service, id)] as const)),
  );
  expect<unknown>(found).toEqual({
    Rex: OF_REX,
    Mia: [{ kind: "weight", what: "Weight", doneOn: "2026-11-21", grams: 120 }],
    Bo: [],
    Kim: [{ kind: "vaccination", what: "Vaccination", doneOn: "2026-11-21" }],
  });
  // As for new pets, one event tells of them.
  expect(await eventsOf(service, { query: { types: ["care.added"] } })).toEqual([]);
});

test("the same file adds no entry twice, also a month later and with what was recorded by hand; new days are added", async () => {
  await using service = await openService();
  const { admin } = service;
  const pet = await bodyOf(admin.createPet({ body: { name: "Rex", categoryId: 7n, profile: { reference: "A-1" } } }));
  const params = { petId: pet.id };
  await admin.addCare({ params, body: { kind: "vaccination", what: "DHPPi", doneOn: "2026-05-17" } });
  await admin.addCare({ params, body: { kind: "treatment", what: "Wurmkur", doneOn: "2026-06-01" } });
  const file =
    'reference,Geimpft am,Nächste Impfung,Entwurmt am,Gewicht (kg)\nA-1,17.5.2026,17.5.2027,1.6.2026,"3,5"\n';
  expect(await send(service, file, { update: true })).toMatchObject({ stored: true, updated: 1 });
  const once = await careOf(service, pet.id);
  expect(once).toHaveLength(4);
  service.now += 31 * 86_400_000;
  for (const allowDuplicates of [false, true])
    expect(await send(service, file, { update: true, allowDuplicates })).toMatchObject({ updated: 0 });
  expect(await careOf(service, pet.id)).toEqual(once);
  const later = "reference,Vaccinated on,Weight,Weighed on\nA-1,2026-12-01,3500 g,2026-12-02\n";
  expect(await send(service, later, { update: true })).toMatchObject({ updated: 1 });
  expect<unknown>((await careOf(service, pet.id)).slice(4)).toEqual([
    { kind: "vaccination", what: "Vaccination", doneOn: "2026-12-01" },
    { kind: "weight", what: "Weight", doneOn: "2026-12-02", grams: 3500 },
  ]);
  const added = await eventsOf(service, { query: { types: ["care.added"], petId: pet.id } });
  expect(added).toHaveLength(6);
  // Without `update`, a file changes no pet.
  const known = `id,name,categoryId,Vaccinated on\n${pet.id},Rex,7,2026-12-03\n`;
  expect((await send(service, known)).problems).toMatchObject([{ code: "id_exists" }]);
});

test("care that cannot be is refused at its line, in words, before anything is stored", async () => {
  await using service = await openService();
  const bad: readonly (readonly [row: string, column: string, expected: RegExp])[] = [
    ["A,7,,,2026-11-22,,,,", "vaccinatedOn", /Vaccinated on.*expected a day that is not in the future/],
    ["B,7,,,,,22.11.2026,,", "dewormedOn", /Dewormed on.*not in the future/],
    ["C,7,,2026-05,,2026-04-30,,,", "vaccinationDueOn", /a day on which the pet was born \(2026-05\), or a later one/],
    ["D,7,,,,,,0 kg,", "grams", /a weight of more than nothing with its unit/],
    ["E,7,,,,,,heavy,", "grams", /a weight of more than nothing/],
    ["F,7,,,,,,1 kg,2026-12-01", "weighedOn", /Weighed on.*not in the future/],
    ["G,7,,,2026-05,,,,", "vaccinatedOn", /a day that is not in the future/],
  ];
  const report = await send(service, tableOf(...bad.map(([row]) => row)));
  expect(report.stored).toBe(false);
  const found = report.problems.flatMap(({ code, column, message, lines }) =>
    lines.map((line) => ({ line, code, column, message })),
  );
  for (const [nth, [, column, expected]] of bad.entries()) {
    const message = expect.stringMatching(expected);
    expect(found).toContainEqual({ line: nth + 2, code: "invalid_value", column: column as "grams", message });
  }
  expect(found).toHaveLength(bad.length);
  // Each is offered as nothing.
  expect(report.answers.flatMap(({ choices }) => choices)).toContain("grams:heavy=-");
  const mapValues = [...new Set(bad.map(([, column]) => `${column}:*=-`))].join(",");
  expect(await send(service, tableOf(...bad.map(([row]) => row)), { mapValues })).toMatchObject({ stored: true });
});

test("a day before the birth that the shop knows is refused, too, and so is more care than a pet may have", async () => {
  await using service = await openService();
  const { admin } = service;
  const profile = { reference: "A-1", birthDate: "2026-06" };
  const { id: petId } = await bodyOf(admin.createPet({ body: { name: "Rex", categoryId: 7n, profile } }));
  const file = (day: string) => `reference,Vaccinated on\nA-1,${day}\n`;
  const early = await send(service, file("2026-05-31"), { update: true });
  expect(early.problems).toMatchObject([
    { code: "invalid_value", column: "vaccinatedOn", message: expect.stringContaining("born (2026-06)"), lines: [2] },
  ]);
  await service.store.transaction(({ care }) =>
    care.insertAll(
      Array.from({ length: 1000 }, () => ({ petId, kind: "note", what: "Walk", doneOn: "2026-07-01" }) as const),
    ),
  );
  const full = await send(service, file("2026-07-02"), { update: true });
  expect(full.problems).toMatchObject([{ column: "vaccinatedOn", message: expect.stringContaining("at most 1000") }]);
});

test("a weight without a unit raises one question, whose answer holds for all", async () => {
  await using service = await openService();
  const file = 'name,categoryId,Weight\nRex,7,21.5\nMia,7,"4,1"\nBo,7,300 g\n';
  const report = await send(service, file);
  expect(report.problems).toMatchObject([{ code: "missing_unit", column: "grams", count: 2 }]);
  expect(report.answers).toMatchObject([{ option: "unit", choices: ["kg", "g", "lb", "oz"], count: 2 }]);
  expect(await send(service, file, { unit: "kg" })).toMatchObject({ stored: true });
  const grams = await Promise.all([1n, 2n, 3n].map(async (petId) => (await careOf(service, petId))[0]?.grams));
  expect(grams).toEqual([21_500, 4100, 300]);
});

test("which part of a date is the day is asked once for all columns, with the number of lines", async () => {
  await using service = await openService();
  const file = "name,categoryId,birthDate,Vaccinated on,Dewormed\nRex,7,3/4/2024,5/6/2026,7/1/2026\nMia,7,,5/7/2026,\n";
  const report = await send(service, file);
  expect(report.problems.map(({ code, column }) => [code, column])).toEqual([
    ["ambiguous_dates", "birthDate"],
    ["ambiguous_dates", "vaccinatedOn"],
    ["ambiguous_dates", "dewormedOn"],
  ]);
  expect(report.answers).toEqual([{ problem: "ambiguous_dates", count: 2, option: "dates", choices: ["dmy", "mdy"] }]);
  expect(await send(service, file, { dates: "mdy" })).toMatchObject({ stored: true });
});

test("a no in a column of vaccinations is nothing, and a yes without a day is a question", async () => {
  await using service = await openService();
  const file = "name,categoryId,Vaccinated,Entwurmt\nRex,7,no,nein\nMia,7,yes,2026-06-01\nBo,7,2026-05-17,\n";
  const report = await send(service, file);
  expect(report.problems).toMatchObject([{ code: "invalid_value", column: "vaccinatedOn", lines: [3] }]);
  expect(report.warnings).toMatchObject([{ code: "nothing_words", count: 1 }]);
  expect(report.answers).toMatchObject([{ option: "mapValues", choices: ["vaccinatedOn:yes=-"] }]);
  expect(await send(service, file, { mapValues: "vaccinatedOn:yes=-" })).toMatchObject({ stored: true });
  const entries = await Promise.all([1n, 2n, 3n].map((petId) => careOf(service, petId)));
  expect(entries.map((of) => of.map(({ doneOn }) => doneOn))).toEqual([[], ["2026-06-01"], ["2026-05-17"]]);
});

test("undoing an import takes its care back, but not what somebody has changed since", async () => {
  await using service = await openService();
  const { admin } = service;
  const first = await send(service, tableOf(REX, "Mia,7,A-2,,,2027-01-01,,,", "Bo,7,A-3,,,,,,"));
  const [rex = 0n, mia = 0n, bo = 0n] = (await bodyOf(admin.listPets())).map(({ id }) => id);
  const file =
    "reference,Vaccinated on,Weight,name\nA-1,2026-08-01,4 kg,\nA-2,2026-08-01,2 kg,Mimi\nA-3,2026-08-01,,\n";
  const second = await send(service, file, { update: true });
  expect(second).toMatchObject({ stored: true, updated: 3 });
  const [weighed] = (await bodyOf(admin.listPetCare({ params: { petId: mia } }))).filter(({ grams }) => grams === 2000);
  await admin.updateCare({ params: { careId: weighed?.id ?? 0n }, body: { note: "after the meal" } });
  const [vaccinated] = await bodyOf(admin.listPetCare({ params: { petId: bo } }));
  await admin.deleteCare({ params: { careId: vaccinated?.id ?? 0n } });

  const undone = await bodyOf(admin.undoImport({ params: { importId: second.id ?? 0n } }));
  expect(undone).toEqual({ removed: 0, restored: 2, kept: [{ petId: mia, reason: "changed" }] });
  expect<unknown>(await careOf(service, rex)).toEqual(OF_REX);
  expect((await careOf(service, mia)).map(({ grams, dueOn }) => grams ?? dueOn)).toEqual(["2027-01-01", 2000]);
  expect(await careOf(service, bo)).toEqual([]);
  const removed = await eventsOf(service, { query: { types: ["care.removed"], petId: rex } });
  expect(removed).toHaveLength(2);

  // Its pets are changed by now, so they stay; a pet that nobody has touched goes with its care.
  const third = await send(service, tableOf("Tom,7,A-9,,2026-08-01,2027-08-01,2026-08-01,9 kg,"));
  const before = (await bodyOf(admin.listCare())).length;
  expect(await bodyOf(admin.undoImport({ params: { importId: third.id ?? 0n } }))).toMatchObject({ removed: 1 });
  expect((await bodyOf(admin.listCare())).length).toBe(before - 1);
  expect((await bodyOf(admin.undoImport({ params: { importId: first.id ?? 0n } }))).removed).toBe(0);
});

test("more care than a statement may have parameters is taken back", async () => {
  await using service = await openService();
  await service.stock(1);
  const { id, ...entry } = await bodyOf(
    service.admin.addCare({ params: { petId: 1n }, body: { kind: "note", what: "Walk", doneOn: "2026-07-01" } }),
  );
  const expected = Array.from({ length: 70_000 }, (_, nth) => ({ ...entry, id: id + BigInt(nth) }));
  const taken = await service.store.transaction(({ care }) => care.deleteAll(expected.toReversed()));
  expect(taken).toEqual({ removed: [{ ...entry, id }], changed: [] });
  expect(await careOf(service, 1n)).toEqual([]);
});

test("an export has the last care and the next vaccination of each pet, and an empty shop gets the same from it", async () => {
  await using service = await openService();
  const { admin } = service;
  await admin.createCategory({ body: { name: "Dogs" } });
  await send(service, tableOf(REX, "Mia,7,A-2,,,,,,", "Bo,7,A-3,,,2026-01-01,,3 lb,").replaceAll(",7,", ",1,"));
  const petId = 1n;
  await admin.addCare({ params: { petId }, body: { kind: "vaccination", what: "DHPPi", doneOn: "2026-11-20" } });
  await admin.addCare({ params: { petId }, body: { kind: "vaccination", what: "Rabies", dueOn: "2026-12-24" } });
  // Some mean "never" by it.
  const never = { kind: "vaccination", what: "Rabies", dueOn: "9999-12-31" } as const;
  await bodyOf(admin.addCare({ params: { petId: 2n }, body: never }));
  await admin.addCare({ params: { petId }, body: { kind: "treatment", what: "Ear drops", doneOn: "2026-11-20" } });
  await admin.addCare({ params: { petId }, body: { kind: "weight", what: "Weight", doneOn: "2026-06-01", grams: 9 } });
  const exported = await (await service.send("/v1/pets/export")).text();
  const [titles = "", rex = "", mia = ""] = exported.split("\r\n");
  expect(mia).toContain("9999-12-31");
  const cells = Object.fromEntries(titles.split(",").map((title, nth) => [title, rex.split(",")[nth]]));
  expect(cells).toMatchObject({
    vaccinatedOn: "2026-11-20",
    vaccinationDueOn: "2026-12-24",
    dewormedOn: "2026-06-01",
    grams: "3500",
    weighedOn: "2026-07-01",
  });
  // It says nothing new about the shop that it comes from.
  expect(await send(service, exported)).toMatchObject({ stored: true, added: 0, updated: 0 });
  for (const query of ["", "?spreadsheet=true"]) {
    const file = await (await service.send(`/v1/pets/export${query}`)).text();
    await using other = await openService();
    const report = await send(other, file, { createCategories: true });
    expect([report.problems, report.added]).toEqual([[], 3]);
    expect(await (await other.send("/v1/pets/export")).text()).toBe(exported);
  }
});

test("an export of asm3 brings each vaccination by its name, once, and a row that is wrong is named", async () => {
  await using service = await openService();
  const titles =
    "ANIMALCODE,ANIMALNAME,ANIMALSPECIES,VACCINATIONTYPE,VACCINATIONDUEDATE,VACCINATIONGIVENDATE,VACCINATIONEXPIRESDATE,VACCINATIONBATCHNUMBER";
  const file = [
    titles,
    "D1,Rex,Dog,,,,,",
    "D1,Rex,Dog,Rabies,2025-02-01,2025-02-01,2026-02-01,R-1",
    "D1,Rex,Dog,Rabies,2026-02-01,2026-02-03,2029-02-03,R-2",
    "D1,Rex,Dog,DHPP,2026-02-01,2026-02-03,2027-02-03,",
    "D1,Rex,Dog,DHPP,2027-03-01,,,",
    "D1,Rex,Dog,Rabies,2026-02-01,2026-02-03,2029-02-03,R-2",
    "D2,Bo,Dog,Rabies,2026-02-03,2026-02-03,,",
    "",
  ].join("\n");
  const query = { from: "asm3", createCategories: true } as const;
  const report = await send(service, file, query);
  expect(report).toMatchObject({ stored: true, added: 2, problems: [] });
  expect(report.preview[0]?.care).toEqual({ vaccinatedOn: "2026-02-03", vaccinationDueOn: "2027-03-01" });
  const vaccination = { kind: "vaccination" } as const;
  const ofRex = [
    { ...vaccination, what: "Rabies", doneOn: "2025-02-01", batch: "R-1" },
    { ...vaccination, what: "Rabies", doneOn: "2026-02-03", batch: "R-2" },
    { ...vaccination, what: "Rabies", dueOn: "2029-02-03" },
    { ...vaccination, what: "DHPP", doneOn: "2026-02-03" },
    { ...vaccination, what: "DHPP", dueOn: "2027-03-01" },
  ];
  expect<unknown>(await careOf(service, 1n)).toEqual(ofRex);
  expect<unknown>(await careOf(service, 2n)).toEqual([{ ...vaccination, what: "Rabies", doneOn: "2026-02-03" }]);
  expect(await send(service, file, { ...query, update: true })).toMatchObject({ updated: 0 });
  const more = file.replace("D2,Bo,Dog,Rabies", "D2,Bo,Dog,FVRCP").replace("DHPP,2027-03-01", "DHPP,soon");
  const refused = await send(service, more, { ...query, update: true });
  expect(refused.problems).toMatchObject([
    { column: "vaccinationDueOn", lines: [2], examples: [{ line: 2, got: 'got "soon" in line 6' }] },
  ]);
  const stored = await send(service, more, { ...query, update: true, mapValues: "vaccinationDueOn:soon=-" });
  // Of the same day, and another vaccine. What expires is due now that no row says so.
  expect(stored).toMatchObject({ updated: 2 });
  expect((await careOf(service, 2n)).map(({ what }) => what)).toEqual(["Rabies", "FVRCP"]);
});

test("a pet of a file with thousands of vaccinations is refused in words, also where the shop knows it", async () => {
  await using service = await openService();
  const titles = "ANIMALCODE,ANIMALNAME,ANIMALSPECIES,VACCINATIONTYPE,VACCINATIONGIVENDATE,VACCINATIONEXPIRESDATE";
  const dayAt = (nth: number) => new Date(Date.UTC(2000, 0, 1 + nth)).toISOString().slice(0, 10);
  const rows = Array.from({ length: 7000 }, (_, nth) => `D1,Rex,Dog,V${nth},${dayAt(nth)},${dayAt(nth + 400)}`);
  const query = { from: "asm3", createCategories: true, update: true } as const;
  const fileOf = (count: number) => [titles, ...rows.slice(0, count), ""].join("\n");
  expect(await send(service, fileOf(1), query)).toMatchObject({ stored: true });
  const { problems } = await send(service, fileOf(7000), query);
  expect(problems).toMatchObject([{ column: "vaccinatedOn", message: expect.stringContaining("at most 1000") }]);
});
