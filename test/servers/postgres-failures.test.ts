/* Failures between the service and a database server: nothing is lost, and no response is wrong. */

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { allOf, type MaybePromise } from "../../src/core/concurrency/maybe-promise.ts";
import type { Store, StoreObserver } from "../../src/core/ports.ts";
import { openEngine, openStore } from "../../src/store/index.ts";
import { once } from "../faults/writers.ts";
import { addPet, adjustment, hold, NOON, rex } from "../support/harness.ts";
import { ownPostgres, sharedPostgres } from "../support/postgres.ts";
import { until } from "../support/program.ts";
import { type Cut, startProxy } from "../support/proxy.ts";
import { tell } from "../support/tell.ts";
import {
  askAll,
  createPet,
  expectUnconfirmed,
  petsOf,
  REFUSED,
  startOn,
  UNCONFIRMED,
  untilWorking,
} from "./instances.ts";

setDefaultTimeout(60_000);

/** Longer than any test may take: what is refused under this limit did not wait for it. */
const ENDLESS_MS = 600_000;
const ALL = { after: 0n, limit: 100 };
const unavailable = { name: "Failure", code: "service_unavailable", headers: { "Retry-After": "1" } };
const tookTooLong = { ...unavailable, message: "The database took too long" };

const newDatabase = async () => (await sharedPostgres()).createDatabase();

/** A store on a new database, and a connection beside it. */
async function open(options: Parameters<typeof openStore>[2] = {}, urlOf = (url: string) => url) {
  const url = await newDatabase();
  const limits = { connections: 4, waitMs: ENDLESS_MS, statementMs: ENDLESS_MS, ...options };
  const store = await atLast(() => openStore(urlOf(url), NOON, limits));
  const beside = new SQL(url, { max: 1, bigint: true });
  return {
    url,
    store,
    beside,
    async [Symbol.asyncDispose]() {
      await store.close();
      await beside.close({ timeout: 0 });
    },
  };
}

/** An engine on a new database by way of a proxy, and a connection beside it. */
async function openBehindProxy(options: Parameters<typeof openEngine>[1]) {
  const url = await newDatabase();
  const proxy = await startProxy(url);
  const engine = await openEngine(proxy.url, options);
  const beside = new SQL(url, { max: 1 });
  return {
    proxy,
    engine,
    beside,
    async [Symbol.asyncDispose]() {
      await engine.close();
      await proxy[Symbol.asyncDispose]();
      await beside.close({ timeout: 0 });
    },
  };
}

/** Ends the service's connections that are in a transaction. */
function terminate(beside: SQL): Promise<unknown> {
  return beside`
    select pg_terminate_backend(pid, 1000) from pg_stat_activity
    where application_name like 'petstore%' and datname = current_database() and state = 'idle in transaction'`;
}

/** The error of a promise. */
function refusalOf(pending: MaybePromise<unknown>): Promise<unknown> {
  return Promise.resolve(pending).then(
    () => "it was not refused",
    (reason: unknown) => reason,
  );
}

/** Does something until it succeeds: to connect may take longer than the short limits of a test. */
async function atLast<Result>(work: () => MaybePromise<Result>): Promise<Result> {
  const results: Result[] = [];
  const isDone = () =>
    Promise.try(work).then(
      (result) => results.push(result) > 0,
      () => false,
    );
  await until(isDone, "a success");
  return results[0] as Result;
}

