/* Long responses share the event loop: between two of their parts, other requests have their turn. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { EventTail } from "../../src/core/feed/event-tail.ts";
import type { Store } from "../../src/core/ports.ts";
import { openStore } from "../../src/store/index.ts";
import { openDatabase } from "../support/databases.ts";
import { fillFeed, NOON, openService } from "../support/harness.ts";
import { until } from "../support/program.ts";

setDefaultTimeout(60_000);

/** Streams at one time. */
const STREAMS = 20;

/** Parts of all streams in one turn, at most. */
const PARTS_MAX = 2;

/** Counts what happens in each turn of the event loop until it is disposed of. */
function turnCounter() {
  let count = 0;
  let most = 0;
  let immediate: NodeJS.Immediate | undefined;
  const next = () => {
    count = 0;
    immediate = setImmediate(next);
  };
  next();
  return {
    count() {
      count += 1;
      most = Math.max(most, count);
    },
    most: () => most,
    [Symbol.dispose]: () => clearImmediate(immediate),
  };
}

test("20 replays of the feed read at most 2 batches in a turn of the event loop", async () => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  using turns = turnCounter();
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

test("20 inventories read at most 2 parts in a turn of the event loop, after the first of each", async () => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  using turns = turnCounter();
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
