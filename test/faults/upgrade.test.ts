import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { template } from "../../src/store/engine.ts";
import { openEngine, openSchema } from "../../src/store/index.ts";
import { fillings, fillNext } from "../../src/store/schema/filling.ts";
import { migrate } from "../../src/store/schema/migrate.ts";
import { openShop, type Shop, testEach, withStore } from "../commands/folder.ts";
import { EVENTS_OF_1_1, makeVersion1, migrateTo } from "../commands/version-1.ts";
import { NOON } from "../support/harness.ts";
import { afterSteps, NAMES_TABLE, namesOf } from "../support/next-step.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { isQuick } from "../support/tier.ts";

setDefaultTimeout(60_000);

/** Enough for several batches, so that there is a middle. */
const PETS = 16_000;

/** Upgrades, and kills itself once so many pets are filled in. */
const UPGRADE_AND_DIE = `
  import { openSchema } from ${JSON.stringify(join(import.meta.dir, "../../src/store/index.ts"))};
  const [url, pets] = process.argv.slice(1);
  const engine = await openSchema(url, ${NOON}, {}, (_, done) => {
    if (done >= Number(pets)) process.kill(process.pid, "SIGKILL");
  });
  await engine.close();`;

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
  const upgrade = ["--eval", UPGRADE_AND_DIE, shop.url, "1e9"];
  const upgrades = Array.from({ length: 3 }, () => Bun.spawn([process.execPath, ...upgrade], { stderr: "inherit" }));
  for (const { exited } of upgrades) expect(await exited).toBe(0);
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
  await (await openSchema(shop.url, NOON)).close();
  await expectUpgraded(shop, 2000);

  const restored = await shop.run("restore", "before.db", "--force");
  expect(restored).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("schema version 3") });
  await migrateTo(3, shop.url);
  await (await openSchema(shop.url, NOON)).close();
  await expectUpgraded(shop, 2000);
});

/** The rows of a statement on a database. */
async function ask<Row>(url: string, text: string): Promise<readonly Row[]> {
  const engine = openEngine(url);
  try {
    return await engine.sql<Row>(template(text));
  } finally {
    await engine.close();
  }
}

/** Fills in rows of the next step, and kills itself after so many batches. */
const FILL_AND_DIE = `
  import { openEngine } from ${JSON.stringify(join(import.meta.dir, "../../src/store/index.ts"))};
  import { fillNext } from ${JSON.stringify(join(import.meta.dir, "../../src/store/schema/filling.ts"))};
  import { afterSteps } from ${JSON.stringify(join(import.meta.dir, "../support/next-step.ts"))};
  const [url, batches] = process.argv.slice(1);
  const engine = afterSteps(openEngine(url));
  for (let n = 0; n < Number(batches); n++) await fillNext(engine, ${NOON});
  process.kill(process.pid, "SIGKILL");`;

testEach(
  "beside a step that only adds, the release before goes on; kill -9 loses none of the rows to fill in",
  async ({ url, doctor }) => {
    await migrateTo(22, url);
    await withStore(url, (store) => store.transaction(({ imports }) => imports.insertPets(namesOf(1500), NOON)));
    const engine = afterSteps(openEngine(url));
    try {
      await migrate(engine, NOON);
      // All that release 1.2 reads of the schema before it starts.
      expect(
        Number(
          (await ask<{ version: number }>(url, "select max(version) as version from schema_migrations"))[0]?.version,
        ),
      ).toBe(22);
      expect(await doctor()).toMatchObject({ exitCode: 0, failed: [] });
      await withStore(url, (store) => store.transaction(({ imports }) => imports.insertPets(namesOf(1), NOON)));

      const child = Bun.spawn([process.execPath, "--eval", FILL_AND_DIE, url, "4"], { stderr: "inherit" });
      await child.exited;
      expect(child.signalCode).toBe("SIGKILL");
      expect(await fillings(engine)).toEqual([{ step: "names", table: "pets", percent: 26 }]);

      // Several processes that do it together do each row once: a second one would violate the key.
      const other = afterSteps(openEngine(url));
      const fill = async (on: typeof engine) => {
        while (await fillNext(on, NOON + 1));
      };
      await Promise.all([fill(engine), fill(other)]);
      await other.close();
      expect(await fillings(engine)).toEqual([]);
      expect(await ask(url, `select count(*) as count from ${NAMES_TABLE}`)).toEqual([{ count: 1501n }]);
    } finally {
      await engine.close();
    }
  },
);

