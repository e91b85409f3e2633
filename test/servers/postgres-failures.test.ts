/* Failures between the service and a database server: nothing is lost, and no response is wrong. */

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import type { Store } from "../../src/core/ports.ts";
import { openEngine, openStore } from "../../src/store/index.ts";
import { emptyFolder } from "../support/folder.ts";
import { addPet, adjustment, NOON, rex } from "../support/harness.ts";
import { ownPostgres, type Postgres, sharedPostgres } from "../support/postgres.ts";
import { type Program, startProgram, until } from "../support/program.ts";
import { startProxy } from "../support/proxy.ts";
import { tell } from "../support/tell.ts";

setDefaultTimeout(60_000);

const KEY = "configured-key-of-at-least-32-characters";

/** Longer than any test may take: what is refused under this limit did not wait for it. */
const ENDLESS_MS = 600_000;
const ALL = { after: 0n, limit: 100 };
const unavailable = { name: "Failure", code: "service_unavailable", headers: { "Retry-After": "1" } };

/** A store on a new database, and a connection beside it. */
async function open(options: Parameters<typeof openStore>[2] = {}, urlOf = (url: string) => url) {
  const url = await (await sharedPostgres()).createDatabase();
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

/** Ends the service's connections that are in a transaction. */
function terminate(beside: SQL): Promise<unknown> {
  return beside`
    select pg_terminate_backend(pid, 1000) from pg_stat_activity
    where application_name = 'petstore' and datname = current_database() and state = 'idle in transaction'`;
}

/** The error of a promise. */
function refusalOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "it was not refused",
    (reason: unknown) => reason,
  );
}

/** Does something until it succeeds: to connect may take longer than the short limits of a test. */
async function atLast<Result>(work: () => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  const isDone = () =>
    work().then(
      (result) => results.push(result) > 0,
      () => false,
    );
  await until(isDone, "a success");
  return results[0] as Result;
}

