import { expect, test } from "bun:test";
import { photoSizes } from "../../src/contract/photos.ts";
import { claim, copyRows, prepareTarget } from "../../src/ops/copy.ts";
import type { Sql } from "../../src/store/engine.ts";
import { openEngine, openSchema, openStore } from "../../src/store/index.ts";
import { imports } from "../../src/store/queries/pet-rows.ts";
import { BATCH_ROWS } from "../../src/store/rows.ts";
import { DERIVED, EVENT_INBOX, TABLES } from "../../src/store/tables.ts";
import { FILES, photoOf } from "../support/examples.ts";
import { NOON } from "../support/harness.ts";
import { startProgram } from "../support/program.ts";
import { type Folder, fill, kinds, openFolder } from "./folder.ts";

const ROWS = 3 * BATCH_ROWS + 7;

/** The whole content of a database, to the last digit. */
async function contents(url: string): Promise<unknown> {
  const store = await openStore(url, NOON);
  const slice = { after: 0n, limit: 100_000 };
  const all = {
    pets: await store.pets.list({}, slice),
    inventory: await store.inventory.list(slice),
    orders: await store.orders.list({}, slice),
    categories: await store.categories.list(slice),
    changes: await Promise.all([1n, 2n ** 62n].map((petId) => store.inventory.changes(petId, slice))),
    photos: await store.photos.list([1n]),
    files: await Promise.all(photoSizes.map((size) => store.photos.file(photoOf(1n).token, size))),
    found: await store.pets.list({ name: 'rex "4' }, slice),
    keys: await store.keys.list(),
    revision: await store.keys.revision(),
    head: await store.events.head(),
    events: await store.events.list({}, slice, (await store.events.head()).last),
    activity: await store.events.activity(0, 96, 100_000),
    isFirstKeyClaimed: !(await store.transaction(({ keys }) => keys.claimFirst(NOON))),
  };
  await store.close();
  return all;
}

/** Fills a database with something in every table. */
async function sourceIn(folder: Folder, name: string, url: string): Promise<void> {
  await fill(url, ROWS);
  const engine = await openEngine(url);
  const profile = { tags: ["calm"], neutered: true, price: { amount: 1n, currency: "EUR" } };
  const old = { id: 2n ** 62n, name: "Old", categoryId: 1n, status: "sold", quantity: 3, profile } as const;
  await engine.transaction(async (transaction) => {
    const { sql } = transaction;
    await imports(sql, engine.continueIds).insertPets([old], NOON);
    await sql`insert into orders (id, pet_id, quantity, ship_date, complete) values (${99n}, ${1n}, 2, ${NOON}, 1)`;
    await engine.continueIds(transaction);
    await sql`insert into first_key (only_row, claimed_at) values (1, ${NOON})`;
    await sql`insert into imports (content, begun_at, lines) values ('abc', ${NOON}, 5)`;
  });
  await engine.close();
  const store = await openStore(url, NOON);
  const event = { type: "category.deleted", at: NOON, data: { id: 3n, name: "Fish" } } as const;
  await store.transaction(async ({ events }) => {
    for (let nth = 0; nth < 2100; nth++) await events.append({ ...event, at: NOON + nth });
  });
  await store.publishEvents();
  // All of those but some are gone; others wait in the inbox.
  await store.transaction(({ events }) => events.purge(NOON + 50, 100));
  await store.transaction(async ({ pets, photos, orders, categories, inventory, events }) => {
    await events.append({ ...event, note: "waits" });
    // More than a batch of files, with every byte.
    for (let position = 1; position <= 12; position++) {
      await photos.insert(
        { ...photoOf(1n, position), alt: "É" },
        { ...FILES, large: Uint8Array.from({ length: 256 }, (_, byte) => byte) },
      );
    }
    await categories.insert({ name: "Dogs", description: "Good ones" });
    await categories.insert({ name: "cats" });
    await inventory.change({ petId: 1n, delta: 9, reason: "arrival", note: "from É", at: NOON });
    const customer = { name: "Zoë Krämer", contact: "zoe@example.com" };
    const details = { customer, note: "By car", price: { amount: 2n ** 60n, currency: "EUR" } };
    const order = await orders.insert({ petId: 1n, quantity: 2, placedAt: new Date(NOON).toISOString(), ...details });
    await inventory.change({ petId: 1n, delta: -2, reason: "order_placed", orderId: order.id, at: NOON });
    // The newest rows are gone.
    const { id } = await pets.insert({ name: "Gone", categoryId: 1n, status: "available" }, 1, NOON);
    await orders.deleteOpen((await orders.insert({ petId: id, quantity: 1 })).id);
    await pets.delete(id);
  });
  await store.close();
  for (const key of [`${name}-1`, `${name}-2`]) {
    await folder.petstore(url, "keys", "create", "--name", key, "--scopes", "pets:read");
  }
}

const pairs = [
  ["SQLite", "PostgreSQL"],
  ["PostgreSQL", "SQLite"],
  ["SQLite", "SQLite"],
] as const;

