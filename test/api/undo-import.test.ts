/* listImports, getImport and undoImport (decision D60). */
import { expect } from "bun:test";
import fc from "fast-check";
import { RANGES_MAX } from "../../src/contract/imports/import-summary.ts";
import { idsIn, rangesOf, summaryOf } from "../../src/core/imports/import-ids.ts";
import { test } from "../support/databases.ts";
import { bodyOf, eventsOf, expectRefused, openService, refusal, type TestService } from "../support/harness.ts";
import type { Client } from "../support/typed-client.ts";

type Query = NonNullable<Parameters<Client["createImport"]>[0]>["query"];

/** Imports a table of pets with these names. Returns the id of the import. */
async function importNames({ admin }: TestService, names: readonly string[], query: Query = {}): Promise<bigint> {
  const file = `name,category,reference\n${names.map((name) => `${name},Dogs,${name}\n`).join("")}`;
  const { id = 0n } = await bodyOf(admin.createImport({ file, query: { createCategories: true, ...query } }));
  return id;
}

const undo = ({ admin }: TestService, importId: bigint) => bodyOf(admin.undoImport({ params: { importId } }));
const idsOf = async ({ admin }: TestService) =>
  (await bodyOf(admin.listPets({ query: { limit: 100 } }))).map(({ id }) => id);

test("imports are listed with their author and counts, the newest first; one that stores nothing is not", async () => {
  await using service = await openService();
  const file = "name,category,reference\nRex,Dogs,A-1\n";
  const query = { createCategories: true, update: true, file: "pets.csv" };
  await service.admin.createImport({ file, query });
  await service.admin.createImport({ file: file.replace("Rex", "Max"), query: { update: true } });
  expect(await bodyOf(service.admin.createImport({ file: file.replace("Rex", "Max"), query }))).not.toHaveProperty(
    "id",
  );
  const { hint } = await bodyOf(service.admin.getKey());
  const common = {
    at: new Date(service.now).toISOString(),
    key: { name: expect.any(String), hint },
    state: "complete",
  };
  const first = { ...common, id: 1n, file: "pets.csv", added: 1, updated: 0, createdCategories: 1 };
  const second = { ...common, id: 2n, added: 0, updated: 1, createdCategories: 0 };
  expect<unknown>(await bodyOf(service.admin.listImports())).toEqual([second, first]);
  expect<unknown>(await bodyOf(service.admin.listImports({ query: { limit: 1 } }))).toEqual([second]);
  expect<unknown>(await bodyOf(service.admin.getImport({ params: { importId: 1n } }))).toEqual(first);
  expect(await service.admin.getImport({ params: { importId: 9n } })).toMatchObject(refusal(404, "not_found"));
});

test("the name of a file is one line, whatever the engine can store", async () => {
  await using service = await openService();
  const call = (file: string) => () =>
    service.admin.createImport({ file: "name,categoryId\nRex,7\n", query: { file, allowDuplicates: true } });
  for (const name of ["pets\u0000.csv", "pets\n.csv", "\u001b[31mpets.csv", " ", "x".repeat(256)]) {
    await expectRefused(service, call(name), refusal(400, "invalid_parameter", /^file: expected a string of 1 to 255/));
  }
  for (const name of ["Tiere für März.csv", "🐶".repeat(255)]) {
    await call(name)();
    expect(await bodyOf(service.admin.listImports({ query: { limit: 1 } }))).toMatchObject([{ file: name }]);
  }
});

test("undoing keeps a pet with care that was recorded since", async () => {
  await using service = await openService();
  const id = await importNames(service, ["Rex", "Mia", "Bo"]);
  const body = { kind: "check", what: "Teeth" } as const;
  const done = await bodyOf(service.admin.addCare({ params: { petId: 1n }, body: { ...body, doneOn: "2026-01-02" } }));
  const due = await bodyOf(service.admin.addCare({ params: { petId: 3n }, body: { ...body, dueOn: "2027-01-02" } }));
  const kept = [1n, 3n].map((petId) => ({ petId, reason: "changed" }));
  expect<unknown>(await undo(service, id)).toEqual({ removed: 1, restored: 0, kept });
  for (const { petId, ...entry } of [done, due])
    expect<unknown>(await bodyOf(service.admin.listPetCare({ params: { petId } }))).toEqual([{ petId, ...entry }]);
});

