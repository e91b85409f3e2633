/* The event loop is shared: between the requests of one client, and the parts of one response, others have their turn. */
import { expect, jest, setDefaultTimeout, test } from "bun:test";
import { EventTail } from "../../src/core/feed/event-tail.ts";
import type { Store } from "../../src/core/ports.ts";
import type { Application } from "../../src/http/application.ts";
import { FairQueue } from "../../src/http/limits/fair-queue.ts";
import { openStore } from "../../src/store/index.ts";
import { openDatabase } from "../support/databases.ts";
import { fillFeed, NOON, openService } from "../support/harness.ts";
import { iterationCounter, REQUESTS_MAX } from "../support/iteration-counter.ts";
import { until } from "../support/program.ts";
import { Wire } from "../support/raw-http.ts";

setDefaultTimeout(60_000);

/** Streams at one time. */
const STREAMS = 20;

/** Parts of all streams in one turn, at most. */
const PARTS_MAX = 2;

test("20 replays of the feed read at most 2 batches in an iteration of the event loop", async () => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  using turns = iterationCounter();
  const list: Store["events"]["list"] = (...args) => {
    turns.count();
    return store.events.list(...args);
  };
  const tail = new EventTail({ version: () => store.version(), events: { ...store.events, list } }, () => NOON);
  await using service = await openService({ tail, maxStreamsPerKey: STREAMS }, database);
  await fillFeed(service, 2000, 2);
  const [oldest] = (await service.admin.listEvents({ query: { limit: 1 } })).body as { id: string }[];
  let ended = 0;
  const replay = async () => {
    const response = await service.send(`/v1/events/stream?after=${oldest?.id}`);
    const decoder = new TextDecoder();
    let text = "";
    for await (const part of response.body ?? []) {
      text = text.slice(-100) + decoder.decode(part);
      if (text.includes("id: evt_2000_")) break;
    }
    ended += 1;
  };
  const replays = Array.from({ length: STREAMS }, replay);
  const haveEnded = async () => {
    await tail.poll();
    return ended === STREAMS;
  };
  await until(haveEnded, "the last event of each replay");
  await Promise.all(replays);
  expect(turns.most()).toBeGreaterThan(0);
  expect(turns.most()).toBeLessThanOrEqual(PARTS_MAX);
  await store.close();
});

test("20 inventories read at most 2 parts in an iteration of the event loop, after the first of each", async () => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  using turns = iterationCounter();
  const list: Store["inventory"]["list"] = (slice) => {
    if (slice.after > 1000n) turns.count();
    return store.inventory.list(slice);
  };
  // Without a version nothing is cached.
  const counted = { ...store, version: () => undefined, inventory: { ...store.inventory, list } };
  await using service = await openService({ store: counted, maxStreamsPerKey: STREAMS }, database);
  await service.stock(10_000);
  const read = async () => (await service.send("/v1/inventory")).arrayBuffer();
  await Promise.all(Array.from({ length: STREAMS }, read));
  expect(turns.most()).toBeGreaterThan(0);
  expect(turns.most()).toBeLessThanOrEqual(PARTS_MAX);
  await store.close();
});

test("20 exports read at most 2 parts in an iteration of the event loop", async () => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  using turns = iterationCounter();
  const list: Store["pets"]["list"] = (...args) => {
    turns.count();
    return store.pets.list(...args);
  };
  const counted = { ...store, pets: { ...store.pets, list } };
  await using service = await openService({ store: counted, maxStreamsPerKey: STREAMS }, database);
  await service.stock(10_000);
  // One that finds nothing looks at as many.
  for (const query of ["", "?sex=male"]) {
    const read = async () => (await service.send(`/v1/pets/export${query}`)).arrayBuffer();
    await Promise.all(Array.from({ length: STREAMS }, read));
    expect(turns.most()).toBeGreaterThan(0);
    expect(turns.most()).toBeLessThanOrEqual(PARTS_MAX);
  }
  await store.close();
});

test("of 20,000 pipelined requests 128 begin in one iteration; their connection is closed, and the log counts it", async () => {
  using turns = iterationCounter();
  const newId = () => {
    turns.count();
    return "id";
  };
  const service = await openService({ newId });
  using wire = new Wire(service.port);
  void wire.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20_000));
  expect((await wire.response()).status).toBe(200);
  await wire.rest();
  expect(turns.most()).toBe(REQUESTS_MAX);
  expect((await service.send("/healthz")).status).toBe(200);
  await service[Symbol.asyncDispose]();
  expect(service.log).toContainEqual({ level: "warn", fields: { closed: { pipelined: 1 } } });
});

