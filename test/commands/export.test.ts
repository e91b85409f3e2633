/* `petstore export` for people with a spreadsheet, and of orders, stock changes and care. */

import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { careColumns } from "../../src/contract/care/care-lines.ts";
import { profileMembers } from "../../src/contract/pets/profiles.ts";
import { AMOUNT_MAX } from "../../src/contract/values/money.ts";
import { addPet, adjustment, NOON } from "../support/harness.ts";
import { refused, testEach, withStore } from "./folder.ts";

/** A cell that spreadsheets show as this text, whatever it looks like. */
const kept = (text: string) => `"=""${text}"""`;

testEach("--spreadsheet writes a mark for Excel, names of categories and no formula", async ({ url, run, file }) => {
  const names = ["=1+1", "+49 170", "-Rex", "@Mia", "＝1+1", "Bo = good"];
  await withStore(url, async (store) => {
    const dogs = await store.transaction(({ categories }) => categories.insert({ name: "=Dogs" }));
    for (const name of names) await addPet(store, { name, categoryId: dogs?.id ?? 0n, status: "available" });
    await addPet(store, { name: "Tom", categoryId: -7n, status: "sold" }, 0);
  });
  expect(await run("export", "--spreadsheet", "pets.csv")).toMatchObject({ exitCode: 0 });
  const table = readFileSync(file("pets.csv"), "utf8").replaceAll(/,+"=""2\d{3}-[^,]*(?=\r\n)/g, "");
  expect(table.split("\r\n")).toEqual([
    `\ufeffid,name,categoryId,category,status,quantity,${[...profileMembers, ...careColumns].join()},createdAt`,
    ...names.map((name, index) => `${index + 1},${index < 5 ? kept(name) : name},,${kept("=Dogs")},available,1`),
    "7,Tom,-7,,sold,0",
    "",
  ]);
  expect(await run("export", "--spreadsheet", "pets.ndjson")).toEqual(refused(2, "--spreadsheet is for CSV"));
});

testEach("an export of orders has who they are for, and no other export does", async ({ url, run }) => {
  const placedAt = new Date(NOON).toISOString();
  const customer = { name: "=Ada", contact: "+49 170" };
  const price = { amount: AMOUNT_MAX, currency: "EUR" };
  await withStore(url, async (store) => {
    const { id: petId } = await addPet(store);
    const pet = { name: "Rex", categoryId: 7n, category: "Dogs" };
    const ordered = { petId, pet, quantity: 1, placedAt, customer, note: "By car, or\nby train", price };
    for (const order of [ordered, { petId, quantity: 2 }]) {
      await store.transaction(({ orders }) => orders.insert(order));
    }
  });
  const exported = async (...options: string[]) => (await run("export", "--what", ...options)).stdout;
  expect((await exported("orders", "--format", "csv")).split("\r\n")).toEqual([
    "id,petId,quantity,shipDate,shipDay,complete,placedAt,completedAt,saleId,receipt.number,receipt.at,customer.name,customer.contact,note,price.amount,price.currency," +
      "pet.name,pet.categoryId,pet.category,pet.reference,readyAt,returns,returnedAt,refund.amount,refund.currency",
    `1,1,1,,,false,${placedAt},,,,,=Ada,+49 170,"By car, or\nby train",100000000000.00,EUR,Rex,7,Dogs,,,,,,`,
    "2,1,2,,,false,,,,,,,,,,,,,,,,,,,",
    "",
  ]);
  const local = await exported("orders", "--spreadsheet", "--time-zone", "America/New_York");
  expect(local).toContain(",false,2026-11-21 07:00:00,,");
  expect(await exported("orders", "--spreadsheet")).toContain(`${kept("=Ada")},${kept("+49 170")},`);
  const german = await exported("orders", "--spreadsheet", "--decimal-comma");
  expect(german).toStartWith("id;petId;quantity;");
  expect(german).toContain(`;${kept("=Ada")};${kept("+49 170")};"By car, or\nby train";100000000000,00;EUR;Rex;`);
  const refusal = refused(2, "--decimal-comma is for people: use it with --spreadsheet");
  expect(await run("export", "--what", "orders", "--decimal-comma")).toEqual(refusal);
  expect(await exported("orders")).toContain('"customer":{"name":"=Ada","contact":"+49 170"}');
  for (const what of ["pets", "stock-changes"]) expect(await exported(what)).not.toContain("Ada");
});

testEach("--what writes orders and stock changes as the API returns them", async ({ url, run }) => {
  const [order, changes] = await withStore(url, async (store) => {
    const { id: petId } = await addPet(store);
    const { id } = await store.transaction(({ orders }) => orders.insert({ petId, quantity: 2 }));
    await store.transaction(({ inventory }) => inventory.change({ ...adjustment(petId, 3), note: "=HYPERLINK(1)" }));
    return Promise.all([store.orders.find(id), store.inventory.changes(petId, { after: 0n, limit: 10 })]);
  });
  const plain = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? Number(inner) : inner)));
  for (const [what, rows] of Object.entries({ orders: [order], "stock-changes": changes })) {
    const { stdout } = await run("export", "--what", what);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(plain(rows));
  }
  const { stdout } = await run("export", "--what", "stock-changes", "--spreadsheet");
  expect(stdout).toStartWith("id,petId,delta,quantity,reason,note,orderId,at\r\n");
  expect(stdout).toContain(`,3,4,adjustment,${kept("=HYPERLINK(1)")},,"=""2026`);
  const { stderr } = await run("export", "--what", "orders", "orders.csv");
  expect(stderr).toBe("petstore: exported 1 order\n");
});