test("undoing removes untouched pets and empty categories, once, and allows the file again", async () => {
  await using service = await openService();
  const id = await importNames(service, ["Rex", "Mia", "Bo", "Tom"]);
  await service.admin.updatePet({ params: { petId: 2n }, body: { name: "Mia II" } });
  await service.admin.placeOrder({ body: { petId: 3n } });
  const kept = [
    { petId: 2n, reason: "changed" },
    { petId: 3n, reason: "ordered" },
  ];
  expect(await undo(service, id)).toEqual({ removed: 2, restored: 0, kept });
  expect(await idsOf(service)).toEqual([2n, 3n]);
  expect(await bodyOf(service.admin.listCategories())).toHaveLength(1);
  expect(await bodyOf(service.admin.getImport({ params: { importId: id } }))).toMatchObject({
    state: "undone",
    added: 4,
  });
  const ranges = [
    { firstId: 1n, lastId: 1n },
    { firstId: 4n, lastId: 4n },
  ];
  const events = await eventsOf(service, { query: { types: ["import.undone"] } });
  expect(events.map(({ data }) => data)).toEqual([{ count: 2, firstId: 1n, lastId: 4n, ranges }]);
  // What is there now was not there when it was undone.
  await service.admin.deletePet({ params: { petId: 2n } });
  expect(await undo(service, id)).toEqual({ removed: 0, restored: 0, kept: [{ petId: 3n, reason: "ordered" }] });
  expect(await eventsOf(service, { query: { types: ["import.undone"] } })).toHaveLength(1);
  expect(await service.admin.undoImport({ params: { importId: 9n } })).toMatchObject(refusal(404, "not_found"));

  const table = "name,category\nUno,Cats\n";
  for (const removed of [1, 1]) {
    const report = await bodyOf(service.admin.createImport({ file: table, query: { createCategories: true } }));
    expect(await undo(service, report.id ?? 0n)).toEqual({ removed, restored: 0, kept: [] });
    expect((await bodyOf(service.admin.listCategories())).map(({ name }) => name)).toEqual(["Dogs"]);
  }
});

test("undoing restores what an import changed, unless it changed since, once", async () => {
  await using service = await openService();
  const { admin } = service;
  const first = await importNames(service, ["Rex", "Mia", "Tom", "Kim"]);
  await admin.updateProfile({
    params: { petId: 1n },
    body: { price: { amount: 15_000n, currency: "EUR" }, tags: ["calm"] },
  });
  const before = await bodyOf(admin.listPets({ query: { include: ["profile", "quantity"] } }));
  const file =
    "reference,name,quantity,breed,price,tags\nRex,Max,5,Boxer,20.00 EUR,\nMia,Mimi,,Beagle,,a|b\nTom,Tim,,,,\nKim,Jim,3,,,\n";
  const { id = 0n } = await bodyOf(admin.createImport({ file, query: { update: true } }));
  await admin.updatePet({ params: { petId: 2n }, body: { name: "Luna" } });
  await admin.deletePet({ params: { petId: 3n } });
  expect(await undo(service, id)).toEqual({ removed: 0, restored: 3, kept: [{ petId: 2n, reason: "changed" }] });
  const after = await bodyOf(admin.listPets({ query: { include: ["profile", "quantity"] } }));
  expect(after).toEqual(
    before.flatMap((pet) => (pet.id === 3n ? [] : [pet.id === 2n ? { ...pet, name: "Luna" } : pet])),
  );
  expect(await undo(service, id)).toEqual({ removed: 0, restored: 0, kept: [] });
  // The second import has changed them.
  const kept = [1n, 2n, 4n].map((petId) => ({ petId, reason: "changed" }));
  expect(await undo(service, first)).toEqual({ removed: 0, restored: 0, kept });
});

test("undoing leaves a reference that another pet has now", async () => {
  await using service = await openService();
  const { admin } = service;
  await admin.createPet({ body: { name: "Rex", categoryId: 7n, profile: { reference: "A-1" } } });
  const file = "id,reference,breed\n1,A-2,Boxer\n";
  const { id = 0n } = await bodyOf(admin.createImport({ file, query: { update: true } }));
  await admin.createPet({ body: { name: "Mia", categoryId: 7n, profile: { reference: "A-1" } } });
  expect(await undo(service, id)).toEqual({ removed: 0, restored: 1, kept: [{ petId: 1n, reason: "changed" }] });
  expect(await bodyOf(admin.getProfile({ params: { petId: 1n } }))).toEqual({ petId: 1n, reference: "A-2" });
});

/** What somebody may do with a pet, and whether undoing the import keeps it. */
const touches: readonly {
  readonly name: string;
  readonly isKept: boolean;
  readonly touch: (service: TestService, petId: bigint) => Promise<unknown>;
}[] = [
  { name: "nothing", isKept: false, touch: async () => {} },
  { name: "read", isKept: false, touch: ({ admin }, petId) => admin.getPet({ params: { petId } }) },
  {
    name: "rename",
    isKept: true,
    touch: ({ admin }, petId) => admin.updatePet({ params: { petId }, body: { name: "X" } }),
  },
  {
    name: "status",
    isKept: true,
    touch: ({ admin }, petId) => admin.updatePet({ params: { petId }, body: { status: "pending" } }),
  },
  {
    name: "profile",
    isKept: true,
    touch: ({ admin }, petId) => admin.updateProfile({ params: { petId }, body: { breed: "Beagle" } }),
  },
  {
    name: "stock",
    isKept: true,
    touch: ({ admin }, petId) => admin.updateInventory({ params: { petId }, body: { quantity: 7 } }),
  },
  { name: "order", isKept: true, touch: ({ admin }, petId) => admin.placeOrder({ body: { petId } }) },
  {
    name: "cancelled order",
    isKept: true,
    touch: async ({ admin }, petId) => {
      const { id: orderId } = await bodyOf(admin.placeOrder({ body: { petId } }));
      await admin.cancelOrder({ params: { orderId } });
    },
  },
  { name: "delete", isKept: false, touch: ({ admin }, petId) => admin.deletePet({ params: { petId } }) },
];

