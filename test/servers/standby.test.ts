/* Reads from standbys (decision D78), on real streaming ones: nobody reads less than what they know of. */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { Petstore } from "../../src/client/index.ts";
import type { Freshness } from "../../src/core/freshness.ts";
import type { Config } from "../../src/service/settings/settings.ts";
import type { TestDatabase } from "../support/databases.ts";
import { bodyOf, openService, refusal, type TestService } from "../support/harness.ts";
import { type Postgres, startPostgres, startStandby } from "../support/postgres.ts";
import { until } from "../support/program.ts";
import { startProxy } from "../support/proxy.ts";

setDefaultTimeout(60_000);

let primary: Postgres;
let standby: Postgres;
let administrator: SQL;

beforeAll(async () => {
  primary = await startPostgres(["fsync=off"]);
  standby = await startStandby(primary, { isSynchronous: false });
  administrator = new SQL(standby.url, { max: 1 });
});

afterAll(async () => {
  await administrator.close({ timeout: 0 });
  await Promise.all([primary.stop(), standby.stop()]);
});

// A test that failed may have left it paused.
afterEach(async () => {
  await resume();
});

/** From now on the standby shows nothing new. */
const pause = () => administrator`select pg_wal_replay_pause()`;
const resume = () => administrator`select pg_wal_replay_resume()`;

/** The same database on another server. */
function on({ port }: Postgres, url: string): string {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
}

function databaseAt(url: string): TestDatabase {
  const unused = async (): Promise<never> => {
    throw new Error("not used here");
  };
  return { url, sql: unused, rows: unused, dump: unused, async [Symbol.asyncDispose]() {} };
}

/** A service on a new database that reads from the standby. */
async function open(settings: Partial<Config> = {}, url?: string): Promise<TestService> {
  const database = url ?? (await primary.createDatabase());
  const service = await openService({}, databaseAt(database), {
    databaseReadUrls: [on(standby, database)],
    readLagMaxSeconds: 60,
    ...settings,
  });
  return service;
}

const create = async ({ admin }: TestService, name: string) =>
  admin.createPet({ body: { name, categoryId: 7n } }).then((response) => {
    expect(response.status).toBe(201);
    return response.headers.get("X-Position") ?? "";
  });

const namesOf = async (client: TestService["reader"], position?: string) => {
  const headers = position === undefined ? {} : { "X-Position": position };
  return (await bodyOf(client.listPets({ query: { limit: 100 }, headers }))).map(({ name }) => name);
};

/** What the administrator's key reads without a position, unlike the typed client, which sends that of its last change. */
async function plainly<Item>({ send }: TestService, path: string): Promise<readonly Item[]> {
  return (await (await send(path)).json()) as readonly Item[];
}

/** Waits until a key that has changed nothing reads from the standby, which is paused then. */
async function settle(service: TestService): Promise<void> {
  const position = await create(service, "first");
  await until(async () => (await namesOf(service.reader)).includes("first"), "the first pet");
  // Both servers are watched, and the standby has everything.
  await until(() => isOnStandby(service, { position }), "a standby that is fresh");
  await pause();
}

/** Whether a standby would answer such a read: no standby has the last of all positions. */
function isOnStandby({ store }: TestService, freshness: Freshness): boolean {
  return store.reading(freshness) !== store.reading({ position: "F".repeat(16) });
}

test("who sends the position of a change sees it, and others what the standby has, until it has more", async () => {
  await using service = await open();
  await settle(service);
  const position = await create(service, "second");
  expect(position).toMatch(/^[0-9A-F]{16}$/);
  expect(await namesOf(service.reader, position)).toEqual(["first", "second"]);
  expect(await namesOf(service.reader)).toEqual(["first"]);
  // Without a position, the key that made the change reads the newest.
  expect(await plainly(service, "/v1/pets")).toMatchObject([{ name: "first" }, { name: "second" }]);
  await resume();
  await until(async () => (await namesOf(service.reader)).length === 2, "the second pet");
});

