/* The promises of `Deliveries` in src/core/webhooks/webhook-ports.ts that no client sees. They run on each engine. */
import { expect } from "bun:test";
import { PING } from "../../src/contract/webhooks/deliveries.ts";
import type { Repositories } from "../../src/core/ports.ts";
import type { Deliveries, StoredDelivery, StoredWebhook } from "../../src/core/webhooks/webhook-ports.ts";
import { NOON } from "../support/harness.ts";
import { ALL, type Given, type Rule } from "./conformance.ts";
import { add, addWaiting, record, switchOff } from "./webhook-rules.ts";

type Outcome = Parameters<Deliveries["settle"]>[2];

const LEASE_MS = 60_000;
const succeeded: Outcome = {
  state: "succeeded",
  delayMs: 0,
  status: 204,
  durationMs: 12,
  response: "",
  error: undefined,
};
const waiting: Outcome = { ...succeeded, state: "waiting", status: 500, response: "no 🐕" };
const waitingLonger: Outcome = { ...waiting, delayMs: LEASE_MS };

const positions = (deliveries: readonly StoredDelivery[]) => deliveries.map(({ position }) => position ?? 0n);

const listed = ({ store }: Given, { id }: StoredWebhook) => store.deliveries.list(id, undefined, ALL);

const claim = ({ deliveries }: Repositories, { id }: StoredWebhook, limit: number, token: string, leaseMs = LEASE_MS) =>
  deliveries.claim(id, limit, token, leaseMs);

/** A webhook with so many deliveries, all of them claimed as "a". */
async function addClaimed({ store, write }: Given, count: number) {
  const webhook = await addWaiting(store, write, count);
  const claimed = await claim(write, webhook, count, "a");
  return [webhook, ...claimed] as [StoredWebhook, StoredDelivery, StoredDelivery, StoredDelivery];
}

