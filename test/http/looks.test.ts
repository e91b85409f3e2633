/* How few looks at the version of the store serve how many requests. */
import { expect } from "bun:test";
import { Looks } from "../../src/http/looks.ts";
import { openStore } from "../../src/store/index.ts";
import { openDatabase, test } from "../databases.ts";
import { NOON } from "../harness.ts";

/** A store of the engine that the test runs on, whose looks are counted. */
async function openCounted() {
  const database = await openDatabase();
  const store = await openStore(database.url, NOON, { connections: 2 });
  const counted = { sent: 0, inFlight: 0, inFlightMost: 0 };
  const looks = new Looks(() => {
    counted.sent += 1;
    const look = store.version();
    if (!(look instanceof Promise)) return look;
    counted.inFlightMost = Math.max(counted.inFlightMost, ++counted.inFlight);
    return look.finally(() => {
      counted.inFlight -= 1;
    });
  });
  return {
    store,
    looks,
    counted,
    async [Symbol.asyncDispose]() {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

test("requests that come at once share one look, or on a server the one that is sent after the first has come back", async () => {
  await using opened = await openCounted();
  const { looks, counted, store } = opened;
  for (let round = 1; round <= 3; round++) {
    const versions = await Promise.all(Array.from({ length: 50 }, () => looks.forRequest()));
    expect(new Set(versions)).toEqual(new Set([await store.version()]));
    expect(counted.sent).toBeLessThanOrEqual(2 * round);
    await new Promise(setImmediate);
  }
});

test("one look is on its way at most, however requests come", async () => {
  await using opened = await openCounted();
  const { looks, counted } = opened;
  const asked = Array.from({ length: 200 }, async (_, nth) => {
    await Bun.sleep(nth % 17);
    expect(await looks.forRequest()).toBeDefined();
  });
  await Promise.all(asked);
  expect(counted.inFlightMost).toBeLessThanOrEqual(1);
});

test("a look that fails tells nothing, and the next one is sent nevertheless", async () => {
  await using opened = await openCounted();
  const { looks, counted, store } = opened;
  await store.close();
  for (let nth = 1; nth <= 3; nth++) {
    expect(await looks.now()).toBeUndefined();
    expect(counted.sent).toBe(nth);
  }
});
