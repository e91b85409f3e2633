import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { openEngine, openSchema } from "../../src/store/index.ts";
import { openShop, type Shop, testEach, withStore } from "../commands/folder.ts";
import { makeVersion1, migrateTo } from "../commands/version-1.ts";
import { NOON } from "../support/harness.ts";

setDefaultTimeout(60_000);

/** Enough for several batches, so that there is a middle. */
const PETS = 16_000;

/** Upgrades, and kills itself once so many pets are filled in. */
const UPGRADE_AND_DIE = `
  import { openSchema } from ${JSON.stringify(join(import.meta.dir, "../../src/store/index.ts"))};
  const [url, pets] = process.argv.slice(1);
  await openSchema(url, ${NOON}, {}, (_, done) => {
    if (done >= Number(pets)) process.kill(process.pid, "SIGKILL");
  });`;

/** How far an upgrade is, or undefined when none is under way. */
async function progressOf(url: string): Promise<number | undefined> {
  const engine = openEngine(url);
  try {
    if (!(await engine.tables(engine.sql)).includes("schema_backfill")) return undefined;
    const [row] = await engine.sql<{ done: bigint }>`select done from schema_backfill`;
    return Number(row?.done);
  } finally {
    await engine.close();
  }
}

/** Kills a process that upgrades with SIGKILL once it has filled in so many pets. */
async function killDuringUpgrade(url: string, pets: number): Promise<void> {
  const child = Bun.spawn([process.execPath, "--eval", UPGRADE_AND_DIE, url, String(pets)], { stderr: "inherit" });
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
}

/** Proves that everything of the store of version 1.0 is there, and complete. */
async function expectUpgraded({ url, run }: Shop, pets: number): Promise<void> {
  expect(await run("doctor")).toMatchObject({ exitCode: 0 });
  const engine = openEngine(url);
  const [counts] = await engine.sql<{ changes: bigint; pets: bigint; sum: bigint }>`
    select (select count(*) from stock_changes where reason = 'created') as changes, count(*) as pets,
      sum(quantity) as sum from pets`;
  await engine.close();
  expect([counts?.changes, counts?.pets, Number(counts?.sum)]).toEqual([BigInt(pets), BigInt(pets), 2 * pets]);

  await withStore(url, async (store) => {
    const slice = { after: 0n, limit: 10 };
    expect(await store.orders.list({}, slice)).toEqual([
      { id: 1n, petId: 1n, quantity: 2, shipDate: new Date(NOON).toISOString(), complete: false },
    ]);
    expect(await store.inventory.changes(4n, slice)).toMatchObject([{ delta: 4, quantity: 4 }]);
    // ﬁdo, whose first letter is a ligature.
    expect((await store.pets.list({ name: "FIDO 2" }, { after: 0n, limit: 1 })).items).toEqual([
      { id: 2n, name: "ﬁdo 2", categoryId: 2n, status: "available" },
    ]);
    expect((await store.keys.list()).map(({ id, scopes }) => [id, scopes.join(" ")])).toEqual([
      ["all", "*"],
      ["some", "pets:read orders:write"],
    ]);
  });
}

testEach("an upgrade from version 1.0 that is killed twice continues where it was, and ends complete", async (shop) => {
  const { url } = shop;
  await makeVersion1(url, PETS);
  await killDuringUpgrade(url, 5000);
  const first = (await progressOf(url)) ?? 0;
  expect(first).toBeGreaterThanOrEqual(5000);
  const { exitCode, warned } = await shop.doctor();
  expect(warned[0]).toMatch(/^warn {2}schema +version 4; an interrupted upgrade continues at the next start/);
  expect(exitCode).toBe(0);
  await killDuringUpgrade(url, first + 5000);

  const resumedAt = (await progressOf(url)) ?? 0;
  const reports: [number, number][] = [];
  const engine = await openSchema(url, NOON, {}, (_, done, of) => reports.push([done, of]));
  await engine.close();
  expect(reports[0]?.[0]).toBeGreaterThan(resumedAt);
  expect(reports.at(-1)).toEqual([PETS, PETS]);
  await expectUpgraded(shop, PETS);
});

testEach("several processes upgrade one store together, and each pet gets one change", async (shop) => {
  await makeVersion1(shop.url, PETS);
  const lists = await Promise.all(Array.from({ length: 3 }, () => shop.run("keys", "list")));
  for (const list of lists) {
    expect(list).toEqual({ exitCode: 0, stderr: "", stdout: expect.stringMatching(/^all .* all$/m) });
  }
  await expectUpgraded(shop, PETS);
});