testEach("--what care writes what was done and what is due as the API returns it", async ({ url, run, file }) => {
  const vaccination = { kind: "vaccination", what: "DHPPi", doneOn: "2026-11-01", everyDays: 28 } as const;
  const details = { batch: "00012", by: "=Dr. Ada", note: "Left leg,\nno fever" };
  const entries = await withStore(url, async (store) => {
    const { id: petId } = await addPet(store);
    const { id: nextId } = await store.transaction(({ care }) =>
      care.insert({ petId, kind: "vaccination", what: "DHPPi", dueOn: "2026-11-29", everyDays: 28 }),
    );
    await store.transaction(({ care }) => care.insert({ petId, ...vaccination, ...details, nextId }));
    const weight = { petId, kind: "weight", what: "Weight", doneOn: "2026-11-02", grams: 3500 } as const;
    await store.transaction(({ care }) => care.insert(weight));
    return [
      { id: 1, petId: 1, kind: "vaccination", what: "DHPPi", dueOn: "2026-11-29", everyDays: 28 },
      { id: 2, petId: 1, ...vaccination, ...details },
      { id: 3, ...weight, petId: 1 },
    ];
  });
  const { stdout, stderr } = await run("export", "--what", "care");
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(entries);
  expect(stderr).toBe("petstore: exported 3 care entries\n");
  expect(await run("export", "--what", "care", "care.csv")).toMatchObject({ exitCode: 0 });
  expect(readFileSync(file("care.csv"), "utf8").split("\r\n")).toEqual([
    "id,petId,kind,what,doneOn,dueOn,everyDays,grams,batch,by,note",
    "1,1,vaccination,DHPPi,,2026-11-29,28,,,,",
    '2,1,vaccination,DHPPi,2026-11-01,,28,,00012,=Dr. Ada,"Left leg,\nno fever"',
    "3,1,weight,Weight,2026-11-02,,,3500,,,",
    "",
  ]);
  const { stdout: table } = await run("export", "--what", "care", "--spreadsheet");
  expect(table).toContain(`,28,,${kept("00012")},${kept("=Dr. Ada")},"Left leg,\nno fever"`);
});
