/* `petstore import --orders --stock-changes`: a shop moves to another database with its books. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { BATCH_ROWS } from "../../src/store/rows.ts";
import { sqlitePath } from "../../src/store/url.ts";
import { once, QUIET } from "../faults/writers.ts";
import { bodyOf } from "../support/harness.ts";
import { SOURCE, startProgram, until } from "../support/program.ts";
import type { Client } from "../support/typed-client.ts";
import { openShop, refused, type Shop, testEach, withEngine } from "./folder.ts";

const KINDS = ["pets", "orders", "stock-changes"] as const;

/** The options of an import of these files. */
const HISTORY = (format: string) => [
  ...["import", `pets.${format}`, "--orders", `orders.${format}`, "--stock-changes", `stock-changes.${format}`],
];

/** A year of a shop in a minute: everything that an order and a stock change can be. */
async function trade(client: Client): Promise<void> {
  const { id: categoryId } = await bodyOf(client.createCategory({ body: { name: 'Fish, "small"' } }));
  const profile = { reference: "F-1", price: { amount: 1250n, currency: "EUR" }, arrivedOn: "2026-01-05" };
  const { id: fish } = await bodyOf(client.createPet({ body: { name: "Guppy", categoryId, profile } }));
  const { id: gone } = await bodyOf(client.createPet({ body: { name: " Rex ", categoryId: -7n } }));
  const { id: sold } = await bodyOf(client.createPet({ body: { name: "Mia", categoryId } }));
  const at = { params: { petId: fish } };
  await client.changeStock({ ...at, body: { delta: 9, reason: "arrival", note: 'Crate "B",\nleft' } });
  await client.updateInventory({ ...at, body: { quantity: 8 } });
  const place = async (petId: bigint, body = {}) => {
    const { id: orderId } = await bodyOf(client.placeOrder({ body: { petId, ...body } }));
    return { params: { orderId } };
  };
  const customer = { name: "=Ada, of London", contact: "+49 170" };
  const first = await place(fish, { quantity: 2, customer, note: "By car, or\nby train" });
  await client.completeOrder(first);
  const refund = { amount: 500n, currency: "EUR" };
  await client.returnOrder({ ...first, body: { quantity: 1, refund, note: 'One was "ill"; now well' } });
  await client.returnOrder({ ...first, body: { restock: false } });
  await client.cancelOrder(await place(fish));
  await client.updateOrder({ ...(await place(fish, { customer })), body: { ready: true } });
  await place(fish, { price: { amount: 4500n, currency: "JPY" }, shipDate: "2027-01-05T10:00:00+02:00" });
  await client.completeOrder(await place(gone));
  await client.deletePet({ params: { petId: gone } });
  const items = [{ petId: sold }, { petId: fish, quantity: 2, price: { amount: 900n, currency: "JPY" } }];
  const { id: saleId } = await bodyOf(client.placeSale({ body: { items } }));
  await client.completeSale({ params: { saleId } });
}

/** A shop that has traded, and the exports of everything in it. */
async function exportAll(shop: Shop): Promise<void> {
  await using service = await startProgram({ cwd: shop.path, env: { ...QUIET, DATABASE_URL: shop.url } });
  await trade(once(service));
  for (const kind of KINDS) {
    for (const format of ["csv", "ndjson"]) {
      const run = await shop.run("export", `${kind}.${format}`, "--what", kind);
      expect(run).toMatchObject({ exitCode: 0 });
    }
  }
}

/** Expects the same exports as those in the folder. */
async function expectEqualExports(shop: Shop, format: string): Promise<void> {
  for (const kind of KINDS) {
    const { stdout } = await shop.run("export", "--what", kind, "--format", format);
    expect([kind, stdout]).toEqual([kind, readFileSync(shop.file(`${kind}.${format}`), "utf8")]);
  }
}

/** What the receipts of the exported day come to. */
async function closingOf(shop: Shop, exported: Shop): Promise<string> {
  const [, day = ""] = /"receipt":.*?"at":"(.*?)T/.exec(readFileSync(exported.file("orders.ndjson"), "utf8")) ?? [];
  return (await shop.run("report", "closing", "--day", day)).stdout;
}

testEach(
  "pets, orders and stock changes of an export are equal in the shop that imports them, and life goes on there",
  async (shop) => {
    await exportAll(shop);
    let target = shop;
    for (const format of ["ndjson", "csv"]) {
      target = await shop.another(`to-${format}`);
      const dry = await target.run(...HISTORY(format), "--dry-run");
      expect(dry.stdout).toBe(
        `pets.${format} can be imported: 2 pets, 6 orders, 12 stock changes. Nothing was changed (--dry-run).\n`,
      );
      const { exitCode, stdout } = await target.run(...HISTORY(format));
      expect([exitCode, stdout]).toEqual([0, `Imported pets.${format}: 2 pets, 6 orders, 12 stock changes.\n`]);
      await expectEqualExports(target, format);
      const closing = await closingOf(target, shop);
      expect(closing).toContain(" issued\n");
      expect(closing).toBe(await closingOf(shop, shop));
      expect(await target.doctor()).toMatchObject({ exitCode: 0, failed: [] });
      expect(await target.run(...HISTORY(format))).toEqual(refused(1, "the shop already has pets"));
    }
    await using service = await startProgram({ cwd: target.path, env: { ...QUIET, DATABASE_URL: target.url } });
    const client = once(service);
    expect(await bodyOf(client.listOrders({ query: { q: "london" } }))).toHaveLength(2);
    const { id: petId } = await bodyOf(client.createPet({ body: { name: "Bo", categoryId: 1n } }));
    expect(petId).toBe(4n);
    expect(await bodyOf(client.placeOrder({ body: { petId } }))).toMatchObject({ id: 8n });
    // Its pets have orders, or other changes of their stock.
    const [listed] = await bodyOf(client.listImports());
    expect(listed).toMatchObject({ file: "pets.csv", added: 2, state: "complete" });
    const params = { importId: listed?.id ?? 0n };
    expect(await bodyOf(client.undoImport({ params }))).toMatchObject({ removed: 0 });
    expect(await target.doctor()).toMatchObject({ exitCode: 0, failed: [] });
  },
  240_000,
);