test("five seconds after its change, a key without a position reads from a standby that has the change", async () => {
  await using service = await open();
  const other = await service.as(["pets:read", "pets:write"]);
  await settle(service);
  await create(service, "second");
  const since = performance.now();
  await resume();
  await until(() => isOnStandby(service, { since }), "a standby with the second pet");
  await pause();
  await bodyOf(other.client.createPet({ body: { name: "third", categoryId: 7n } }));
  service.now += 4_999;
  expect(await plainly(service, "/v1/pets")).toHaveLength(3);
  service.now += 1;
  expect(await plainly(service, "/v1/pets")).toHaveLength(2);
});

test("a change that is refused counts for its key too, which now knows the current state", async () => {
  await using service = await open();
  const other = await service.as(["pets:read", "pets:write"]);
  await settle(service);
  const { id, ...first } = (await bodyOf(service.reader.listPets()))[0] ?? {
    id: 0n,
    name: "",
    categoryId: 0n,
    status: "sold",
  };
  const etag = (await other.client.getPet({ params: { petId: id } })).headers.get("ETag") ?? "";
  await bodyOf(service.admin.updatePet({ params: { petId: id }, body: { ...first, name: "renamed" } }));
  const stale = { params: { petId: id }, body: { ...first, name: "mine" }, headers: { "If-Match": etag } };
  expect((await other.client.updatePet(stale)).status).toBe(412);
  expect(await namesOf(other.client)).toEqual(["renamed"]);
  expect(await namesOf(service.reader)).toEqual(["first"]);
});

test("who is told of a change by the stream of events, or follows the feed, reads it", async () => {
  await using service = await open();
  const watcher = await service.as(["pets:read", "events:read"]);
  const follower = await service.as(["pets:read", "events:read"]);
  await settle(service);
  await service.publish();
  const before = (await plainly<{ id: string }>(service, "/v1/events")).at(-1)?.id ?? "";
  await create(service, "second");
  await service.publish();
  expect(await namesOf(watcher.client)).toEqual(["first"]);
  const response = await service.send(`/v1/events/stream?after=${before}`, {
    headers: { Authorization: `Bearer ${watcher.key}` },
  });
  expect(response.status).toBe(200);
  const lines = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; !text.includes("second"); ) text += (await lines?.read())?.value;
  expect(await namesOf(watcher.client)).toEqual(["first", "second"]);
  await lines?.cancel();

  expect(await namesOf(follower.client)).toEqual(["first"]);
  const followed = await bodyOf(follower.client.listEvents({ query: { after: before } }));
  expect(followed.map(({ data }) => data)).toContainEqual(expect.objectContaining({ name: "second" }));
  expect(await namesOf(follower.client)).toEqual(["first", "second"]);
});

test("a standby that is further behind than READ_LAG_MAX is not asked, also when its line stands still", async () => {
  await using service = await open({ readLagMaxSeconds: 1 });
  await settle(service);
  await resume();
  await using sql = new SQL(primary.url, { max: 1 });
  const [{ pid }] = await sql`select pid from pg_stat_replication`;
  // It has received nothing that it has not replayed: by itself it cannot know that it is behind.
  process.kill(pid, "SIGSTOP");
  try {
    await create(service, "second");
    await until(async () => (await namesOf(service.reader)).length === 2, "a read of the primary");
  } finally {
    process.kill(pid, "SIGCONT");
  }
});

test("while a standby hangs or is gone, the primary answers, and no read fails", async () => {
  await using service = await open();
  await settle(service);
  await resume();
  const read = async () => expect((await service.reader.listPets()).status).toBe(200);
  const told = () =>
    service.log.flatMap(({ fields }) => ("standby" in fields ? ["reason" in fields ? "gone" : "back"] : []));
  standby.signal("SIGSTOP");
  await Promise.all(Array.from({ length: 20 }, read));
  await read();
  await until(() => told().length === 1, "a line in the log");
  standby.signal("SIGCONT");
  await until(() => told().length === 2, "a line in the log");
  expect(told()).toEqual(["gone", "back"]);
  await standby.kill();
  await Promise.all(Array.from({ length: 20 }, read));
  await create(service, "second");
  expect(await namesOf(service.reader)).toEqual(["first", "second"]);
  await standby.restart();
  expect(await namesOf(service.reader)).toEqual(["first", "second"]);
});