testEach("a program of version 1.0 refuses a store whose upgrade was interrupted", async ({ url }) => {
  await makeVersion1(url, 6000);
  const stopped = openSchema(url, NOON, {}, (_, done) => {
    if (done > 0) throw new Error("stopped");
  });
  await expect(stopped).rejects.toThrow("stopped");
  await expect(migrateTo(3, url)).rejects.toThrow(
    "the database has schema version 4, this program knows versions up to 3",
  );
});

testEach("activity by day becomes activity by quarter hour; what was deleted counts at noon", async ({ url, run }) => {
  const day = Math.floor(NOON / 86_400_000);
  const midnight = day * 86_400_000;
  await migrateTo(
    12,
    url,
    `
    insert into events (position, at, type, data) values
      (4, ${midnight + 1}, 'pet.created', '{}'), (5, ${NOON + 1}, 'pet.created', '{}'), (6, ${NOON}, 'pet.deleted', '{}');
    insert into activity (id, day, type, events) values
      ('${day - 1} pet.created', ${day - 1}, 'pet.created', 2),
      ('${day} pet.created', ${day}, 'pet.created', 3), ('${day} pet.deleted', ${day}, 'pet.deleted', 1);
    update event_head set deleted_to = 3, last_position = 6`,
  );
  const [quarters, noon] = [96, 48];
  const at = (quarter: number, type: string, count: number) => ({ day: quarter, type, count });
  expect(await withStore(url, ({ events }) => events.activity((day - 1) * quarters, 1, 2 * quarters))).toEqual([
    at(noon, "pet.created", 2),
    at(quarters, "pet.created", 1),
    at(quarters + noon, "pet.created", 2),
    at(quarters + noon, "pet.deleted", 1),
  ] as never);
  expect(await run("doctor")).toMatchObject({ exitCode: 0 });
});

testEach("orders get the times that stock changes and events know, and the others none", async ({ url }) => {
  const [at1, at2, at3] = [NOON + 1, NOON + 2, NOON + 3];
  // Order 1 of a pet, 2 and 3 of a pet that is gone, of which the event of the placing of 3 is gone too.
  await migrateTo(
    16,
    url,
    `
    insert into pets (id, name, name_key, category_id, status, quantity) values (1, 'Rex', 'rex', 7, 'available', 1);
    insert into pet_words (pet_id, nth, words, status, category_id) values (1, 0, 'rex, ', 'available', 7);
    insert into orders (id, pet_id, quantity, complete) values (1, 1, 1, 0), (2, 4711, 1, 1), (3, 4711, 1, 1);
    insert into stock_changes (pet_id, delta, quantity, reason, order_id, at) values
      (1, 2, 2, 'created', null, 0), (1, -1, 1, 'order_placed', 1, ${at1});
    insert into events (position, at, type, pet_id, data) values
      (1, ${NOON}, 'order.placed', 1, '{"id":1,"petId":1,"quantity":1,"complete":false}'),
      (2, ${at2}, 'order.placed', 4711, '{"id":2,"petId":4711,"quantity":1,"complete":false}'),
      (3, ${at3}, 'order.completed', 4711, '{"id":3,"petId":4711,"quantity":1,"complete":true}'),
      (4, ${at3}, 'pet.deleted', 4711, '{"id":4711,"name":"Bo","categoryId":7,"status":"sold"}');
    update event_head set last_position = 4`,
  );
  const iso = (at: number) => new Date(at).toISOString();
  const slice = { after: 0n, limit: 9 };
  expect<readonly unknown[]>(await withStore(url, ({ orders }) => orders.list({}, slice))).toEqual([
    { id: 1n, petId: 1n, quantity: 1, complete: false, placedAt: iso(at1) },
    { id: 2n, petId: 4711n, quantity: 1, complete: true, placedAt: iso(at2) },
    { id: 3n, petId: 4711n, quantity: 1, complete: true, completedAt: iso(at3) },
  ]);
});

test("a backup from before the upgrade brings back a store that version 1.0 accepts, and upgrades again", async () => {
  using shop = openShop();
  await makeVersion1(shop.url, 2000);
  expect(await shop.run("backup", "before.db")).toMatchObject({ exitCode: 0 });
  expect(await shop.run("keys", "list")).toMatchObject({ exitCode: 0 });
  await expectUpgraded(shop, 2000);

  const restored = await shop.run("restore", "before.db", "--force");
  expect(restored).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("schema version 3") });
  await migrateTo(3, shop.url);
  expect(await shop.run("keys", "list")).toMatchObject({ exitCode: 0 });
  await expectUpgraded(shop, 2000);
});
