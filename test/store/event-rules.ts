/* The promises of `Events` in src/core/event-ports.ts, one test for each sentence. They run on each engine. */
import { expect, test } from "bun:test";
import { INT64_MAX, INT64_MIN } from "../../src/contract/common.ts";
import type { EventFilter, NewEvent, StoredEvent } from "../../src/core/event-ports.ts";
import type { Store } from "../../src/core/ports.ts";
import { openEngine } from "../../src/store/index.ts";
import type { Open } from "./conformance.ts";

const AT = Date.UTC(2026, 10, 21, 12);
const ALL = { after: 0n, limit: 1000 };

const pet = (id: bigint, name = "Rex") => ({ id, name, categoryId: 7n, status: "available" as const });
const created = (id = 1n, at = AT): NewEvent => ({ type: "pet.created", at, petId: id, data: pet(id) });

/** Records changes, each in a transaction of its own, and gives them their positions. */
async function append(store: Store, ...events: readonly NewEvent[]): Promise<void> {
  for (const event of events) await store.transaction((repositories) => repositories.events.append(event));
  await store.publishEvents();
}

async function all(store: Store, filter: EventFilter = {}): Promise<readonly StoredEvent[]> {
  return store.events.list(filter, ALL, (await store.events.head()).last);
}

export function eventRules(open: Open): void {
  test("returns an event exactly as it was recorded", async () => {
    await using opened = await open();
    const { store } = opened;
    const full: NewEvent = {
      type: "pet.updated",
      at: AT,
      petId: INT64_MAX,
      key: { name: "front desk", hint: "x7Qz" },
      data: { ...pet(INT64_MAX, "Zoë 🐕"), categoryId: INT64_MIN },
      previous: { categoryId: 2n ** 53n + 1n },
      note: "Reserved",
    };
    const bare: NewEvent = { type: "category.deleted", at: AT + 1, data: { id: 3n, name: "Dogs" } };
    await append(store, full, bare);
    const [first, second] = await all(store);
    expect(first).toEqual({ ...full, position: first?.position ?? 0n, hash: expect.any(String) });
    expect(second).toEqual({ ...bare, position: second?.position ?? 0n, hash: expect.any(String) });
    const positions = [second?.position ?? 0n, first?.position ?? 0n, (second?.position ?? 0n) + 1n, 0n];
    expect(await store.events.hashesAt(positions)).toEqual(
      new Map([first, second].map((event) => [event?.position ?? 0n, event?.hash ?? ""])),
    );
    expect(await store.events.hashesAt([])).toEqual(new Map());
  });

  test("records a change in the transaction that makes it, or not at all", async () => {
    await using opened = await open();
    const { store } = opened;
    const failing = store.transaction(async ({ events }) => {
      await events.append(created(1n));
      throw new Error("no");
    });
    await failing.catch(() => {});
    await append(store, created(2n));
    expect((await all(store)).map(({ petId }) => petId)).toEqual([2n]);
    expect((await store.events.activity(0, 96, 100_000)).map(({ count }) => count)).toEqual([1]);
  });

  test("lists the events that match every given filter, in the order of their positions, none beyond the end", async () => {
    await using opened = await open();
    const { store } = opened;
    const deleted: NewEvent = { type: "pet.deleted", at: AT, petId: 1n, data: pet(1n) };
    await append(store, created(1n), created(2n), deleted, created(3n));
    const events = await all(store);
    const positions = events.map(({ position }) => position);
    expect(events.map(({ petId }) => petId)).toEqual([1n, 2n, 1n, 3n]);
    expect(positions).toEqual(positions.toSorted((a, b) => Number(a - b)));
    expect((await all(store, { petId: 1n })).map(({ type }) => type)).toEqual(["pet.created", "pet.deleted"]);
    expect((await all(store, { types: ["pet.deleted"] })).map(({ petId }) => petId)).toEqual([1n]);
    expect(await all(store, { types: ["pet.deleted", "pet.updated"], petId: 2n })).toEqual([]);
    const [, second = 0n, third = 0n] = positions;
    expect(await store.events.list({}, ALL, second)).toHaveLength(2);
    expect(await store.events.list({}, { after: second, limit: 1 }, INT64_MAX)).toMatchObject([{ position: third }]);
    const newest = { after: INT64_MAX, limit: 2, order: "desc" } as const;
    expect((await store.events.list({}, newest, third)).map(({ petId }) => petId)).toEqual([3n, 1n]);
    expect((await store.events.list({ petId: 1n }, newest, 0n)).map(({ type }) => type)).toEqual([
      "pet.deleted",
      "pet.created",
    ]);
    expect(await store.events.list({ petId: 2n }, newest, third)).toEqual([]);
  });

  test("the head is the last position, and no reader that has seen it misses an event before it, with many writers", async () => {
    await using opened = await open();
    const { store } = opened;
    const beside = await opened.another();
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
    const write = (nth: number) =>
      (nth % 2 === 0 ? store : beside).transaction(async ({ events, pets }) => {
        await events.append(created(BigInt(nth)));
        // Others that begin later commit earlier.
        for (let round = 0; round < (nth * 7) % 20; round++) await pets.find(1n);
      });
    await Promise.all(Array.from({ length: 200 }, (_, nth) => write(nth)));
    isOver = true;
    await reading;
    await store.publishEvents();
    await read();
    expect(seen).toHaveLength(200);
    expect(new Set(seen).size).toBe(200);
    expect((await all(store)).map(({ petId }) => petId ?? 0n)).toEqual(seen);
  });

  test("leaves out types that this version does not know, and their positions count", async () => {
    await using opened = await open();
    const { store } = opened;
    await append(store, created(1n), created(2n), created(3n), created(4n));
    const engine = openEngine(opened.url);
    await engine.transaction(
      ({ sql }) => sql`update events set type = 'pet.adopted', data = '[]' where pet_id in (2, 4)`,
    );
    await engine.close();
    const { last } = await store.events.head();
    const found = await store.events.list({}, { after: 0n, limit: 2 }, last);
    expect(found.map(({ petId }) => petId)).toEqual([1n, 3n]);
    expect(last).toBe((found[1]?.position ?? 0n) + 1n);
    expect((await store.events.hashesAt([last])).get(last)).toBeString();
    expect(await all(store, { petId: 4n })).toEqual([]);
  });

  test("gives positions to more events than are published at once", async () => {
    await using opened = await open();
    await opened.store.transaction(async ({ events }) => {
      for (let nth = 0; nth < 2300; nth++) await events.append(created(BigInt(nth)));
    });
    await opened.store.publishEvents();
    expect(await opened.store.events.head()).toEqual({ last: 2300n, deleted: 0n });
  });

  test("another event at the same position has another hash", async () => {
    await using opened = await open();
    await append(opened.store, created(1n), created(1n), created(2n), created(1n, AT + 1));
    const hashes = (await all(opened.store)).map(({ hash }) => hash);
    expect(hashes[0]).toBe(hashes[1] ?? "");
    expect(new Set(hashes).size).toBe(3);
  });

  test("counts the events by day and type, on so many days of a length from a start on", async () => {
    await using opened = await open();
    const { store } = opened;
    const quarterMs = 900_000;
    const from = AT / quarterMs;
    const deleted: NewEvent = { type: "pet.deleted", at: AT + 2 * quarterMs, petId: 1n, data: pet(1n) };
    await append(store, created(1n, AT - 1), created(), created(1n, AT + 2 * quarterMs - 1), deleted);
    const [first, second] = [
      { day: 0, type: "pet.created" as const, count: 2 },
      { day: 1, type: "pet.deleted" as const, count: 1 },
    ];
    expect(await store.events.activity(from, 2, 2)).toEqual([first, second]);
    expect(await store.events.activity(from, 2, 1)).toEqual([first]);
    expect(await store.events.activity(from - 3, 3, 2)).toEqual([{ ...first, count: 1 }, { ...first, day: 1 }, second]);
    expect(await store.events.activity(from + 3, 2, 9)).toEqual([]);
  });

  test("deletes at most so many counts of the activity before a quarter hour, the oldest first", async () => {
    await using opened = await open();
    const { store } = opened;
    const from = AT / 900_000;
    await append(store, ...[0, 1, 2, 3].map((nth) => created(1n, AT + nth * 900_000)));
    const days = async () => (await store.events.activity(from, 1, 9)).map(({ day }) => day);
    const purge = () => store.transaction(({ events }) => events.purgeActivity(from + 3, 2));
    expect(await purge()).toBe(2);
    expect(await days()).toEqual([2, 3]);
    expect(await purge()).toBe(1);
    expect(await purge()).toBe(0);
    expect(await days()).toEqual([3]);
  });

  test("deletes at most so many events from before a time, the oldest first, and says up to which", async () => {
    await using opened = await open();
    const { store } = opened;
    await append(store, ...[0, 1, 2, 3, 4].map((nth) => created(BigInt(nth), AT + nth)));
    const purge = (before: number, limit: number) => store.transaction(({ events }) => events.purge(before, limit));
    const positions = (await all(store)).map(({ position }) => position);
    expect(await purge(AT, 10)).toBe(0);
    expect(await purge(AT + 3, 2)).toBe(2);
    expect(await store.events.head()).toEqual({ last: positions[4] ?? 0n, deleted: positions[1] ?? 0n });
    expect(await purge(AT + 3, 2)).toBe(1);
    expect(await purge(AT + 3, 2)).toBe(0);
    expect((await all(store)).map(({ position }) => position)).toEqual(positions.slice(3));
    expect(await purge(AT + 9, 10)).toBe(2);
    const last = positions[4] ?? 0n;
    expect(await store.events.head()).toEqual({ last, deleted: last });
    await append(store, created(9n));
    expect((await all(store))[0]?.position).toBe(last + 1n);
  });
}
