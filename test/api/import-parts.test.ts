/* An import over the API is stored in parts, between which others write, and still all or nothing (decision 022). */
import { expect } from "bun:test";
import { transactOn } from "../../src/core/execute.ts";
import { rollBackAbandoned, rollBackImport } from "../../src/core/imports/undo-import.ts";
import { test } from "../support/databases.ts";
import { bodyOf, openService, refusal, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";

const LINES = 2000;

/** A table that changes pet 1 and adds pets of a new kind. */
const TABLE = `reference,name,category\nR-0,Rex II,Dogs\n${Array.from({ length: LINES }, (_, nth) => `A-${nth},Pet ${nth},New kind\n`).join("")}`;

const QUERY = { update: true, createCategories: true } as const;

/** A shop with Rex, who has the reference of the first line. */
async function openShop(): Promise<TestService> {
  const service = await openService();
  const { admin } = service;
  await admin.createCategory({ body: { name: "Dogs" } });
  await admin.createPet({ body: { name: "Rex", categoryId: 1n } });
  await admin.updateProfile({ params: { petId: 1n }, body: { reference: "R-0" } });
  return service;
}

/** Begins an import, and waits until a part of it is stored. */
async function begin({ admin }: TestService, file = TABLE, query: object = QUERY) {
  const ended = admin.createImport({ file, query });
  await until(async () => (await bodyOf(admin.listImports())).length > 0, "a part of the import");
  return { ended };
}

const shopOf = async ({ admin }: TestService) => ({
  pets: await bodyOf(admin.listPets({ query: { include: ["profile", "quantity"], limit: 100 } })),
  categories: await bodyOf(admin.listCategories()),
  imports: await bodyOf(admin.listImports()),
});

test("others write while pets are imported: many times, and their changes stay", async () => {
  await using service = await openShop();
  const { admin } = service;
  const { ended } = await begin(service);
  let isOver = false;
  void ended.then(() => (isOver = true));
  let writes = 0;
  while (!isOver) await bodyOf(admin.updateProfile({ params: { petId: 1n }, body: { color: `color ${++writes}` } }));
  expect(await bodyOf(ended)).toMatchObject({ stored: true, added: LINES, updated: 1, createdCategories: 1 });
  // One between two parts, of those that are left when the first is seen.
  expect(writes).toBeGreaterThan(3);
  const rex = await bodyOf(admin.getPet({ params: { petId: 1n }, query: { include: ["profile"] } }));
  expect(rex).toMatchObject({ name: "Rex II", profile: { reference: "R-0", color: `color ${writes}` } });
  expect(await bodyOf(admin.listImports())).toMatchObject([{ added: LINES, updated: 1, state: "complete" }]);
});

test("an import that a concurrent change stops halfway leaves nothing, and may be sent again", async () => {
  await using service = await openShop();
  const { admin } = service;
  const before = await shopOf(service);
  const added = TABLE.replace("R-0,Rex II,Dogs\n", "");
  const { ended } = await begin(service, added, { createCategories: true });
  const other = await bodyOf(admin.createPet({ body: { name: "Other", categoryId: 1n } }));
  await bodyOf(admin.updateProfile({ params: { petId: other.id }, body: { reference: `A-${LINES - 1}` } }));
  expect(await ended).toMatchObject(
    refusal(503, "service_unavailable", /^line \d+: a pet or category has just changed/),
  );
  await bodyOf(admin.deletePet({ params: { petId: other.id } }));
  expect(await shopOf(service)).toEqual(before);
  expect(await bodyOf(admin.createImport({ file: TABLE, query: QUERY }))).toMatchObject({ added: LINES, updated: 1 });
});

test("an import whose process ended is undone by the next one, and by another instance after a minute", async () => {
  await using service = await openShop();
  const before = await shopOf(service);
  const { store } = service;
  for (const isAny of [true, false]) {
    const { id, revision } = await store.transaction(async ({ importRuns, imports }) => {
      const run = await importRuns.begin({ content: "a", at: service.now, isAllOrNothing: true });
      const profile = { reference: "A-1" };
      const pet = { id: undefined, name: "Left", categoryId: 1n, status: "available", quantity: 1, profile } as const;
      const added = await imports.insertPets([pet], service.now, run.revision);
      const locked = (await imports.lockPets([1n])).get(1n);
      if (locked === undefined) throw new Error("Rex is gone");
      const change = { before: locked, after: { ...locked, name: "Rex II", quantity: 9 } };
      await imports.updatePets([change], service.now);
      await importRuns.add(run.id, { added, updated: [change], createdCategories: [] });
      return run;
    });
    expect(revision).not.toBe(0n);
    const takeBack = () => rollBackAbandoned(store, () => service.now, isAny);
    if (!isAny) {
      await takeBack();
      expect(await store.importRuns.find(id)).toMatchObject({ added: 1, updated: 1 });
      await service.sql("update import_runs set leased_until = 1");
    }
    await takeBack();
    expect(await shopOf(service)).toEqual(before);
  }
});

test("an import that was completed although it had seemed left, or to fail, stays", async () => {
  await using service = await openShop();
  const { id = 0n } = await bodyOf(service.admin.createImport({ file: TABLE, query: QUERY }));
  const completed = await shopOf(service);
  const author = { key: undefined, now: service.now };
  expect(await rollBackImport(id, transactOn(service.store), author)).toBeUndefined();
  expect(await shopOf(service)).toEqual(completed);
  expect(await bodyOf(service.admin.undoImport({ params: { importId: id } }))).toMatchObject({ removed: LINES });
});

test("an import that took too long and was undone says so, and stores nothing more", async () => {
  await using service = await openShop();
  const before = await shopOf(service);
  const { ended } = await begin(service);
  await rollBackAbandoned(service.store, () => service.now, true);
  expect(await ended).toMatchObject(
    refusal(503, "service_unavailable", "The import took too long and was undone; retry"),
  );
  expect(await shopOf(service)).toEqual(before);
});

test("of two imports of one file at once that tells no pets apart, one is stored", async () => {
  await using service = await openShop();
  const file = `name,category\n${"Rex,Dogs\n".repeat(250)}`;
  const all = await Promise.all([1, 2].map(() => service.admin.createImport({ file })));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await service.rows("pets")).toHaveLength(251);
  expect(await bodyOf(service.admin.listImports())).toHaveLength(1);
});
