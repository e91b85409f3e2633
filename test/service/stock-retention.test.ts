/* Older stock changes are summed up: what a pet has, when it came and what doctor proves stay as they are. */
import { expect } from "bun:test";
import * as fc from "fast-check";
import { diagnose } from "../../src/commands/doctor/diagnosis.ts";
import { DAY_MS } from "../../src/core/feed/local-days.ts";
import type { Store } from "../../src/core/ports.ts";
import { purge } from "../../src/core/purge/purge.ts";
import { openStore } from "../../src/store/index.ts";
import { openDatabase, test } from "../support/databases.ts";
import {
  addPet,
  adjustment,
  bodyOf,
  NOON,
  NOW,
  openService,
  openWithPet,
  type TestService,
} from "../support/harness.ts";

const petId = 1n;
const YEAR_MS = 365 * DAY_MS;
const call = { params: { petId } };

/** Sums up what is older than a year, as the service does every hour. */
async function sumUp({ store, now, publish }: TestService, stockKeptSince = now - YEAR_MS): Promise<void> {
  await publish();
  await purge(store, "stock changes", { now, keptSince: 0, stockKeptSince });
}

async function failuresOf({ databaseUrl, now }: Pick<TestService, "databaseUrl" | "now">): Promise<readonly string[]> {
  const failures: string[] = [];
  for await (const { level, check, text } of diagnose(databaseUrl, now, {
    readUrls: [],
    eventsRetentionMs: DAY_MS,
    inquiriesRetentionMs: DAY_MS,
  })) {
    if (level === "FAIL") failures.push(`${check}: ${text}`);
  }
  return failures;
}

/** The changes of the pet, without their times. */
async function countsOf(service: TestService) {
  return (await changesOf(service)).map(([reason, delta, quantity]) => [reason, delta, quantity]);
}

async function changesOf({ reader }: TestService) {
  const changes = await bodyOf(reader.listStockChanges({ ...call, query: { limit: 100 } }));
  return changes.map(({ reason, delta, quantity, at }) => [reason, delta, quantity, at] as const);
}

test("all old changes of a pet but its first become one, with their sum and the time of the last", async () => {
  await using service = await openWithPet(undefined, 5);
  const arrive = async (delta: number) => {
    service.now += DAY_MS;
    await bodyOf(service.clerk.changeStock({ ...call, body: { delta, reason: "arrival", note: "from Ann" } }));
    return new Date(service.now).toISOString();
  };
  await arrive(3);
  const last = await arrive(-2);
  const before = await bodyOf(service.reader.getInventoryEntry(call));
  service.now += YEAR_MS;
  const recent = await arrive(4);

  await sumUp(service);
  const summed = [
    ["created", 5, 5, NOW],
    ["summary", 1, 6, last],
    ["arrival", 4, 10, recent],
  ] as const;
  expect(await changesOf(service)).toEqual([...summed]);
  expect(await bodyOf(service.reader.getInventoryEntry(call))).toEqual({ ...before, quantity: 10 });
  expect(await failuresOf(service)).toEqual([]);

  // A summary is summed up with what grows old after it, and one change is left alone.
  const later = await arrive(-1);
  service.now += YEAR_MS + DAY_MS;
  await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
  await sumUp(service);
  expect(await changesOf(service)).toEqual([
    ["created", 5, 5, NOW],
    ["summary", 4, 9, later],
  ]);
  expect(JSON.stringify(await service.rows("stock_changes"), (_, value) => String(value))).not.toContain("Ann");
  expect(await failuresOf(service)).toEqual([]);
});

test("without a number of days every change stays, also of a pet of many years", async () => {
  await using service = await openWithPet();
  for (const delta of [1, 2, 3]) await service.clerk.changeStock({ ...call, body: { delta, reason: "arrival" } });
  service.now += 50 * YEAR_MS;
  await service.publish();
  await purge(service.store, "stock changes", { now: service.now, keptSince: service.now });
  expect(await changesOf(service)).toHaveLength(4);
});

test("orders whose placing is summed up are cancelled and returned, and doctor finds nothing wrong", async () => {
  await using service = await openWithPet(undefined, 5);
  const orders: bigint[] = [];
  for (let n = 0; n < 3; n++)
    orders.push((await bodyOf(service.clerk.placeOrder({ body: { petId, quantity: 1 } }))).id);
  const [open, returned, complete] = orders as [bigint, bigint, bigint];
  await bodyOf(service.clerk.completeOrder({ params: { orderId: complete } }));
  service.now += 2 * YEAR_MS;
  await bodyOf(service.clerk.completeOrder({ params: { orderId: returned } }));
  await bodyOf(service.clerk.changeStock({ ...call, body: { delta: 1, reason: "arrival" } }));
  await sumUp(service);
  expect(await countsOf(service)).toEqual([
    ["created", 5, 5],
    ["summary", -3, 2],
    ["arrival", 1, 3],
  ]);
  expect(await failuresOf(service)).toEqual([]);

  await bodyOf(service.clerk.cancelOrder({ params: { orderId: open } }));
  await bodyOf(service.clerk.returnOrder({ params: { orderId: returned }, body: {} }));
  expect(await failuresOf(service)).toEqual([]);
  service.now += 2 * YEAR_MS;
  await service.clerk.changeStock({ ...call, body: { delta: 1, reason: "arrival" } });
  await sumUp(service);
  expect(await countsOf(service)).toEqual([
    ["created", 5, 5],
    ["summary", 0, 5],
    ["arrival", 1, 6],
  ]);
  expect(await failuresOf(service)).toEqual([]);
});