testEach(
  "a program that does not know a step which takes something away is refused, and changes nothing",
  async ({ url, run }) => {
    await withStore(url, async () => {});
    const engine = afterSteps(openEngine(url), { needs: 1_000_000 });
    await migrate(engine, NOON).finally(() => engine.close());
    expect(await run("keys", "list")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("use the newer program"),
    });
    expect(
      Number(
        (await ask<{ version: number }>(url, "select max(version) as version from schema_migrations"))[0]?.version,
      ),
    ).toBeGreaterThan(22);
  },
);

testEach("pets of 1.2 are found by the words of their profiles once these are filled in", async ({ url, doctor }) => {
  await migrateTo(
    22,
    url,
    `
    insert into pets (id, name, name_key, category_id, status, quantity) values (1, 'Rex', 'rex', 7, 'available', 1);
    insert into pet_words (pet_id, nth, words, status, category_id) values (1, 0, 'rex', 'available', 7);
    insert into profiles (pet_id, breed, tags) values (1, 'Beagle', '["house trained"]')`,
  );
  await withStore(url, async (store) => {
    const find = async (...words: string[]) => (await store.pets.list({ words }, { after: 0n, limit: 9 })).items.length;
    expect([await find("rex"), await find("beagle")]).toEqual([1, 0]);
    const words = async () => (await doctor()).warned.filter((line) => /profile words|pet_terms/.test(line));
    expect((await words()).length).toBeGreaterThan(0);
    while (await store.fillNext(NOON));
    expect([await find("rex"), await find("bea", "train"), await find("beagle", "cat")]).toEqual([1, 1, 0]);
    expect(await words()).toEqual([]);
  });
});

test("on SQLite, what 1.2 changes beside 1.3 is found at once, and 1.2 finds what 1.3 changes", async () => {
  using shop = openShop();
  const { url } = shop;
  await migrateTo(22, url);
  await withStore(url, async (store) => {
    while (await store.fillNext(NOON));
    const find = async (word: string) =>
      (await store.pets.list({ words: [word] }, { after: 0n, limit: 9 })).items.map(({ id }) => Number(id));
    using old = new Database(shop.file("shop.db"));
    const write = (...statements: string[]) => old.run(`begin immediate; ${statements.join("; ")}; commit`);
    write(
      "insert into pets (id, name, name_key, category_id, status, quantity) values (1, 'Bella Luna', 'bella luna', 7, 'available', 1)",
      "insert into stock_changes (pet_id, delta, quantity, reason, at) values (1, 1, 1, 'created', 0)",
      "insert into pet_words values (1, 0, 'bella luna', 'available', 7), (1, 1, 'luna, bella', 'available', 7)",
    );
    expect([await find("bell"), await find("luna")]).toEqual([[1], [1]]);
    write("insert into profiles (pet_id, breed) values (1, 'Beagle')");
    expect(await find("beagle")).toEqual([1]);
    write(
      "update pets set name = 'Rex', name_key = 'rex' where id = 1",
      "delete from pet_words where pet_id = 1",
      "insert into pet_words values (1, 0, 'rex', 'available', 7)",
    );
    expect([await find("luna"), await find("rex"), await find("beagle")]).toEqual([[], [1], [1]]);

    const words = () => old.query<{ words: string; status: string }, []>("select * from pet_words order by 1, 2").all();
    const added = await store.transaction(async ({ pets, profiles }) => {
      const { id } = await pets.insert({ name: "Mia Bo", categoryId: 7n, status: "available" }, 0, NOON);
      await profiles.put([{ petId: id, breed: "Poodle" }]);
      await pets.changeStatus(id, "available", "sold");
      await pets.delete(1n);
      return id;
    });
    expect(words()).toMatchObject([
      { pet_id: Number(added), nth: 0, words: "mia bo", status: "sold" },
      { pet_id: Number(added), nth: 1, words: "bo, mia", status: "sold" },
    ] as never);
    expect([await find("rex"), await find("poodle")]).toEqual([[], [Number(added)]]);
  });
  expect(await shop.doctor()).toMatchObject({ exitCode: 0, failed: [] });
});

test("a SQLite database that 1.3 makes is not for 1.2, which would not find its pets", async () => {
  using shop = openShop();
  await withStore(shop.url, async () => {});
  await expect(migrateTo(22, shop.url)).rejects.toThrow("this program knows versions up to 22: use the newer program");
});

testEach(
  "no command upgrades a database: the service of the release before may run on it",
  async ({ url, run, importText }) => {
    await makeVersion1(url, 10);
    const upgrade = "the database has schema version 3, but this program needs ";
    const refused = { exitCode: 1, stderr: expect.stringContaining(upgrade) };
    expect(await run("keys", "list")).toMatchObject(refused);
    expect(await run("keys", "create", "--name", "x", "--role", "staff")).toMatchObject(refused);
    expect(await run("export", "pets.csv")).toMatchObject(refused);
    expect(await importText("more.csv", "name,category\nRex,Dogs\n", "--dry-run")).toMatchObject(refused);
    // Fails on a newer schema.
    await migrateTo(3, url);
  },
);

