/* The promises of `Events` in src/core/feed/event-ports.ts that no client sees. They run on each engine. */
import { expect } from "bun:test";
import { INT64_MAX, INT64_MIN } from "../../src/contract/common.ts";
import type { NewEvent, StoredEvent } from "../../src/core/feed/event-ports.ts";
import type { Store } from "../../src/core/ports.ts";
import { NOON, rex } from "../support/harness.ts";
import { ALL, type Rule } from "./conformance.ts";

const created = (id = 1n, at = NOON): NewEvent => ({ type: "pet.created", at, petId: id, data: { id, ...rex } });

/** Records changes, each in a transaction of its own, and gives them their positions. */
async function append(store: Store, ...events: readonly NewEvent[]): Promise<readonly StoredEvent[]> {
  for (const event of events) await store.transaction((repositories) => repositories.events.append(event));
  await store.publishEvents();
  return all(store);
}

async function all(store: Store): Promise<readonly StoredEvent[]> {
  return store.events.list({}, ALL, (await store.events.head()).last);
}

export function eventRules(rule: Rule): void {
  rule("returns an event exactly as it was recorded", async ({ store }) => {
    const full: NewEvent = {
      type: "pet.updated",
      at: NOON,
      petId: INT64_MAX,
      key: { name: "front desk", hint: "x7Qz" },
      data: { ...rex, id: INT64_MAX, name: "Zoë 🐕", categoryId: INT64_MIN },
      previous: { categoryId: 2n ** 53n + 1n },
      note: "Reserved",
    };
    const bare: NewEvent = { type: "category.deleted", at: NOON + 1, data: { id: 3n, name: "Dogs" } };
    const [first, second] = await append(store, full, bare);
    expect(first).toEqual({ ...full, position: 1n, hash: expect.any(String) });
    expect(second).toEqual({ ...bare, position: 2n, hash: expect.any(String) });
    const hashes = new Map([first, second].map((event) => [event?.position ?? 0n, event?.hash ?? ""]));
    expect(await store.events.hashesAt([2n, 1n, 3n, 0n])).toEqual(hashes);
  });

  rule("lists none beyond the end, in either direction", async ({ store }) => {
    await append(store, created(1n), created(2n), created(1n), created(3n));
    const petsUpTo = async (end: bigint, slice: Parameters<typeof store.events.list>[1], petId?: bigint) =>
      (await store.events.list({ petId }, slice, end)).map((event) => event.petId);
    const newest = { after: INT64_MAX, limit: 2, order: "desc" } as const;
    expect(await petsUpTo(2n, ALL)).toEqual([1n, 2n]);
    expect(await petsUpTo(INT64_MAX, { after: 2n, limit: 1 })).toEqual([1n]);
    expect(await petsUpTo(3n, newest)).toEqual([3n, 1n]);
    expect(await petsUpTo(3n, newest, 2n)).toEqual([]);
  });

  rule("no reader that has seen the head misses an event before it, with many writers", async (given) => {
    const { store, another } = given;
    const beside = await another();
    expect(await store.events.head()).toEqual({ last: 0n, deleted: 0n });
    const seen: bigint[] = [];
    let after = 0n;
    let isOver = false;
    const read = async () => {
      const { last } = await beside.events.head();
      for (const { position, petId } of await beside.events.list({}, { after, limit: 1000 }, last)) {
        expect(position > after).toBe(true);
        after = position;
        seen.push(petId ?? 0n);
      }
    };
    const reading = (async () => {
      while (!isOver) {
        await Promise.all([store.publishEvents(), beside.publishEvents()]);
        await read();
        // SQLite responds at once: its writers need a turn.
        await Bun.sleep(1);
      }
    })();
    await given.concurrently(200, async ({ events, pets }, nth) => {
      await events.append(created(BigInt(nth)));
      // Others that begin later commit earlier.
      for (let round = 0; round < (nth * 7) % 20; round++) await pets.find(1n);
    });
    isOver = true;
    await reading;
    await store.publishEvents();
    await read();
    expect(seen).toHaveLength(200);
    expect(new Set(seen).size).toBe(200);
    expect((await all(store)).map(({ petId }) => petId ?? 0n)).toEqual(seen);
  });

  rule("gives positions to more events than are published at once", async ({ store }) => {
    await store.transaction(async ({ events }) => {
      for (let nth = 0; nth < 2300; nth++) await events.append(created(BigInt(nth)));
    });
    await store.publishEvents();
    expect(await store.events.head()).toEqual({ last: 2300n, deleted: 0n });
  });

  rule("another event at the same position has another hash", async ({ store }) => {
    const events = await append(store, created(1n), created(1n), created(2n), created(1n, NOON + 1));
    const hashes = events.map(({ hash }) => hash);
    expect(hashes[0]).toBe(hashes[1] ?? "");
    expect(new Set(hashes).size).toBe(3);
  });

  rule("counts the events of the days that are asked for, and of none after them", async ({ store }) => {
    const from = NOON / 900_000;
    await append(store, ...[-1, 0, 3, 4].map((nth) => created(1n, NOON + nth * 900_000)));
    const counts = [0, 1].map((day) => ({ day, type: "pet.created" as const, count: 1 }));
    expect(await store.events.activity(from, 2, 2)).toEqual(counts);
  });

  rule("deletes at most so many counts of the activity, the oldest first", async ({ store, write }) => {
    const from = NOON / 900_000;
    await append(store, ...[0, 1, 2, 3].map((nth) => created(1n, NOON + nth * 900_000)));
    const days = async () => (await store.events.activity(from, 1, 9)).map(({ day }) => day);
    expect([await write.events.purgeActivity(from + 3, 2), await days()]).toEqual([2, [2, 3]]);
    expect([await write.events.purgeActivity(from + 3, 2), await days()]).toEqual([1, [3]]);
    expect(await write.events.purgeActivity(from + 3, 2)).toBe(0);
  });

  rule("deletes events from after now, when a clock was wrong, with the one after them", async ({ store, write }) => {
    const later = NOON + 1_000_000;
    await append(store, ...[later, later, NOON, later, NOON + 5, 0].map((at, nth) => created(BigInt(nth), at)));
    const left = async () => (await all(store)).map(({ position }) => position);
    expect([await write.events.purge(NOON + 1, 2, NOON + 9), await left()]).toEqual([2, [3n, 4n, 5n, 6n]]);
    expect([await write.events.purge(NOON + 1, 2, NOON + 9), await left()]).toEqual([1, [4n, 5n, 6n]]);
    // The one at 0 is behind one that is kept: a clock that went back proves nothing of those before it.
    expect([await write.events.purge(NOON + 1, 2, NOON + 9), await left()]).toEqual([0, [4n, 5n, 6n]]);
    expect(await write.events.purge(NOON + 6, 9, NOON + 9)).toBe(3);
  });

  rule("deletes at most so many events, the oldest first, and says up to which", async ({ store, write }) => {
    await append(store, ...[0, 1, 2, 3, 4].map((nth) => created(BigInt(nth), NOON + nth)));
    const purge = (before: number, limit: number) => write.events.purge(before, limit, NOON + 100);
    expect(await purge(NOON, 10)).toBe(0);
    expect(await purge(NOON + 3, 2)).toBe(2);
    expect(await store.events.head()).toEqual({ last: 5n, deleted: 2n });
    for (const purged of [1, 0]) expect(await purge(NOON + 3, 2)).toBe(purged);
    expect((await all(store)).map(({ position }) => position)).toEqual([4n, 5n]);
    expect(await purge(NOON + 9, 10)).toBe(2);
    expect(await store.events.head()).toEqual({ last: 5n, deleted: 5n });
    expect(await append(store, created(9n))).toMatchObject([{ position: 6n }]);
  });
}
