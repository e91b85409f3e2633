import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Store } from "../../src/core/ports.ts";
import { openStore } from "../../src/store/index.ts";
import { openSqlite } from "../../src/store/sqlite/engine.ts";
import { emptyFolder } from "../folder.ts";
import { NOON } from "../harness.ts";
import { storeConformance } from "./conformance.ts";

type Options = Parameters<typeof openStore>[2];

/** Stores on one file in a folder of their own. */
async function openFile(options: Options = {}) {
  const folder = emptyFolder();
  const path = `${folder.path}/petstore.db`;
  const stores: Store[] = [];
  const another = async (other: Options = {}) => {
    const store = await openStore(`sqlite://${path}`, NOON, other);
    stores.push(store);
    return store;
  };
  const store = await another(options);
  return {
    path,
    url: `sqlite://${path}`,
    store,
    another: () => another(options),
    async [Symbol.asyncDispose]() {
      for (const opened of stores) await opened.close();
      folder[Symbol.dispose]();
    },
  };
}

const rex = { name: "Rex", categoryId: 7n, status: "available" } as const;
const add = (store: Store) => store.transaction(({ pets }) => pets.insert(rex, 1));
const unavailable = { name: "Failure", code: "service_unavailable", headers: { "Retry-After": "1" } };

/** Holds the file as another program that writes to it does. */
function hold(path: string) {
  const database = new Database(path);
  database.run("begin immediate");
  return {
    release: () => database.run("commit"),
    [Symbol.dispose]: () => database.close(),
  };
}

storeConformance("SQLite", (observer) => openFile(observer && { observer }));

describe("SQLite: the file", () => {
  test("is a write-ahead log for whoever opens it", async () => {
    await using file = await openFile();
    using beside = new Database(file.path);
    expect(beside.query("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
  });

  test("is written with synchronous=FULL and enforced foreign keys, and read without the right to write", async () => {
    using folder = emptyFolder();
    const observer = { committed() {}, queued() {} };
    const engine = openSqlite(`${folder.path}/petstore.db`, {
      maxQueuedWrites: 10,
      waitMs: 100,
      statementMs: 100,
      connections: 1,
      observer,
    });
    const writes = await engine.transaction(async ({ sql }) => [
      await sql`pragma synchronous`,
      await sql`pragma foreign_keys`,
    ]);
    expect(writes).toEqual([[{ synchronous: 2n }], [{ foreign_keys: 1n }]]);
    expect(await engine.sql`pragma query_only`).toEqual([{ query_only: 1n }]);
    await engine.close();
  });

  test("is one file again when the last store let go of it", async () => {
    await using file = await openFile();
    await add(file.store);
    expect(existsSync(`${file.path}-wal`)).toBe(true);
    await file.store.close();
    expect(existsSync(`${file.path}-wal`)).toBe(false);
    expect(existsSync(`${file.path}-shm`)).toBe(false);
  });

  test("lists its orders, oldest first, with their shipping date in UTC", async () => {
    await using file = await openFile();
    const { id } = await add(file.store);
    using beside = new Database(file.path);
    for (const complete of [0, 1]) {
      beside
        .query("insert into orders (pet_id, quantity, ship_date, complete) values (?, 2, ?, ?)")
        .run(id, NOON, complete);
    }
    const order = { petId: id, quantity: 2, shipDate: "2026-11-21T12:00:00.000Z" };
    const orders = [
      { id: 1n, ...order, complete: false },
      { id: 2n, ...order, complete: true },
    ];
    expect(await file.store.orders.list({ after: 0n, limit: 10 })).toEqual(orders);
    expect(await file.store.orders.list({ after: 0n, limit: 1 })).toEqual(orders.slice(0, 1));
    expect(await file.store.orders.list({ after: 1n, limit: 10 })).toEqual(orders.slice(1));
  });

  test("never gives an id twice, not even after the newest animal is gone", async () => {
    await using file = await openFile();
    const { id } = await add(file.store);
    using beside = new Database(file.path);
    beside.run("delete from pets");
    expect((await add(file.store)).id).toBe(id + 1n);
  });
});

describe("SQLite: writers", () => {
  test("two stores write to one file together, and lose nothing", async () => {
    await using file = await openFile();
    const stores = [file.store, await file.another()];
    const waves = Array.from({ length: 20 }, (_, wave) => Bun.sleep(wave * 3).then(() => Promise.all(stores.map(add))));
    const ids = (await Promise.all(waves)).flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(40);
    expect(await file.store.pets.list({}, { after: 0n, limit: 100 })).toHaveLength(40);
  });

  test("a file that another program holds for a while delays a write, and stops neither reads nor the process", async () => {
    await using file = await openFile();
    const before = await add(file.store);
    using held = hold(file.path);
    let written = false;
    const writing = add(file.store).then((pet) => {
      written = true;
      return pet;
    });
    let worstMs = 0;
    for (let round = 0; round < 20; round++) {
      const startedAt = performance.now();
      await Bun.sleep(5);
      expect(await file.store.pets.find(before.id)).toEqual(before);
      worstMs = Math.max(worstMs, performance.now() - startedAt);
    }
    expect(written).toBe(false);
    // Waiting inside of SQLite would have stopped everything until its own time-out of five seconds.
    expect(worstMs).toBeLessThan(1000);
    held.release();
    const pet = await writing;
    expect(await file.store.pets.find(pet.id)).toEqual(pet);
  });

  test("a file that another program holds can be opened and read", async () => {
    await using file = await openFile({ waitMs: 50 });
    const pet = await add(file.store);
    using _held = hold(file.path);
    expect(await (await file.another()).pets.find(pet.id)).toEqual(pet);
  });

  test("a file that is held longer than a write may wait makes it service_unavailable, and the next one works", async () => {
    await using file = await openFile({ waitMs: 50 });
    using held = hold(file.path);
    expect(await Promise.allSettled([add(file.store), add(file.store)])).toMatchObject([
      { status: "rejected", reason: unavailable },
      { status: "rejected", reason: unavailable },
    ]);
    held.release();
    expect(await add(file.store)).toMatchObject(rex);
    expect(await file.store.pets.list({}, { after: 0n, limit: 10 })).toHaveLength(1);
  });

  test("more waiting writes than the queue holds are service_unavailable at once", async () => {
    await using file = await openFile({ maxQueuedWrites: 2 });
    using held = hold(file.path);
    const taken = [add(file.store), add(file.store)];
    for (let more = 0; more < 3; more++) await expect(add(file.store)).rejects.toMatchObject(unavailable);
    held.release();
    expect(await Promise.all(taken)).toHaveLength(2);
    expect(await add(file.store)).toMatchObject(rex);
  });

  test("transactions that wait together share commits", async () => {
    const groups: number[] = [];
    const queued: number[] = [];
    const observer = {
      committed: (transactions: number) => groups.push(transactions),
      queued: (transactions: number) => queued.push(transactions),
    };
    await using file = await openFile({ observer });
    groups.length = 0;
    await Promise.all(Array.from({ length: 100 }, () => add(file.store)));
    expect(groups.reduce((sum, group) => sum + group, 0)).toBe(100);
    expect(groups.length).toBeLessThan(10);
    expect(Math.max(...queued)).toBeGreaterThan(50);
    expect(queued.at(-1)).toBe(0);
  });
});

describe("SQLite: what has changed", () => {
  test("tells the animals that were added or changed since a mark", async () => {
    await using file = await openFile();
    const { store } = file;
    const { mark } = store.changesSince(undefined);
    const { id } = await add(store);
    await store.transaction(({ inventory }) => inventory.setQuantity(id, 5));
    const since = store.changesSince(mark);
    expect(since.petIds).toEqual([id, id]);
    expect(store.changesSince(since.mark).petIds).toEqual([]);
  });

  test("cannot tell without a mark, after many changes, and when another process has changed something", async () => {
    await using file = await openFile();
    const { store } = file;
    const first = store.changesSince(undefined);
    expect(first.petIds).toBeUndefined();
    using beside = new Database(file.path);
    beside.run("insert into pets (name, category_id, status, quantity) values ('Rex', 7, 'available', 1)");
    const second = store.changesSince(first.mark);
    expect(second.petIds).toBeUndefined();
    for (let round = 0; round < 11; round++) await Promise.all(Array.from({ length: 100 }, () => add(store)));
    expect(store.changesSince(second.mark).petIds).toBeUndefined();
  });

  test("nothing that is read after a mark is older than it, though reads of one turn are of one moment", async () => {
    await using file = await openFile();
    const { store } = file;
    const { id } = await add(store);
    // All in one turn of the event loop.
    const before = store.inventory.find(id);
    using beside = new Database(file.path);
    beside.run("update pets set quantity = 77");
    const sameMoment = store.inventory.find(id);
    store.changesSince(undefined);
    const after = store.inventory.find(id);
    expect((await before)?.quantity).toBe(1);
    expect((await sameMoment)?.quantity).toBe(1);
    expect((await after)?.quantity).toBe(77);
  });

  test("a transaction that fails leaves those it was committed with as they were asked", async () => {
    await using file = await openFile();
    const { store } = file;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, nth) =>
        store.transaction(async ({ pets }) => {
          const pet = await pets.insert({ ...rex, name: `Rex ${nth}` }, 1);
          if (nth % 3 === 0) throw new Error("no");
          return pet;
        }),
      ),
    );
    const kept = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(kept).toHaveLength(13);
    expect(await store.pets.list({}, { after: 0n, limit: 100 })).toEqual(kept);
  });
});