test("a text that is no position is refused", async () => {
  await using service = await open();
  const headers = { "X-Position": "yesterday" };
  expect(await service.reader.listPets({ headers })).toMatchObject(
    refusal(400, "invalid_parameter", /^X-Position: expected the X-Position of a response; got "yesterday"$/),
  );
});

test.each([
  ["a primary", () => primary.url, /^DATABASE_READ_URL: postgres:\/\/postgres:\*\*\*@.* is no standby$/],
  ["a password that is wrong", () => standby.url.replace("test-secret", "x"), /password authentication failed/],
  ["a database that is not there", () => standby.url.replace(/\w+$/, "nowhere"), /database "nowhere" does not exist/],
])("%s is a configuration error that names it", async (_, readUrl, message) => {
  const opened = open({ databaseReadUrls: [readUrl()], databaseWaitSeconds: 1 });
  await expect(opened).rejects.toThrow(message);
});

test("a standby with an older schema, or of another server, is a configuration error", async () => {
  const url = await primary.createDatabase();
  const replica = new SQL(on(standby, url), { max: 1 });
  await until(() => replica`select 1`.then(Boolean, () => false), "the new database");
  await replica.close({ timeout: 0 });
  await pause();
  await expect(open({ databaseWaitSeconds: 1 }, url)).rejects.toThrow(
    /^DATABASE_READ_URL: .* has schema version 0, but this program needs \d+$/,
  );
  await resume();
  const other = await startPostgres(["fsync=off"]);
  const apart = open({}, other.url);
  await expect(apart).rejects.toThrow(/ is a standby of another server than DATABASE_URL$/);
  await other.stop();
});

test("with a standby held back by 5 s, cut off now and then and promoted, clients of the package read their own writes", async () => {
  const main = await startPostgres(["fsync=off"]);
  const late = await startStandby(main, { settings: ["recovery_min_apply_delay=5s"] });
  const url = await main.createDatabase();
  await using toMain = await startProxy(url);
  await using toLate = await startProxy(on(late, url));
  // The schema of a new database reaches the standby after its 5 s, too.
  const front = { databaseReadUrls: [toLate.url], databaseWaitSeconds: 10 };
  await using service = await open(front, toMain.url);
  const counts = { reads: 0, stale: 0, others: 0 };
  const other = new Petstore({
    baseUrl: `http://127.0.0.1:${service.port}/v1`,
    apiKey: (await service.as(["pets:read"])).key,
  });
  const clients = Array.from(
    { length: 4 },
    () => new Petstore({ baseUrl: `http://127.0.0.1:${service.port}/v1`, apiKey: service.adminKey }),
  );
  const work = async (client: Petstore, rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await client.pets.create({ name: `pet ${round}`, categoryId: 7n });
      await client.pets.update(id, { name: `renamed ${round}`, categoryId: 7n, status: "pending" });
      const { items } = await client.pets.list({ ids: [id] });
      counts.reads += 1;
      if (items[0]?.name !== `renamed ${round}`) counts.stale += 1;
      const { items: seen } = await other.pets.list({ ids: [id] });
      if (seen[0]?.name !== `renamed ${round}`) counts.others += 1;
    }
  };
  // The clock of the test stands still: no key is a writer of the last five seconds for long.
  const age = () => (service.now += 60_000);
  for (let round = 0; round < 4; round++) {
    await Promise.all(clients.map((client) => work(client, 5)));
    age();
    if (round === 1) toLate.hangUp();
  }
  await main.stop();
  await using sql = new SQL(late.url, { max: 1 });
  await sql`select pg_promote()`;
  toMain.port = late.port;
  toMain.hangUp();
  await Promise.all(clients.map((client) => work(client, 5)));
  expect({ ...counts, others: counts.others > 0 }).toEqual({ reads: 100, stale: 0, others: true });
  await late.stop();
});