for (const [from, to] of pairs.filter(([from, to]) => from in kinds && to in kinds)) {
  test(`copies everything from ${from} to ${to}, even after an interruption, and new ids continue after it`, async () => {
    using folder = openFolder();
    const source = (await kinds[from]?.(folder, "a.db")) ?? "";
    const target = (await kinds[to]?.(folder, "b.db")) ?? "";
    await sourceIn(folder, from, source);
    await interrupted(source, target, source.replace(/:[^:@]+@/, ":***@"));

    const refused = await folder.petstore(target, "serve", "--port", "0");
    expect(refused.stderr).toContain("unfinished copy");
    expect(refused.exitCode).toBe(1);

    const other = await folder.petstore("", "copy", "--from", await otherSource(folder), "--to", target);
    expect(other.stderr).toContain("unfinished copy of another source");

    const copied = await folder.petstore("", "copy", "--from", source, "--to", target);
    expect(copied.stderr).toContain("continuing an interrupted copy");
    expect(copied.exitCode).toBe(0);
    expect(`${copied.stdout}${copied.stderr}`).not.toContain("test-secret");
    const counts = copied.stdout.split("\n").filter((line) => line.includes("  sha256 "));
    expect(new Set(counts.map((line) => line.indexOf("  sha256 "))).size).toBe(1);
    expect(await contents(target)).toEqual(await contents(source));

    expect(await folder.petstore(target, "doctor")).toMatchObject({ exitCode: 0 });

    // The ids of the pet and the order that are gone are not given again.
    const store = await openStore(target, NOON);
    const pet = { name: "New", categoryId: 1n, status: "available" } as const;
    const found = await store.orders.search({ words: ["kramer"] }, { after: 0n, limit: 9 });
    expect(found.items).toMatchObject([{ petId: 1n, customer: { contact: "zoe@example.com" } }]);
    await store.transaction(async ({ pets, orders, categories }) => {
      expect((await pets.insert(pet, 1, NOON)).id).toBe(2n ** 62n + 2n);
      expect((await orders.insert({ petId: 1n, quantity: 1 })).id).toBe(102n);
      expect((await categories.insert({ name: "Birds" }))?.id).toBe(3n);
    });
    await store.transaction(({ events }) =>
      events.append({ type: "category.deleted", at: NOON, data: { id: 4n, name: "New" } }),
    );
    await store.publishEvents();
    expect(await store.events.head()).toEqual({ last: 2104n, deleted: 50n });
    await store.close();

    const again = await folder.petstore("", "copy", "--from", source, "--to", target);
    expect(again.stderr).toContain("--to is not empty");
    expect(again.exitCode).toBe(1);
  }, 30_000);
}

/** Copies one batch and stops, like a process that is killed between two transactions. */
async function interrupted(from: string, to: string, name: string): Promise<void> {
  const [source, target] = [await openEngine(from), await openEngine(to)];
  await prepareTarget(target, NOON);
  expect(await claim(target, name, NOON)).toBe("begun");
  const stop = new Error("stopped");
  const copy = copyRows(source, target, () => {
    throw stop;
  });
  expect(await copy.catch((error: unknown) => error)).toBe(stop);
  await Promise.all([source.close(), target.close()]);
}

async function otherSource(folder: Folder): Promise<string> {
  await fill(folder.url("other.db"), 1);
  return folder.url("other.db");
}

test("a copy that is not equal to its source is refused, and no service starts on it", async () => {
  using folder = openFolder();
  await fill(folder.url("a.db"), ROWS);
  await interrupted(folder.url("a.db"), folder.url("b.db"), folder.url("a.db"));
  const store = await openStore(folder.url("a.db"), NOON);
  await store.transaction(({ inventory }) =>
    inventory.change({ petId: 1n, delta: 4711, reason: "adjustment", at: NOON }),
  );
  await store.close();
  const copied = await folder.petstore("", "copy", "--from", folder.url("a.db"), "--to", folder.url("b.db"));
  expect(copied.stderr).toContain("the copy is not equal to its source: pets");
  expect(copied.exitCode).toBe(1);
  expect(await folder.petstore(folder.url("b.db"), "keys", "list")).toMatchObject({ exitCode: 1 });
});

test("a copy from a missing or used database, or to itself, is refused and creates nothing", async () => {
  using folder = openFolder();
  await using service = await startProgram({ cwd: folder.path, env: { DATABASE_URL: folder.url("used.db") } });
  const cases = [
    [folder.url("none.db"), folder.url("b.db"), 1, "no such file"],
    [folder.url("used.db"), folder.url("b.db"), 1, "stop the service"],
    [folder.url("a.db"), "sqlite://a.db", 2, "the same database"],
    ["mysql://user:secret@host/x", folder.url("b.db"), 2, "--from: expected sqlite://"],
  ] as const;
  for (const [from, to, exitCode, reason] of cases) {
    const refused = await folder.petstore("", "copy", "--from", from, "--to", to);
    expect(refused.stderr).toContain(reason);
    expect(refused.stderr).not.toContain("secret");
    expect(refused.exitCode).toBe(exitCode);
  }
  expect(await Bun.file(folder.file("b.db")).exists()).toBeFalse();
  await service.stop("SIGTERM");
}, 20_000);

/** How to read the columns of a table on each engine. */
const columnsOf: Record<string, (sql: Sql, table: string) => Promise<readonly { name: string }[]>> = {
  SQLite: (sql, table) => sql`select name from pragma_table_info(${table})`,
  PostgreSQL: (sql, table) => sql`
    select column_name as name from information_schema.columns where table_name = ${table}`,
};

for (const [kind, makeUrl] of Object.entries(kinds)) {
  test(`every column of every table is copied on ${kind}, except words, tags, the record of migrations and the inbox`, async () => {
    using folder = openFolder();
    const engine = await openSchema(await makeUrl(folder, "a.db"), NOON);
    const tables = await engine.tables(engine.sql);
    const notCopied = [
      ...DERIVED.map(({ name }) => name),
      "schema_migrations",
      ...(engine.runTogether === undefined ? [] : [EVENT_INBOX.name]),
    ];
    expect([...tables].sort()).toEqual([...TABLES.map(({ name }) => name), ...notCopied].sort());
    for (const { name, columns } of TABLES) {
      const found = (await columnsOf[kind]?.(engine.sql, name)) ?? [];
      expect(found.map((column) => column.name).sort()).toEqual([...columns].sort());
    }
    await engine.close();
  });
}