describe("SQLite: a file that is not ours", () => {
  /** Says that the file is refused with this message, and that not a byte of it changed. */
  async function expectRefused(path: string, message: RegExp): Promise<void> {
    const bytes = readFileSync(path);
    await expect(openStore(`sqlite://${path}`, NOON)).rejects.toThrow(message);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  }

  test("is refused and left alone when a newer program wrote it", async () => {
    using folder = emptyFolder();
    const path = `${folder.path}/petstore.db`;
    const store = await openStore(`sqlite://${path}`, NOON);
    await add(store);
    await store.close();
    const newer = new Database(path);
    newer.run("insert into schema_migrations (version, name, applied_at) values (999, 'later', 0)");
    newer.close();
    await expectRefused(path, /schema version 999, this program knows versions up to \d+: use the newer program/);
  });

  for (const [owner, table] of [
    ["has animals of another program", "pets"],
    ["has any tables of another program", "invoices"],
  ] as const) {
    test(`is refused and left alone when it ${owner}`, async () => {
      using folder = emptyFolder();
      const path = `${folder.path}/other.db`;
      const other = new Database(path, { create: true });
      other.run(`create table ${table} (id integer primary key)`);
      other.run(`insert into ${table} values (1)`);
      other.close();
      await expectRefused(path, new RegExp(`tables of another program \\(${table}\\): give petstore one of its own`));
    });
  }

  test("is refused and left alone when it is no database", async () => {
    using folder = emptyFolder();
    const path = `${folder.path}/letter.txt`;
    writeFileSync(path, "Dear Rex, ".repeat(500));
    await expectRefused(path, /letter\.txt is not a SQLite database/);
  });

  test("is refused when it is a folder", async () => {
    using folder = emptyFolder();
    await expect(openStore(`sqlite://${folder.path}`, NOON)).rejects.toThrow(`${folder.path} cannot be opened`);
  });
});