testEach("each step has the time at which it was applied, and progress never passes its end", async ({ url }) => {
  await makeVersion1(url, 12_000);
  const reports: [string, number, number][] = [];
  const engine = await openSchema(url, NOON, {}, (...report) => reports.push(report));
  await engine.close();
  const times = await ask<{ version: number; at: bigint }>(
    url,
    "select version, applied_at as at from schema_migrations order by version",
  );
  const of = (version: number) => times[version - 1]?.at ?? 0n;
  // Pets are filled in between the two.
  expect(of(12)).toBeGreaterThan(of(4));
  expect(new Set(reports.map(([step]) => step))).toEqual(
    new Set(["upgrading the database, pets", "upgrading the database, stock changes"]),
  );
  for (const [, done, total] of reports) expect(done).toBeLessThanOrEqual(total);
});

test("an upgrade that takes something away waits for the process that has the file open, and names the file", async () => {
  using shop = openShop();
  await makeVersion1(shop.url, 10);
  const old = openEngine(shop.url);
  const refused = openSchema(shop.url, NOON, { waitMs: 100 });
  await expect(refused).rejects.toThrow(
    /shop\.db is open in another process, and is upgraded only alone: stop that process first$/,
  );
  expect(await ask(shop.url, "select max(version) as version from schema_migrations")).toEqual([{ version: 3n }]);
  await old.close();
  await using other = holdOpen(shop.url);
  await other.isOpen;
  // Only Linux knows which process it is.
  const named = process.platform === "linux" ? ` (${other.pid})` : "";
  await expect(openSchema(shop.url, NOON, { waitMs: 100 })).rejects.toThrow(
    `shop.db is open in another process${named}, and is upgraded only alone: stop that process first`,
  );
  await other[Symbol.asyncDispose]();
  await (await openSchema(shop.url, NOON, { waitMs: 100 })).close();
});

/** Another process that has a database open. */
function holdOpen(url: string) {
  const code = `
    import { openEngine } from ${JSON.stringify(join(import.meta.dir, "../../src/store/index.ts"))};
    const engine = openEngine(process.argv[1]);
    await engine.tables(engine.sql);
    console.log("open");
    // Refers to the engine: what nothing refers to may be collected, and its file closed.
    setInterval(() => engine.tables(), 1000);`;
  const child = Bun.spawn([process.execPath, "--eval", code, url], { stdout: "pipe", stderr: "inherit" });
  return {
    pid: child.pid,
    isOpen: child.stdout.getReader().read(),
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

if (!isQuick)
  test("an upgrade of PostgreSQL that takes something away waits for other releases, and names their sessions", async () => {
    const url = await (await sharedPostgres()).createDatabase();
    await migrateTo(9, url);
    const old = new SQL(url, { max: 1, connection: { application_name: "petstore" } });
    await old`select 1`;
    // It waits as long for a connection.
    const refused = openSchema(url, NOON, { waitMs: 3000 });
    await expect(refused).rejects.toThrow(
      /^a petstore of another release uses the database \(server process \d+, connected from 127\.0\.0\.1 since 2.*Z\), and this upgrade needs it to be stopped: stop it first$/,
    );
    expect(await ask(url, "select max(version) as version from schema_migrations")).toEqual([{ version: 9 }] as never);
    const upgraded = openSchema(url, NOON);
    await old.close();
    await (await upgraded).close();
  });

if (!isQuick)
  test("an instance of 1.1 that runs through an upgrade of PostgreSQL cannot write, and the error says why", async () => {
    const url = await (await sharedPostgres()).createDatabase();
    await migrateTo(9, url);
    // Its settings do not matter: behind PgBouncer, all connections have the same.
    await using old = new SQL(url, { max: 1, connection: { plan_cache_mode: "force_generic_plan" } });
    for (const text of EVENTS_OF_1_1) await old.unsafe(text);
    await migrateTo(22, url);
    for (const text of EVENTS_OF_1_1) {
      await expect(old.unsafe(text)).rejects.toThrow(
        'null value in column "only_petstore_1_2_or_newer_may_write" of relation "event_inbox"',
      );
    }
    const data = { id: 1n, name: "Rex", categoryId: 1n, status: "available" } as const;
    const event = { at: NOON, type: "pet.deleted", petId: 1n, data } as const;
    await withStore(url, (store) => store.transaction(({ events }) => events.append(event)));
    await withStore(url, (store) => store.transaction(({ events }) => events.append(event, event)));
    expect(await old`select count(*)::int as count from event_inbox`).toEqual([{ count: 5 }]);
  });