test("doctor still finds an order without its change that is younger than the summary, and a wrong sum", async () => {
  await using service = await openWithPet(undefined, 9);
  for (let n = 0; n < 3; n++) await service.clerk.changeStock({ ...call, body: { delta: 1, reason: "arrival" } });
  service.now += 2 * YEAR_MS;
  const { id } = await bodyOf(service.clerk.placeOrder({ body: { petId, quantity: 2 } }));
  await sumUp(service);
  await service.sql("delete from stock_changes where reason = 'order_placed'");
  expect(await failuresOf(service)).toEqual([
    expect.stringMatching(/^stock: pet 1 has quantity 10, but its changes add up to 12/),
    `orders: order ${id} of 2 has no stock change`,
  ]);
});

test("changes that two instances make while two others sum up are neither lost nor counted twice", async () => {
  await using database = await openDatabase();
  await using service = await openService({}, database);
  const another = await openStore(database.url, NOON, { serves: true });
  const pets = [await addPet(service.store, undefined, 0), await addPet(service.store, undefined, 0)];
  const change = ({ transaction }: Store, nth: number) =>
    transaction(({ inventory }) => {
      const { id } = pets[nth % 2] ?? { id: petId };
      return inventory.change(adjustment(id, 1));
    });
  let isOver = false;
  const fold = async ({ transaction }: Store) => {
    while (!isOver) await transaction(({ inventory }) => inventory.foldChanges(NOON + 1, 7));
  };
  const folding = [service.store, another].map(fold);
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 10 }, (_, nth) => change(nth % 4 < 2 ? service.store : another, nth)));
  }
  isOver = true;
  await Promise.all(folding);
  while ((await another.transaction(({ inventory }) => inventory.foldChanges(NOON + 1, 7))) > 0);
  for (const { id } of pets) {
    expect(await another.inventory.changes(id, { after: 0n, limit: 99 })).toMatchObject([
      { reason: "created", delta: 0 },
      { reason: "summary", delta: 100, quantity: 100 },
    ]);
  }
  await another.close();
  expect(await failuresOf(service)).toEqual([]);
});

/** Sums up five changes at a time, and is killed in the middle of the third batch. */
const FOLD_AND_DIE = `
  import { openStore } from ${JSON.stringify(`${import.meta.dir}/../../src/store/index.ts`)};
  const store = await openStore(process.argv[1], ${NOON}, { serves: true });
  const fold = (end) => store.transaction(async ({ inventory }) => {
    await inventory.foldChanges(${NOON + 1}, 5);
    if (end) process.kill(process.pid, "SIGKILL");
  });
  await fold(false);
  await fold(false);
  await fold(true);`;

test("kill -9 while changes are summed up leaves every sum as it was, and the next run goes on", async () => {
  await using database = await openDatabase();
  await using service = await openService({}, database);
  for (let n = 0; n < 4; n++) await addPet(service.store, undefined, n);
  for (let n = 0; n < 40; n++) {
    await service.store.transaction(({ inventory }) => inventory.change(adjustment(BigInt((n % 4) + 1), 1)));
  }
  const child = Bun.spawn([process.execPath, "--eval", FOLD_AND_DIE, database.url], { stderr: "inherit" });
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  const position = async () => Object.values((await service.rows("stock_folding"))[0] as object).map(Number);
  expect(await position()).toEqual([1, 10]);
  expect(await failuresOf(service)).toEqual([]);
  await sumUp(service, NOON + 1);
  expect(await position()).toEqual([1, 44]);
  expect(await countsOf(service)).toEqual([
    ["created", 0, 0],
    ["summary", 10, 10],
  ]);
  expect(await failuresOf(service)).toEqual([]);
});

test("whatever is ordered, returned and counted over years, sums and doctor agree after each time", async () => {
  const act = fc.constantFrom("arrive", "place", "complete", "cancel", "return", "reopen", "wait", "fold");
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (acts) => {
      await using service = await openWithPet(undefined, 3);
      const { clerk } = service;
      let orders: bigint[] = [];
      for (const [nth, one] of acts.entries()) {
        service.now += DAY_MS / 2;
        const order = { params: { orderId: orders[nth % Math.max(orders.length, 1)] ?? 1n } };
        if (one === "arrive") await clerk.changeStock({ ...call, body: { delta: 1 + (nth % 3), reason: "arrival" } });
        else if (one === "place") {
          const { body } = await clerk.placeOrder({ body: { petId, quantity: 1 } });
          if ("petId" in body) orders = [...orders, body.id];
        } else if (one === "complete") await clerk.completeOrder(order);
        else if (one === "cancel") await clerk.cancelOrder(order);
        else if (one === "return") await clerk.returnOrder({ ...order, body: { restock: nth % 2 === 0 } });
        else if (one === "reopen") await clerk.reopenOrder(order);
        else if (one === "wait") service.now += 20 * DAY_MS;
        else await sumUp(service, service.now - 30 * DAY_MS);
      }
      await sumUp(service, service.now - 30 * DAY_MS);
      const changes = await changesOf(service);
      const { quantity } = await bodyOf(service.reader.getInventoryEntry(call));
      expect(changes[0]).toEqual(["created", 3, 3, NOW]);
      expect(changes.reduce((sum, [, delta]) => sum + delta, 0)).toBe(quantity);
      expect(changes.at(-1)?.[2]).toBe(quantity);
      expect(await failuresOf(service)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