describe("a transaction is repeated", () => {
  test("after a deadlock with another", async () => {
    const impatient = encodeURIComponent("-c deadlock_timeout=20ms");
    await using opened = await open({}, (url) => `${url}?options=${impatient}`);
    const ids = [(await addPet(opened.store)).id, (await addPet(opened.store)).id] as const;
    const bothHaveWritten = Promise.withResolvers<void>();
    let runs = 0;
    const change = (first: bigint, second: bigint, delta: number) =>
      opened.store.transaction(async ({ inventory }) => {
        await inventory.change(adjustment(first, delta));
        runs += 1;
        if (runs === 2) bothHaveWritten.resolve();
        await bothHaveWritten.promise;
        await inventory.change(adjustment(second, delta));
      });
    await Promise.all([change(ids[0], ids[1], 10), change(ids[1], ids[0], 20)]);
    expect(runs).toBeGreaterThan(2);
    expect(await opened.store.inventory.list(ALL)).toMatchObject([{ quantity: 31 }, { quantity: 31 }]);
  });

  test("after a deadlock of one of several changes that are sent together", async () => {
    const impatient = encodeURIComponent("-c deadlock_timeout=20ms");
    await using opened = await open({}, (url) => `${url}?options=${impatient}`);
    const ids = [(await addPet(opened.store)).id, (await addPet(opened.store)).id, (await addPet(opened.store)).id];
    const [one = 0n, two = 0n, other = 0n] = ids;
    const [held, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Never looks for a deadlock itself, so that the server ends the other one.
    const holder = opened.beside.begin(async (sql) => {
      await sql`set local deadlock_timeout = '10min'`;
      await sql`update pets set quantity = quantity where id = ${two}`;
      held.resolve();
      await waits.promise;
      await sql`update pets set quantity = quantity where id = ${other}`;
    });
    await held.promise;
    let runs = 0;
    const changed = opened.store.transaction(async ({ inventory }) => {
      runs += 1;
      await inventory.change(adjustment(other, 1));
      const all = allOf([one, two].map((id) => inventory.change(adjustment(id, 1))));
      waits.resolve();
      return all;
    });
    await Promise.all([changed, holder]);
    expect(runs).toBe(2);
    expect((await opened.store.inventory.list(ALL)).map(({ quantity }) => quantity)).toEqual([2, 2, 2]);
  });

  test("after its connection is lost before the commit, and is stored once", async () => {
    await using opened = await open();
    let runs = 0;
    const pet = await opened.store.transaction(async ({ pets }) => {
      runs += 1;
      await pets.insert({ ...rex, name: "First" }, 1, NOON);
      if (runs === 1) await terminate(opened.beside);
      return pets.insert({ ...rex, name: "Second" }, 1, NOON);
    });
    expect(runs).toBe(2);
    expect((await opened.store.pets.list({}, ALL)).items).toEqual([
      { id: expect.anything(), ...rex, name: "First" },
      pet,
    ]);
  });

  test("on a new connection after a failover left a read-only server", async () => {
    await using opened = await open();
    const name = new URL(opened.url).pathname.slice(1);
    await opened.beside.unsafe(`alter database ${name} set default_transaction_read_only = on`);
    const standby = await atLast(() => openStore(opened.url, NOON, { connections: 4, waitMs: 300 }));
    expect(await refusalOf(addPet(standby))).toMatchObject(unavailable);
    await opened.beside.unsafe(`alter database ${name} reset default_transaction_read_only`);
    expect(await atLast(() => addPet(standby))).toMatchObject(rex);
    await standby.close();
  });

  test("until it succeeds while many change one row", async () => {
    await using opened = await open({ connections: 8 });
    const { id } = await addPet(opened.store);
    const increment = () => opened.store.transaction(({ inventory }) => inventory.change(adjustment(id, 1)));
    await Promise.all(Array.from({ length: 64 }, increment));
    expect(await opened.store.inventory.find(id)).toMatchObject({ quantity: 65 });
  });
});

describe("a commit with an unknown outcome", () => {
  test.each<[Cut["when"], number]>([
    ["before", 0],
    ["after", 1],
  ])("says so, and its Idempotency-Key resolves it: connection cut %s the server has it", async (when, stored) => {
    await using proxy = await startProxy(await newDatabase());
    await using service = await startOn(proxy.url);
    const { program } = service;
    // Housekeeping commits at the start, too.
    proxy.cut = { at: "COMMIT", since: "insert into pets", when };
    expectUnconfirmed(await createPet(program, { "Idempotency-Key": "one" }));
    expect(await petsOf(program)).toHaveLength(stored);
    const again = await createPet(program, { "Idempotency-Key": "one" });
    expect(again).toMatchObject({ status: 201 });
    expect(await petsOf(program)).toEqual([again.body as never]);
  });
});

describe("waiting for the database is bounded", () => {
  /** Keeps a connection in a transaction. */
  const holdOne = (store: Store) => hold(store, ({ pets }) => pets.find(1n));

  test("requests beyond the queue are refused at once", async () => {
    await using opened = await open({ connections: 2, maxQueuedWrites: 2 });
    const release = await holdOne(opened.store);
    const waiting = [addPet(opened.store), addPet(opened.store)];
    expect(await refusalOf(addPet(opened.store))).toMatchObject(unavailable);
    // The service's own work is not a client's.
    const own = opened.store.transaction(({ pets }) => pets.insert(rex, 1, NOON));
    await release();
    expect(await Promise.all([...waiting, own])).toHaveLength(3);
  });

  test("a write that waits too long for a connection is refused", async () => {
    await using opened = await open({ connections: 1, waitMs: 300 });
    const release = await atLast(() => holdOne(opened.store));
    // While the connection is held, so it does not wait for that.
    expect(await refusalOf(addPet(opened.store))).toMatchObject(unavailable);
    await release();
    expect(await atLast(() => addPet(opened.store))).toMatchObject(rex);
  });

  test("reads that would fill the line are refused at once, and writes are not", async () => {
    await using opened = await openBehindProxy({ connections: 1, waitMs: ENDLESS_MS });
    const { engine } = opened;
    const reads = Array.from({ length: 100 }, () => engine.sql`select pg_sleep(0.01)`);
    expect(await refusalOf(engine.sql`select 1`)).toMatchObject(unavailable);
    expect(await engine.transaction(({ sql }) => sql`select 1 as written`)).toEqual([{ written: 1 }]);
    expect(await engine.unqueued`select 1 as checked`).toEqual([{ checked: 1 }]);
    expect(await Promise.all(reads)).toHaveLength(100);
  });

  test("a read that waits too long in the queue is refused", async () => {
    await using opened = await openBehindProxy({ connections: 1, waitMs: 300 });
    const { engine, beside } = opened;
    await atLast(() => engine.sql`select 1`);
    await beside`select pg_advisory_lock(1)`;
    const first = engine.sql`select 1 as read from pg_advisory_xact_lock(1)`;
    const isRunning = async () =>
      (await beside`select 1 from pg_locks where locktype = 'advisory' and not granted`).length > 0;
    await until(isRunning, "the first read on the only connection");
    expect(await refusalOf(engine.sql`select 1`)).toMatchObject(unavailable);
    await beside`select pg_advisory_unlock(1)`;
    expect(await first).toEqual([{ read: 1 }]);
  });

  test("writes leave one connection to reads", async () => {
    await using opened = await open({ connections: 3, waitMs: 300 });
    const releases = [await atLast(() => holdOne(opened.store)), await atLast(() => holdOne(opened.store))];
    await atLast(() => opened.store.pets.find(1n));
    expect(await refusalOf(addPet(opened.store))).toMatchObject(unavailable);
    for (let nth = 0; nth < 20; nth++) expect(await opened.store.pets.find(1n)).toBeUndefined();
    for (const release of releases) await release();
    expect(await atLast(() => addPet(opened.store))).toMatchObject(rex);
  });

  test("a statement with too many parameters fails at once, and not as if there were no connection", async () => {
    await using opened = await openBehindProxy({ connections: 2, waitMs: 1500 });
    const ids = Array.from({ length: 70_000 }, (_, nth) => BigInt(nth));
    const refused = await refusalOf(opened.engine.sql`select 1 as found where 1 in (${ids})`);
    expect(refused).toMatchObject({ code: "ERR_POSTGRES_TOO_MANY_PARAMETERS" });
  });

  test("the server ends a statement that takes too long, and nothing of it is kept", async () => {
    await using opened = await open({ statementMs: 300 });
    const { id } = await atLast(() => addPet(opened.store));
    await opened.beside.begin(async (held) => {
      await held`update pets set quantity = 9`;
      const change = opened.store.transaction(({ inventory }) => inventory.change(adjustment(id, 4)));
      expect(await refusalOf(change)).toMatchObject(tookTooLong);
      expect(await atLast(() => opened.store.pets.find(id))).toMatchObject(rex);
    });
    expect(await atLast(() => opened.store.inventory.find(id))).toMatchObject({ quantity: 9 });
  });
});

describe("the time of a statement", () => {
  test("starts when it is sent: reads in line do not use it up", async () => {
    await using opened = await openBehindProxy({ connections: 1, statementMs: 2000 });
    const reads = Array.from({ length: 5 }, () => opened.engine.sql`select pg_sleep(0.5)`);
    expect(await Promise.all(reads)).toHaveLength(5);
  });

  test("starts anew for each statement of a transaction", async () => {
    await using opened = await openBehindProxy({ connections: 2, statementMs: 1500 });
    const slow = await opened.engine.transaction(async ({ sql }) => {
      for (let nth = 0; nth < 4; nth++) await sql`select pg_sleep(0.4)`;
      return sql`select 1 as written`;
    });
    expect(slow).toEqual([{ written: 1 }]);
  });

  test("ends only its own connection when the server is silent", async () => {
    await using opened = await openBehindProxy({ connections: 3, statementMs: 1000 });
    const { engine, proxy } = opened;
    proxy.silence = "as silent";
    let isOver = false;
    const silent = refusalOf(engine.sql`select 1 as silent`).finally(() => (isOver = true));
    const read = async () => {
      while (!isOver) await engine.sql`select pg_sleep(0.2)`;
    };
    const write = async () => {
      while (!isOver) await engine.transaction(({ sql }) => sql`select pg_sleep(0.2)`);
    };
    await Promise.all([read(), write()]);
    expect(await silent).toMatchObject(tookTooLong);
  });

  test("is counted from the response to the statement before it: those behind a silent one run again", async () => {
    await using opened = await openBehindProxy({ connections: 1, statementMs: 1000 });
    const { engine, proxy } = opened;
    await engine.sql`select 1`;
    proxy.silence = "as silent";
    const silent = refusalOf(engine.sql`select 1 as silent`);
    const behind = Array.from({ length: 5 }, () => engine.sql`select pg_sleep(0.25)`);
    expect(await silent).toMatchObject(tookTooLong);
    expect(await Promise.all(behind)).toHaveLength(5);
  });

  test("leaves the outcome of a commit open when the server is silent", async () => {
    await using opened = await openBehindProxy({ connections: 2, statementMs: 1000 });
    const { engine, proxy } = opened;
    proxy.silence = "COMMIT";
    const change = engine.transaction(({ sql }) => sql`select 1`);
    expect(await refusalOf(change)).toMatchObject({ ...unavailable, message: UNCONFIRMED });
    expect(await engine.sql`select 1 as read`).toEqual([{ read: 1 }]);
  });

  test("frees the connection for who waits for it, and a new one is opened", async () => {
    const server = await ownPostgres();
    const url = await server.createDatabase();
    const store = await openStore(url, NOON, { connections: 1, waitMs: ENDLESS_MS, statementMs: 1000 });
    await addPet(store);
    server.signal("SIGSTOP");
    const read = refusalOf(store.pets.find(1n));
    const write = addPet(store);
    expect(await read).toMatchObject(unavailable);
    server.signal("SIGCONT");
    expect(await write).toMatchObject(rex);
    await store.close();
  });
});

describe("a database server", () => {
  /** A service with short times on the server that tests stop and kill. */
  async function startOnItsOwn() {
    const server = await ownPostgres();
    const limits = { DATABASE_WAIT: "1", STATEMENT_TIMEOUT: "1" };
    const service = await startOn(await server.createDatabase(), limits);
    await untilWorking(service.program);
    return { ...service, server };
  }

  test("that hangs causes bounded 503s and an unready service, which recovers with it", async () => {
    await using own = await startOnItsOwn();
    own.server.signal("SIGSTOP");
    // The server answers nothing, so each response ends a wait.
    for (let round = 0; round < 3; round++) expect(await askAll(own.program)).toEqual(REFUSED);
    own.server.signal("SIGCONT");
    await untilWorking(own.program);
  });

  test("that is slow is slow for clients: the service stays ready and refuses only what waited too long", async () => {
    await using proxy = await startProxy(await newDatabase());
    const limits = { DATABASE_CONNECTIONS: "2", DATABASE_WAIT: "2", STATEMENT_TIMEOUT: "1" };
    await using service = await startOn(proxy.url, limits);
    const { program } = service;
    // To connect takes several slow answers, and is not what this is about.
    await untilWorking(program);
    proxy.delayMs = () => 300;
    const reading = Array.from({ length: 40 }, () => once(program).listPets());
    const checks: number[] = [];
    let isOver = false;
    const checking = (async () => {
      while (!isOver) checks.push((await fetch(`${program.origin}/readyz`)).status);
    })();
    const created = await createPet(program);
    const reads = await Promise.all(reading).finally(() => (isOver = true));
    await checking;
    expect(created.status).toBe(201);
    expect(new Set(checks)).toEqual(new Set([200]));
    const refused = reads.filter(({ ok }) => !ok);
    expect(refused.length).toBeLessThan(reads.length);
    for (const { status, headers } of refused) expect([status, headers.get("Retry-After")]).toEqual([503, "1"]);
  });

  test("that is killed and restarted is found again, and /readyz is right throughout", async () => {
    await using own = await startOnItsOwn();
    await own.server.kill();
    for (let round = 0; round < 3; round++) expect(await askAll(own.program)).toEqual(REFUSED);
    expect((await fetch(`${own.program.origin}/healthz`)).status).toBe(200);
    await own.server.restart();
    const backAt = performance.now();
    await untilWorking(own.program);
    tell(`The service worked again ${Math.round(performance.now() - backAt)} ms after the database was back`);
  });
});

describe("an upgrade beside a running program", () => {
  /** An engine on a new database with two tables, and connections of other programs beside it. */
  async function openBeside(observer: StoreObserver = { committed() {}, queued() {} }) {
    const url = await newDatabase();
    const others = new SQL(url, { max: 3 });
    const engine = await openEngine(url, { connections: 1, waitMs: ENDLESS_MS, statementMs: ENDLESS_MS, observer });
    for (const name of ["pets_here", "orders_here"]) await others.unsafe(`create table ${name} (id integer)`);
    return {
      engine,
      others,
      async [Symbol.asyncDispose]() {
        await engine.close();
        await others.close({ timeout: 0 });
      },
    };
  }

  test("begins again when each waits for a table that the other has locked", async () => {
    await using beside = await openBeside();
    const { engine, others } = beside;
    const [isWriting, isUpgrading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const program = others.begin(async (transaction) => {
      // The server ends the transaction that has waited for this long: never the program's.
      await transaction`set local deadlock_timeout = '10min'`;
      await transaction`lock table orders_here`;
      isWriting.resolve();
      await isUpgrading.promise;
      await transaction`lock table pets_here`;
    });
    await isWriting.promise;
    let attempts = 0;
    await engine.exclusively(async ({ script }) => {
      attempts += 1;
      await script("lock table pets_here");
      isUpgrading.resolve();
      await script("lock table orders_here");
      await script("insert into pets_here (id) values (1)");
    });
    await program;
    expect(attempts).toBeGreaterThan(1);
    expect([...(await others<object[]>`select id from pets_here`)]).toEqual([{ id: 1 }]);
  });

  test("lets others use a table while it waits for a backup that reads it, and says once that it waits", async () => {
    let told = 0;
    const upgradeWaits = () => void (told += 1);
    await using beside = await openBeside({ committed() {}, queued() {}, upgradeWaits });
    const { engine, others } = beside;
    const [isReading, isDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const backup = others.begin(async (transaction) => {
      await transaction`lock table pets_here in access share mode`;
      isReading.resolve();
      await isDone.promise;
    });
    await isReading.promise;
    let attempts = 0;
    const upgrade = engine.exclusively(({ script }) => {
      attempts += 1;
      return script("alter table pets_here add column name text");
    });
    const waits = () => others<object[]>`select 1 from pg_locks where not granted and relation = 'pets_here'::regclass`;
    await until(async () => (await waits()).length > 0, "the upgrade waits");
    // Behind the upgrade, it would wait for the end of the backup.
    await others`insert into pets_here (id) values (1)`;
    await until(() => attempts > 2, "the upgrade begins again");
    isDone.resolve();
    await Promise.all([backup, upgrade]);
    expect([...(await others<object[]>`select id, name from pets_here`)]).toEqual([{ id: 1, name: null }]);
    expect(told).toBe(1);
  });
});