test("connections that each have one request wait for later iterations, and all get their response", async () => {
  await using service = await openService();
  const wires = Array.from({ length: 3 * REQUESTS_MAX }, () => new Wire(service.port));
  const statuses = wires.map(async (wire) => {
    await wire.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    const { status } = await wire.response();
    wire[Symbol.dispose]();
    return status;
  });
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
});

test("while requests of one key take long, one of another key passes them", async () => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  let time = 0;
  let read = 0;
  let readBefore = Number.NaN;
  const find: Store["pets"]["find"] = (id) => {
    if (id === 404n) readBefore = read;
    read += 1;
    return store.pets.find(id);
  };
  const changes: Partial<Application> = {
    store: { ...store, pets: { ...store.pets, find } },
    // Each request takes five milliseconds.
    stopwatch: () => (time += 5),
  };
  await using service = await openService(changes, database);
  const { key } = await service.as(["pets:read"]);
  const slow = await Promise.all(Array.from({ length: 40 }, () => connected(service.port)));
  using quick = await connected(service.port);
  const get = (wire: Wire, path: string, by: string) =>
    wire.send(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${by}\r\n\r\n`);
  // All of them arrive in the next turn.
  for (const wire of slow) void get(wire, "/v1/pets/1", service.adminKey);
  void get(quick, "/v1/pets/404", key);
  expect((await quick.response()).status).toBe(404);
  // The one that was running, and one for each turn in which connections become readable.
  expect(readBefore).toBeLessThanOrEqual(5);
  for (const wire of slow) {
    expect((await wire.response()).status).toBe(404);
    wire[Symbol.dispose]();
  }
  expect(read).toBe(41);
  await store.close();
});

test("while another key is at work, a key rests twice as long as its long request took", async () => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  let time = 0;
  let slow = 0;
  const find: Store["pets"]["find"] = (id) => {
    if (id === 1n) {
      slow += 1;
      time += 5;
    }
    return store.pets.find(id);
  };
  const changes: Partial<Application> = { store: { ...store, pets: { ...store.pets, find } }, stopwatch: () => time };
  await using service = await openService(changes, database);
  const other = await service.as(["pets:read"]);
  const quick = () => service.send("/v1/pets/404", { headers: { Authorization: `Bearer ${other.key}` } });
  const long = () => service.send("/v1/pets/1").then(({ status }) => status);
  await long();
  expect(slow, "alone, no key rests").toBe(1);
  await quick();
  await long();
  const waiting = long();
  for (let nth = 0; nth < 20; nth++) await quick();
  expect(slow, "its rest has not ended").toBe(2);
  time += 10;
  expect(await waiting).toBe(404);
  expect(slow).toBe(3);
  // Its last rest and the work of the other key are over.
  time += 1000;
  expect(await Promise.all([long(), long(), long()])).toEqual([404, 404, 404]);
  await store.close();
});

test("a key whose rest is short does not wait for the end of a longer one", async () => {
  let time = 0;
  const turns = new FairQueue({ stopwatch: () => time, charge() {}, held() {}, maxWaiting: 10 });
  const work = (keyId: string, ms: number) => turns.run(keyId, "listPets", () => (time += ms));
  const turn = () => new Promise(setImmediate);
  const ended: string[] = [];
  const note = (keyId: string) => Promise.resolve(work(keyId, 0)).then(() => ended.push(keyId));
  jest.useFakeTimers();
  try {
    work("short", 0);
    // From now on it rests for 100 ms.
    work("long", 50);
    void note("long");
    await turn();
    // From now on it rests for 4 ms.
    work("short", 2);
    void note("short");
    await turn();
    time += 4;
    jest.advanceTimersByTime(4);
    for (let nth = 0; nth < 3; nth++) await turn();
    expect(ended).toEqual(["short"]);
    time += 94;
    jest.advanceTimersByTime(94);
    for (let nth = 0; nth < 3; nth++) await turn();
    expect(ended).toEqual(["short", "long"]);
  } finally {
    jest.useRealTimers();
  }
});

/** A connection that has had a response. */
async function connected(port: number): Promise<Wire> {
  const wire = new Wire(port);
  await wire.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  await wire.response();
  return wire;
}