export function deliveryRules(rule: Rule): void {
  rule("creates the deliveries of a webhook for the events after those that have theirs", async (given) => {
    const { store, write } = given;
    const webhook = await add(write);
    const last = await record(store, "pet.created", "pet.deleted", "pet.updated", "pet.created");
    expect(await write.deliveries.fanOut(webhook, last - 1n)).toBe(true);
    const found = await listed(given, webhook);
    expect(positions(found)).toEqual([last - 3n, last - 1n]);
    expect(found[0]).toMatchObject({ type: "pet.created", state: "waiting", attempts: 0, createdAt: NOON });
    const next = (await store.webhooks.find(webhook.id)) as StoredWebhook;
    expect(next.fannedOutTo).toBe(last - 1n);
    expect(await write.deliveries.fanOut(next, last)).toBe(true);
    expect(positions(await listed(given, webhook))).toEqual([last - 3n, last - 1n, last]);
  });

  rule("creates none that another instance created, or of a webhook that is switched off", async (given) => {
    const { store, write } = given;
    const webhook = await add(write);
    const last = await record(store, "pet.created", "pet.created");
    const tries = await given.concurrently(10, ({ deliveries }) => deliveries.fanOut(webhook, last));
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await listed(given, webhook)).toHaveLength(2);
    const off = await add(write);
    await switchOff(write, off);
    expect(await write.deliveries.fanOut(off, last)).toBe(false);
    expect(await listed(given, off)).toEqual([]);
  });

  rule("events that have their delivery already keep it, and those after them get theirs", async (given) => {
    const { store, write, sql } = given;
    const webhook = await addWaiting(store, write, 2);
    const [first] = await claim(write, webhook, 1, "a");
    await write.deliveries.settle(first?.id ?? 0n, "a", succeeded);
    const before = await listed(given, webhook);
    await sql`update webhooks set fanned_out_to = 0 where id = ${webhook.id}`;
    const last = await record(store, "pet.created");
    expect(await write.deliveries.fanOut({ ...webhook, fannedOutTo: 0n }, last)).toBe(true);
    const after = await listed(given, webhook);
    expect(after.slice(0, 2)).toEqual([...before]);
    expect(positions(after.slice(2))).toEqual([last]);
  });

  rule("finds the deliveries of a webhook, a ping among them, and no other's", async ({ store, write }) => {
    const webhook = await add(write);
    const ping = await write.deliveries.insertPing(webhook.id, PING, NOON);
    expect(ping).toMatchObject({ type: PING, state: "waiting", createdAt: NOON });
    expect(ping.position).toBeUndefined();
    expect(await store.deliveries.find(webhook.id, ping.id)).toEqual(ping);
    expect(await store.deliveries.find(webhook.id + 1n, ping.id)).toBeUndefined();
    expect(await write.deliveries.retry(webhook.id + 1n, ping.id)).toBeUndefined();
  });

  rule("claims deliveries that are due, at most so many, oldest first, and nobody else gets them", async (given) => {
    const { store, write } = given;
    const webhook = await addWaiting(store, write, 5);
    const all = positions(await listed(given, webhook));
    const first = await claim(write, webhook, 2, "a");
    expect(positions(first)).toEqual(all.slice(0, 2));
    expect(first[0]).toMatchObject({ state: "sending", attempts: 1 });
    expect(positions(await claim(write, webhook, 9, "b"))).toEqual(all.slice(2));
    expect(await claim(write, webhook, 9, "c")).toEqual([]);
    expect(await claim(write, await add(write), 9, "d")).toEqual([]);
  });

  rule("each delivery is claimed once by many instances", async ({ store, write, concurrently }) => {
    const webhook = await addWaiting(store, write, 60);
    const claims = await concurrently(20, (repositories, nth) => claim(repositories, webhook, 5, `token ${nth}`));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length + (await claim(write, webhook, 60, "rest")).length).toBe(60);
  });

  rule("a claim is lost when its lease ends, and settling it then changes nothing", async (given) => {
    const { store, write } = given;
    const webhook = await addWaiting(store, write, 1);
    const [{ id } = { id: 0n }] = await claim(write, webhook, 1, "late", -1);
    expect(await claim(write, webhook, 1, "taken")).toMatchObject([{ id, attempts: 2 }]);
    const before = await listed(given, webhook);
    expect(await write.deliveries.settle(id, "late", succeeded)).toBeUndefined();
    await write.deliveries.release(id, "late");
    expect(await listed(given, webhook)).toEqual(before);
    expect(await write.deliveries.settle(id, "taken", succeeded)).toBeNumber();
    expect(await write.deliveries.settle(id, "taken", succeeded)).toBeUndefined();
  });

  rule(
    "stores what happened to a claimed delivery: one that is waiting is due again after the delay",
    async (given) => {
      const { store, write } = given;
      const [webhook, first, second] = await addClaimed(given, 2);
      await write.deliveries.settle(first.id, "a", waiting);
      await write.deliveries.settle(second.id, "a", waitingLonger);
      const { delayMs: _delay, error, ...stored } = waiting;
      const found = await store.deliveries.list(webhook.id, "waiting", ALL);
      expect(found).toMatchObject([stored, stored]);
      expect(found.map((delivery) => delivery.error)).toEqual([error, error]);
      expect((found[0]?.attemptedAt ?? 0) > NOON).toBe(true);
      expect(await claim(write, webhook, 2, "b")).toMatchObject([{ id: first.id }]);
    },
  );

  rule("gives a claimed delivery back as if it had not been claimed", async (given) => {
    const { store, write } = given;
    const [webhook, { id }] = await addClaimed(given, 1);
    await write.deliveries.release(id, "a");
    expect(await store.deliveries.list(webhook.id, "waiting", ALL)).toMatchObject([{ id, attempts: 0 }]);
    expect(await claim(write, webhook, 1, "b")).toMatchObject([{ id, attempts: 1 }]);
  });

  rule("lists the deliveries of a webhook, if given only those in a state", async (given) => {
    const { store, write } = given;
    const webhook = await addWaiting(store, write, 3);
    await addWaiting(store, write, 1);
    const [first] = await claim(write, webhook, 1, "a");
    await write.deliveries.settle(first?.id ?? 0n, "a", succeeded);
    const all = await listed(given, webhook);
    expect(all.map(({ state }) => state)).toEqual(["succeeded", "waiting", "waiting"]);
    expect(await store.deliveries.list(webhook.id, "waiting", ALL)).toEqual(all.slice(1));
    const slice = { after: all[2]?.id ?? 0n, limit: 1, order: "desc" } as const;
    expect(await store.deliveries.list(webhook.id, undefined, slice)).toEqual(all.slice(1, 2));
  });

  rule(
    "makes a delivery due now unless it is claimed; it keeps its attempts, and its pauses start over",
    async (given) => {
      const { write } = given;
      const [webhook, first, second] = await addClaimed(given, 2);
      expect(await write.deliveries.retry(webhook.id, first.id)).toBeUndefined();
      await write.deliveries.settle(first.id, "a", { ...waitingLonger, state: "failed" });
      await write.deliveries.settle(second.id, "a", succeeded);
      const again = { state: "waiting", attempts: 1, attemptsBefore: 1 } as const;
      for (const { id } of [first, second]) expect(await write.deliveries.retry(webhook.id, id)).toMatchObject(again);
      expect(await claim(write, webhook, 2, "b")).toMatchObject([{ attempts: 2, attemptsBefore: 1 }, { attempts: 2 }]);
    },
  );

  rule("makes every waiting delivery of a webhook due now, and no other", async (given) => {
    const { write } = given;
    const [webhook, first, second] = await addClaimed(given, 3);
    for (const { id } of [first, second]) await write.deliveries.settle(id, "a", waitingLonger);
    expect(await claim(write, webhook, 3, "b")).toEqual([]);
    await write.deliveries.retryWaiting(webhook.id);
    expect(positions(await claim(write, webhook, 3, "c"))).toEqual(positions([first, second]));
  });

  rule("deletes at most so many deliveries of events from before a time", async (given) => {
    const { store, write } = given;
    const webhook = await addWaiting(store, write, 5);
    const all = positions(await listed(given, webhook));
    expect(await write.deliveries.purge(NOON, 10)).toBe(0);
    for (const purged of [2, 1, 0]) expect(await write.deliveries.purge(NOON + 3, 2)).toBe(purged);
    expect(positions(await listed(given, webhook))).toEqual(all.slice(3));
  });

  rule("deletes at most so many deliveries of a deleted webhook, then the webhook", async (given) => {
    const { store, write, sql } = given;
    const kept = await addWaiting(store, write, 1);
    const webhook = await addWaiting(store, write, 3);
    expect(await write.deliveries.purgeDeleted(2)).toBe(0);
    await write.webhooks.delete(webhook.id, NOON);
    for (let round = 0; (await write.deliveries.purgeDeleted(2)) > 0; round++) expect(round).toBeLessThan(5);
    expect(await listed(given, webhook)).toEqual([]);
    expect(await listed(given, kept)).not.toEqual([]);
    expect(await sql`select id from webhooks`).toEqual([{ id: kept.id }]);
  });
}