test("undoing after any mix of changes removes exactly the untouched pets", async () => {
  await using service = await openService();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(touches.length - 1), { minLength: 1, maxLength: 8 }), async (nths) => {
      const before = await idsOf(service);
      const id = await importNames(
        service,
        nths.map((_, nth) => `${++run}-${nth}`),
      );
      const added = (await idsOf(service)).filter((petId) => !before.includes(petId));
      const given = nths.map((nth) => touches[nth]);
      for (const [nth, one] of given.entries()) await one?.touch(service, added[nth] ?? 0n);
      const stay = added.filter((_, nth) => given[nth]?.isKept);
      const deleted = given.filter((one) => one?.name === "delete").length;
      const { removed, kept } = await undo(service, id);
      expect(removed).toBe(added.length - stay.length - deleted);
      expect(kept.map(({ petId }) => petId)).toEqual(stay);
      expect(await idsOf(service)).toEqual([...before, ...stay]);
      for (const petId of stay) {
        const orders = await bodyOf(service.admin.listOrders({ query: { petId } }));
        for (const { id: orderId } of orders) await service.admin.cancelOrder({ params: { orderId } });
        await service.admin.deletePet({ params: { petId } });
      }
    }),
    { numRuns: 12 },
  );
});

test("an order and an undo at once: either the pet stays with its order, or the order finds no pet", async () => {
  await using service = await openService();
  for (let round = 0; round < 8; round++) {
    const id = await importNames(service, [`Rex ${round}`]);
    const petId = (await idsOf(service)).at(-1) ?? 0n;
    const [undone, ordered] = await Promise.all([undo(service, id), service.admin.placeOrder({ body: { petId } })]);
    expect([undone.removed, ordered.status]).toEqual(undone.removed === 1 ? [1, 404] : [0, 201]);
    expect((await idsOf(service)).includes(petId)).toBe(undone.removed === 0);
  }
});

test("of several undos at once, one removes the pets, and the feed has one event", async () => {
  await using service = await openService();
  const id = await importNames(service, ["Rex", "Mia"]);
  const undone = await Promise.all([1, 2, 3, 4].map(() => undo(service, id)));
  expect(undone.map(({ removed }) => removed).sort()).toEqual([0, 0, 0, 2]);
  expect(await eventsOf(service, { query: { types: ["import.undone"] } })).toHaveLength(1);
});

test("of several undos at once, none ends before every change is put back", async () => {
  await using service = await openService();
  const names = Array.from({ length: 400 }, (_, nth) => `P${nth}`);
  await importNames(service, names);
  const file = `reference,breed\n${names.map((name) => `${name},Boxer\n`).join("")}`;
  const { id = 0n } = await bodyOf(service.admin.createImport({ file, query: { update: true } }));
  const left = await Promise.all(
    [1, 2, 3].map(async () => {
      const { restored } = await undo(service, id);
      return { restored, changes: (await service.rows("import_updates")).length };
    }),
  );
  expect(left.map(({ changes }) => changes)).toEqual([0, 0, 0]);
  expect(left.reduce((sum, { restored }) => sum + restored, 0)).toBe(400);
});

test("an import of 10,000 pets is undone over the API; a larger one is for the command", async () => {
  await using service = await openService();
  const file = `name,categoryId\n${"Rex,7\n".repeat(10_000)}`;
  const { id = 0n } = await bodyOf(service.admin.createImport({ file }));
  expect(await undo(service, id)).toEqual({ removed: 10_000, restored: 0, kept: [] });
  expect(await idsOf(service)).toEqual([]);
  await service.sql("update import_runs set added = 10001");
  const message = /petstore import --undo 1$/;
  expect(await service.admin.undoImport({ params: { importId: id } })).toMatchObject(refusal(409, "conflict", message));
});

test("ranges return the same ids, and an event has at most 1,000 ranges", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.bigInt(1n, 60n)), fc.integer({ min: 1, max: 7 }), (ids, length) => {
      const sorted = ids.toSorted((a, b) => Number(a - b));
      const ranges = rangesOf(ids);
      expect([...idsIn(ranges, length)].flat()).toEqual(sorted);
      expect(summaryOf(ranges)?.count).toBe(ids.length === 0 ? undefined : ids.length);
    }),
  );
  const even = Array.from({ length: 1500 }, (_, nth) => BigInt(2 * nth + 2));
  const { count, firstId, lastId, ranges = [] } = summaryOf(rangesOf(even)) ?? {};
  expect({ count, firstId, lastId, length: ranges.length, last: ranges.at(-1) }).toEqual({
    count: 1500,
    firstId: 2n,
    lastId: 3000n,
    length: RANGES_MAX,
    last: { firstId: 2000n, lastId: 3000n },
  });
});
