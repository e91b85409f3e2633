/* `petstore export` for people with a spreadsheet, and of orders and stock changes. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { profileMembers } from "../../src/contract/profiles.ts";
import { openStore } from "../../src/store/index.ts";
import { addPet, adjustment, NOON } from "../support/harness.ts";
import { kinds, openFolder } from "./folder.ts";

for (const [kind, makeUrl] of Object.entries(kinds)) {
  test(`--spreadsheet writes a mark for Excel, names of categories and no formula (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "a.db");
    const store = await openStore(url, NOON);
    const dogs = await store.transaction(({ categories }) => categories.insert({ name: "=Dogs" }));
    const names = ["=1+1", "+49 170", "-Rex", "@Mia", "Bo = good"];
    for (const name of names) await addPet(store, { name, categoryId: dogs?.id ?? 0n, status: "available" });
    await addPet(store, { name: "Tom", categoryId: -7n, status: "sold" }, 0);
    await store.close();
    expect(await folder.petstore(url, "export", "--spreadsheet", "pets.csv")).toMatchObject({ exitCode: 0 });
    const rows = readFileSync(folder.file("pets.csv"), "utf8")
      .replaceAll(/,+(?=\r\n)/g, "")
      .split("\r\n");
    expect(rows).toEqual([
      `\ufeffid,name,categoryId,category,status,quantity,${profileMembers.join()}`,
      ...names.map((name, index) => `${index + 1},${index < 4 ? "'" : ""}${name},,'=Dogs,available,1`),
      "6,Tom,-7,,sold,0",
      "",
    ]);
    const wrong = await folder.petstore(url, "export", "--spreadsheet", "pets.ndjson");
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining("--spreadsheet is for CSV")]);
  }, 60_000);

  test(`an export of orders has who they are for, and no other export does (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "a.db");
    const store = await openStore(url, NOON);
    const { id: petId } = await addPet(store);
    const placedAt = new Date(NOON).toISOString();
    const customer = { name: "=Ada", contact: "+49 170" };
    const price = { amount: 2n ** 60n + 1n, currency: "EUR" };
    const ordered = { petId, quantity: 1, placedAt, customer, note: "By car, or\nby train", price };
    await store.transaction(({ orders }) => orders.insert(ordered));
    await store.transaction(({ orders }) => orders.insert({ petId, quantity: 2 }));
    await store.close();
    const run = async (...options: string[]) => (await folder.petstore(url, "export", ...options)).stdout;
    expect((await run("--what", "orders", "--format", "csv")).split("\r\n")).toEqual([
      "id,petId,quantity,shipDate,complete,placedAt,completedAt,customer.name,customer.contact,note,price.amount,price.currency",
      `1,1,1,,false,${placedAt},,=Ada,+49 170,"By car, or\nby train",1152921504606846977,EUR`,
      "2,1,2,,false,,,,,,,",
      "",
    ]);
    expect(await run("--what", "orders", "--spreadsheet")).toContain("'=Ada,'+49 170,");
    expect(await run("--what", "orders")).toContain('"customer":{"name":"=Ada","contact":"+49 170"}');
    for (const what of ["pets", "stock-changes"]) expect(await run("--what", what)).not.toContain("Ada");
  }, 60_000);

  test(`--what writes orders and stock changes as the API returns them (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "a.db");
    const store = await openStore(url, NOON);
    const { id: petId } = await addPet(store);
    const { id } = await store.transaction(({ orders }) => orders.insert({ petId, quantity: 2 }));
    await store.transaction(({ inventory }) => inventory.change({ ...adjustment(petId, 3), note: "=HYPERLINK(1)" }));
    const order = await store.orders.find(id);
    const changes = await store.inventory.changes(petId, { after: 0n, limit: 10 });
    await store.close();
    const plain = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? Number(inner) : inner)));
    const run = async (what: string) => {
      const { stdout } = await folder.petstore(url, "export", "--what", what);
      return stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    };
    expect(await run("orders")).toEqual([plain(order)]);
    expect(await run("stock-changes")).toEqual(plain(changes));
    const { stdout } = await folder.petstore(url, "export", "--what", "stock-changes", "--spreadsheet");
    expect(stdout).toStartWith("id,petId,delta,quantity,reason,note,orderId,at\r\n");
    expect(stdout).toContain(",3,4,adjustment,'=HYPERLINK(1),,2026");
    const orders = await folder.petstore(url, "export", "--what", "orders", "orders.csv");
    expect(orders.stderr).toBe("petstore: exported 1 order\n");
  }, 60_000);
}