/** Creates a pet without the retries of the typed client. */
function createPet({ origin }: Program, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/v1/pets`, {
    method: "POST",
    headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json", ...headers },
    body: '{"name":"Rex","categoryId":7}',
  });
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
    const stored = (await opened.store.pets.list({}, ALL)).items;
    expect(stored.map(({ name }) => name)).toEqual(["First", "Second"]);
    expect(stored[1]).toEqual(pet);
  });

  test("on a new connection after a failover left a read-only server", async () => {
    await using opened = await open();
    const [{ name = "" } = {}]: { name?: string }[] = await opened.beside`select current_database() as name`;
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
    await Promise.all(
      Array.from({ length: 64 }, () =>
        opened.store.transaction(({ inventory }) => inventory.change(adjustment(id, 1))),
      ),
    );
    expect(await opened.store.inventory.find(id)).toMatchObject({ quantity: 65 });
  });
});

describe("a commit with an unknown outcome", () => {
  for (const [when, stored] of [
    ["before", 0],
    ["after", 1],
  ] as const) {
    test(`is 503 with Retry-After and says so: connection cut ${when} the server has it`, async () => {
      using folder = emptyFolder();
      const url = await (await sharedPostgres()).createDatabase();
      await using proxy = await startProxy(url);
      const env = { DATABASE_URL: proxy.url, PETSTORE_API_KEY: KEY };
      await using program = await startProgram({ cwd: folder.path, env });
      // Housekeeping commits at the start, too.
      proxy.cut = { at: "COMMIT", since: "insert into pets", when };
      const response = await createPet(program);
      expect(response.status).toBe(503);
      expect(response.headers.get("Retry-After")).toBe("1");
      expect(await response.json()).toMatchObject({
        code: "service_unavailable",
        message: expect.stringContaining("it may or may not be stored"),
      });
      expect((await program.as(KEY).listPets()).body).toHaveLength(stored);
      expect((await createPet(program)).status).toBe(201);
    });

    test(`is resolved by a repetition with its Idempotency-Key: connection cut ${when} the server has it`, async () => {
      using folder = emptyFolder();
      const url = await (await sharedPostgres()).createDatabase();
      await using proxy = await startProxy(url);
      const env = { DATABASE_URL: proxy.url, PETSTORE_API_KEY: KEY };
      await using program = await startProgram({ cwd: folder.path, env });
      // Housekeeping commits at the start, too.
      proxy.cut = { at: "COMMIT", since: "insert into pets", when };
      expect((await createPet(program, { "Idempotency-Key": "one" })).status).toBe(503);
      const again = await createPet(program, { "Idempotency-Key": "one" });
      expect(again.status).toBe(201);
      const { id } = (await again.json()) as { id: number };
      expect((await program.as(KEY).listPets()).body).toMatchObject([{ id: BigInt(id) }]);
    });
  }
});

describe("waiting for the database is bounded", () => {
  /** Keeps a transaction open until it is released. */
  async function hold(store: Store) {
    const began = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const held = store.transaction(async ({ pets }) => {
      await pets.find(1n);
      began.resolve();
      await over.promise;
    });
    await Promise.race([began.promise, held]);
    return async () => {
      over.resolve();
      await held;
    };
  }

  test("requests beyond the queue are refused at once", async () => {
    await using opened = await open({ connections: 2, maxQueuedWrites: 3 });
    const release = await hold(opened.store);
    const waiting = [addPet(opened.store), addPet(opened.store)];
    expect(await refusalOf(addPet(opened.store))).toMatchObject(unavailable);
    await release();
    expect(await Promise.all(waiting)).toHaveLength(2);
  });

  test("a write that waits too long for a connection is refused", async () => {
    await using opened = await open({ connections: 1, waitMs: 300 });
    const release = await atLast(() => hold(opened.store));
    // While the connection is held, so it does not wait for that.
    expect(await refusalOf(addPet(opened.store))).toMatchObject(unavailable);
    await release();
    expect(await atLast(() => addPet(opened.store))).toMatchObject(rex);
  });

  test("reads that would fill the line are refused at once, and writes are not", async () => {
    await using opened = await open();
    const engine = openEngine(opened.url, { connections: 1, waitMs: ENDLESS_MS });
    const reads = Array.from({ length: 100 }, () => engine.sql`select pg_sleep(0.01)`);
    expect(await refusalOf(engine.sql`select 1`)).toMatchObject(unavailable);
    expect(await engine.transaction(({ sql }) => sql`select 1 as written`)).toEqual([{ written: 1 }]);
    expect(await engine.unqueued`select 1 as checked`).toEqual([{ checked: 1 }]);
    expect(await Promise.all(reads)).toHaveLength(100);
    await engine.close();
  });

  test("a read that waits too long for its turn is refused", async () => {
    await using opened = await open();
    const engine = openEngine(opened.url, { connections: 1, waitMs: 300 });
    await atLast(() => engine.sql`select 1`);
    await opened.beside`select pg_advisory_lock(1)`;
    const first = engine.sql`select 1 as read from pg_advisory_xact_lock(1)`;
    const isRunning = async () =>
      (await opened.beside`select 1 from pg_locks where locktype = 'advisory' and not granted`).length > 0;
    await until(isRunning, "the first read on the only connection");
    expect(await refusalOf(engine.sql`select 1`)).toMatchObject(unavailable);
    await opened.beside`select pg_advisory_unlock(1)`;
    expect(await first).toEqual([{ read: 1 }]);
    await engine.close();
  });

  test("writes leave one connection to reads", async () => {
    await using opened = await open({ connections: 3, waitMs: 300 });
    const releases = [await atLast(() => hold(opened.store)), await atLast(() => hold(opened.store))];
    await atLast(() => opened.store.pets.find(1n));
    expect(await refusalOf(addPet(opened.store))).toMatchObject(unavailable);
    for (let nth = 0; nth < 20; nth++) expect(await opened.store.pets.find(1n)).toBeUndefined();
    for (const release of releases) await release();
    expect(await atLast(() => addPet(opened.store))).toMatchObject(rex);
  });

  test("the server ends a statement that takes too long, and nothing of it is kept", async () => {
    await using opened = await open({ statementMs: 300 });
    const { id } = await atLast(() => addPet(opened.store));
    await opened.beside.begin(async (held) => {
      await held`update pets set quantity = 9`;
      const change = opened.store.transaction(({ inventory }) => inventory.change(adjustment(id, 4)));
      expect(await refusalOf(change)).toMatchObject({ ...unavailable, message: "The database took too long" });
      expect(await atLast(() => opened.store.pets.find(id))).toMatchObject(rex);
    });
    expect(await atLast(() => opened.store.inventory.find(id))).toMatchObject({ quantity: 9 });
  });
});

describe("the time of a statement", () => {
  test("starts when it is sent: reads in line do not use it up", async () => {
    await using opened = await open();
    const engine = openEngine(opened.url, { connections: 1, statementMs: 2000 });
    const reads = Array.from({ length: 5 }, () => engine.sql`select pg_sleep(0.5)`);
    expect(await Promise.all(reads)).toHaveLength(5);
    await engine.close();
  });

  test("starts anew for each statement of a transaction", async () => {
    await using opened = await open();
    const engine = openEngine(opened.url, { connections: 2, statementMs: 1500 });
    const slow = await engine.transaction(async ({ sql }) => {
      for (let nth = 0; nth < 4; nth++) await sql`select pg_sleep(0.4)`;
      return sql`select 1 as written`;
    });
    expect(slow).toEqual([{ written: 1 }]);
    await engine.close();
  });

  test("ends only its own connection when the server is silent", async () => {
    await using opened = await open();
    await using proxy = await startProxy(opened.url);
    const engine = openEngine(proxy.url, { connections: 3, statementMs: 1000 });
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
    expect(await silent).toMatchObject({ ...unavailable, message: "The database took too long" });
    await engine.close();
  });

  test("is counted from the response to the statement before it: those behind a silent one run again", async () => {
    await using opened = await open();
    await using proxy = await startProxy(opened.url);
    const engine = openEngine(proxy.url, { connections: 1, statementMs: 1000 });
    await engine.sql`select 1`;
    proxy.silence = "as silent";
    const silent = refusalOf(engine.sql`select 1 as silent`);
    const behind = Array.from({ length: 5 }, () => engine.sql`select pg_sleep(0.25)`);
    expect(await silent).toMatchObject({ ...unavailable, message: "The database took too long" });
    expect(await Promise.all(behind)).toHaveLength(5);
    await engine.close();
  });

  test("leaves the outcome of a commit open when the server is silent", async () => {
    await using opened = await open();
    await using proxy = await startProxy(opened.url);
    const engine = openEngine(proxy.url, { connections: 2, statementMs: 1000 });
    proxy.silence = "COMMIT";
    const error = await refusalOf(engine.transaction(({ sql }) => sql`select 1`));
    expect(error).toMatchObject({ ...unavailable, message: expect.stringContaining("may or may not be stored") });
    expect(await engine.sql`select 1 as read`).toEqual([{ read: 1 }]);
    await engine.close();
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

/** A service on the database server that tests stop and kill, with short times. */
async function startOnItsOwn(): Promise<{ server: Postgres; program: Program } & AsyncDisposable> {
  const folder = emptyFolder();
  const server = await ownPostgres();
  const limits = { DATABASE_WAIT: "1", STATEMENT_TIMEOUT: "1", RATE_LIMIT: "0" };
  const env = { DATABASE_URL: await server.createDatabase(), PETSTORE_API_KEY: KEY, ...limits };
  const program = await startProgram({ cwd: folder.path, env });
  return {
    server,
    program,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Sends a read, a write and a readiness check concurrently. Returns the statuses. */
async function askAll(program: Program): Promise<number[]> {
  const responses = await Promise.all([
    fetch(`${program.origin}/v1/pets`, { headers: { Authorization: `Bearer ${KEY}` } }),
    createPet(program),
    fetch(`${program.origin}/readyz`),
  ]);
  return responses.map(({ status }) => status);
}

/** Waits until the service does everything again. */
function untilRecovered(program: Program): Promise<void> {
  return until(async () => (await askAll(program)).every((status) => status < 300), "responses");
}

describe("a database server", () => {
  test("that hangs causes bounded 503s and an unready service, which recovers with it", async () => {
    await using own = await startOnItsOwn();
    await untilRecovered(own.program);
    own.server.signal("SIGSTOP");
    // The server answers nothing, so each response ends a wait.
    for (let round = 0; round < 3; round++) expect(await askAll(own.program)).toEqual([503, 503, 503]);
    own.server.signal("SIGCONT");
    await untilRecovered(own.program);
  });

  test("that is slow is slow for clients: the service stays ready and refuses only what waited too long", async () => {
    using folder = emptyFolder();
    await using proxy = await startProxy(await (await sharedPostgres()).createDatabase());
    const limits = { DATABASE_CONNECTIONS: "2", DATABASE_WAIT: "2", STATEMENT_TIMEOUT: "1", RATE_LIMIT: "0" };
    const env = { DATABASE_URL: proxy.url, PETSTORE_API_KEY: KEY, ...limits };
    await using program = await startProgram({ cwd: folder.path, env });
    // To connect takes several slow answers, and is not what this is about.
    await untilRecovered(program);
    proxy.delayMs = 300;
    const headers = { Authorization: `Bearer ${KEY}` };
    const reading = Array.from({ length: 40 }, () => fetch(`${program.origin}/v1/pets`, { headers }));
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
    const refused = reads.filter(({ status }) => status !== 200);
    expect(refused.length).toBeLessThan(reads.length);
    for (const { status, headers } of refused) {
      expect(status).toBe(503);
      expect(headers.get("Retry-After")).toBe("1");
    }
  });

  test("that is killed and restarted is found again, and /readyz is right throughout", async () => {
    await using own = await startOnItsOwn();
    await untilRecovered(own.program);
    await own.server.kill();
    for (let round = 0; round < 3; round++) expect(await askAll(own.program)).toEqual([503, 503, 503]);
    expect((await fetch(`${own.program.origin}/healthz`)).status).toBe(200);
    await own.server.restart();
    const backAt = performance.now();
    await untilRecovered(own.program);
    tell(`The service worked again ${Math.round(performance.now() - backAt)} ms after the database was back`);
  });
});