test("what is no export, or not all of one, is refused with everything that is wrong, and nothing is stored", async () => {
  using shop = openShop();
  await exportAll(shop);
  const target = await shop.another("target");
  const changed = (kind: string, change: (text: string) => string) => {
    const name = `changed-${kind}`;
    writeFileSync(shop.file(name), change(readFileSync(shop.file(kind), "utf8")));
    return name;
  };
  const run = ({ pets = "pets.csv", orders = "orders.csv", changes = "stock-changes.csv" }) =>
    target.run("import", pets, "--orders", orders, "--stock-changes", changes);
  const header = await run({ orders: changed("orders.csv", (text) => text.replace("petId", "Tier")) });
  expect(header).toEqual(refused(1, "changed-orders.csv: line 1: expected the columns of an export: id, petId"));
  const lines = await run({
    changes: changed("stock-changes.csv", (text) =>
      text
        .replace(/^3,/m, "1,")
        .replace(/^5,\d+,/m, "5,x,")
        .replace(/^6,(\d+),-2,/m, "6,$1,-2.5,"),
    ),
  });
  expect(lines).toEqual(refused(1, "changed-stock-changes.csv: 3 of 12 lines cannot be imported."));
  for (const part of ["  line 3: got 1\n", "petId: expected what `petstore export` writes", '  line 6: got "x"\n']) {
    expect(lines.stderr).toContain(part);
  }
  const fewer = await run({ changes: changed("stock-changes.csv", (text) => text.replace(/^3,.*\r\n/m, "")) });
  expect(fewer).toEqual(refused(1, "the files do not belong together: "));
  const lacking = await run({ orders: changed("orders.csv", (text) => text.replace(/^3,.*\r\n/m, "")) });
  expect(lacking).toEqual(refused(1, "order 3 does not exist, but its stock changes add up to -1"));
  const stray = await run({ pets: changed("pets.csv", (text) => text.replace(/^3,.*\r\n/m, "")) });
  expect(stray).toEqual(refused(1, "is in no line"));
  expect(await target.run("import", "pets.csv", "--orders", "orders.csv")).toEqual(refused(2, "give both"));
  expect(await target.run(...HISTORY("csv"), "--update")).toEqual(refused(2, "are for an empty shop"));
  expect(await target.pets()).toEqual([]);
  expect(await target.run(...HISTORY("csv"))).toMatchObject({ exitCode: 0 });
}, 240_000);

/** Waits until somebody has written to the database in a transaction that is open. */
async function untilWritten({ url }: Shop): Promise<void> {
  const path = sqlitePath(url);
  if (path === undefined) {
    await withEngine(url, ({ sql }) =>
      until(async () => {
        const open = await sql`
          select 1 from pg_stat_activity where datname = current_database() and backend_xid is not null`;
        return open.length > 0;
      }, "a part of the import"),
    );
    return;
  }
  using database = new Database(path);
  const isLocked = () => {
    try {
      database.run("begin immediate");
      database.run("rollback");
      return false;
    } catch {
      return true;
    }
  };
  // Its start takes the lock for a moment.
  let times = 0;
  await until(() => {
    times = isLocked() ? times + 1 : 0;
    return times === 5;
  }, "a part of the import");
}

testEach(
  "after a kill nothing of it is stored, and the same command stores everything",
  async (shop) => {
    const ids = Array.from({ length: 2 * BATCH_ROWS }, (_, index) => index + 1);
    const at = "2025-03-01T10:00:00.000Z";
    const files = {
      pets: `id,name,categoryId,quantity,createdAt\r\n${ids.map((id) => `${id},Rex ${id},7,2,${at}\r\n`).join("")}`,
      orders: `id,petId,quantity,complete,placedAt\r\n${ids.map((id) => `${id},${id},1,false,${at}\r\n`).join("")}`,
      "stock-changes": `id,petId,delta,quantity,reason,orderId,at\r\n${ids
        .map((id) => `${2 * id - 1},${id},3,3,created,,${at}\r\n${2 * id},${id},-1,2,order_placed,${id},${at}\r\n`)
        .join("")}`,
    };
    for (const [kind, text] of Object.entries(files)) writeFileSync(shop.file(`${kind}.csv`), text);
    // So that the database exists.
    await withEngine(shop.url, async () => {});
    const env = { PATH: process.env["PATH"] ?? "", DATABASE_URL: shop.url };
    const stdio = ["ignore", "ignore", "ignore"] as const;
    const child = Bun.spawn([...SOURCE, ...HISTORY("csv")], { cwd: shop.path, env, stdio: [...stdio] });
    await untilWritten(shop);
    child.kill("SIGKILL");
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    expect(await shop.pets()).toEqual([]);
    expect(await shop.doctor()).toMatchObject({ exitCode: 0 });
    const { stdout } = await shop.run(...HISTORY("csv"));
    expect(stdout).toContain("4,000 pets, 4,000 orders, 8,000 stock changes");
    expect(await shop.doctor()).toMatchObject({ exitCode: 0 });
  },
  240_000,
);
