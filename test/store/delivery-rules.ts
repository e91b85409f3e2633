/* The promises of `Deliveries` in src/core/webhook-ports.ts, one test for each sentence. They run on each engine. */
import { expect, test } from "bun:test";
import { PING } from "../../src/contract/deliveries.ts";
import type { Store } from "../../src/core/ports.ts";
import type { StoredDelivery, StoredWebhook } from "../../src/core/webhook-ports.ts";
import { openEngine } from "../../src/store/index.ts";
import type { Open } from "./conformance.ts";
import {
  ALL,
  AT,
  add,
  addWaiting,
  claim,
  LEASE_MS,
  record,
  settle,
  succeeded,
  switchOff,
  waiting,
} from "./webhook-rules.ts";

const positions = (deliveries: readonly StoredDelivery[]) => deliveries.map(({ position }) => position ?? 0n);

export function deliveryRules(open: Open): void {
  test("creates the deliveries of a webhook for the events after those that have theirs, up to a position", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await add(store);
    const last = await record(store, "pet.created", "pet.deleted", "pet.updated", "pet.created");
    const fanOut = (expected: StoredWebhook, to: bigint) =>
      store.transaction(({ deliveries }) => deliveries.fanOut(expected, to));
    expect(await fanOut(webhook, last - 1n)).toBe(true);
    const found = await store.deliveries.list(webhook.id, undefined, ALL);
    expect(positions(found)).toEqual([last - 3n, last - 1n]);
    expect(found[0]).toMatchObject({
      webhookId: webhook.id,
      type: "pet.created",
      state: "waiting",
      attempts: 0,
      createdAt: AT,
    });
    const next = (await store.webhooks.find(webhook.id)) as StoredWebhook;
    expect(next.fannedOutTo).toBe(last - 1n);
    expect(await fanOut(next, last)).toBe(true);
    expect(positions(await store.deliveries.list(webhook.id, undefined, ALL))).toEqual([last - 3n, last - 1n, last]);
  });

  test("creates no deliveries that another instance created, or of a webhook that is switched off", async () => {
    await using opened = await open();
    const { store } = opened;
    const beside = await opened.another();
    const webhook = await add(store);
    const last = await record(store, "pet.created", "pet.created");
    const fanOut = (on: Store, expected: StoredWebhook) =>
      on.transaction(({ deliveries }) => deliveries.fanOut(expected, last));
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => fanOut(nth % 2 === 0 ? store : beside, webhook)),
    );
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await store.deliveries.list(webhook.id, undefined, ALL)).toHaveLength(2);
    const off = await add(store);
    await switchOff(store, off);
    expect(await fanOut(store, off)).toBe(false);
    expect(await store.deliveries.list(off.id, undefined, ALL)).toEqual([]);
  });

  test("events that have their delivery already keep it, and those after them get theirs", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 2);
    const [first] = await claim(store, webhook, 1, "a");
    await settle(store, first as StoredDelivery, "a", succeeded);
    const before = await store.deliveries.list(webhook.id, undefined, ALL);
    const engine = openEngine(opened.url);
    await engine.transaction(({ sql }) => sql`update webhooks set fanned_out_to = 0 where id = ${webhook.id}`);
    await engine.close();
    const last = await record(store, "pet.created");
    const fanOut = store.transaction(({ deliveries }) => deliveries.fanOut({ ...webhook, fannedOutTo: 0n }, last));
    expect(await fanOut).toBe(true);
    const after = await store.deliveries.list(webhook.id, undefined, ALL);
    expect(after.slice(0, 2)).toEqual([...before]);
    expect(positions(after.slice(2))).toEqual([last]);
  });

  test("creates a delivery without an event", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await add(store);
    const ping = await store.transaction(({ deliveries }) => deliveries.insertPing(webhook.id, PING, AT));
    expect(ping).toMatchObject({
      webhookId: webhook.id,
      position: undefined,
      type: PING,
      state: "waiting",
      createdAt: AT,
    });
    expect(await store.deliveries.find(webhook.id, ping.id)).toEqual(ping);
    expect(await store.deliveries.find(webhook.id + 1n, ping.id)).toBeUndefined();
    expect(await claim(store, webhook, 5, "a")).toMatchObject([{ id: ping.id }]);
  });

  test("claims deliveries that are due, at most so many, oldest first, and nobody else gets them", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 5);
    const all = positions(await store.deliveries.list(webhook.id, undefined, ALL));
    const first = await claim(store, webhook, 2, "a");
    expect(positions(first)).toEqual(all.slice(0, 2));
    expect(first[0]).toMatchObject({ state: "sending", attempts: 1 });
    expect(positions(await claim(store, webhook, 9, "b"))).toEqual(all.slice(2));
    expect(await claim(store, webhook, 9, "c")).toEqual([]);
    expect(await claim(store, await add(store), 9, "d")).toEqual([]);
  });

  test("each delivery is claimed once by many instances", async () => {
    await using opened = await open();
    const { store } = opened;
    const beside = await opened.another();
    const webhook = await addWaiting(store, 60);
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => claim(nth % 2 === 0 ? store : beside, webhook, 5, `token ${nth}`)),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length + (await claim(store, webhook, 60, "rest")).length).toBe(60);
  });

  test("a claim is lost when its lease ends, and settling it then changes nothing", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 1);
    const [late] = await claim(store, webhook, 1, "late", -1);
    const [taken] = await claim(store, webhook, 1, "taken");
    expect(taken).toMatchObject({ id: late?.id ?? 0n, attempts: 2 });
    const { id } = taken as StoredDelivery;
    const before = await store.deliveries.find(webhook.id, id);
    expect(await settle(store, late as StoredDelivery, "late", succeeded)).toBe(false);
    await store.transaction(({ deliveries }) => deliveries.release(id, "late"));
    expect(await store.deliveries.find(webhook.id, id)).toEqual(before as StoredDelivery);
    expect(await settle(store, taken as StoredDelivery, "taken", succeeded)).toBe(true);
    expect(await settle(store, taken as StoredDelivery, "taken", succeeded)).toBe(false);
  });

  test("stores what happened to a claimed delivery: one that is waiting is due again after the delay", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 2);
    const [first, second] = await claim(store, webhook, 2, "a");
    expect(await settle(store, first as StoredDelivery, "a", waiting)).toBe(true);
    const later = { ...waiting, delayMs: LEASE_MS };
    expect(await settle(store, second as StoredDelivery, "a", later)).toBe(true);
    const { delayMs: _delay, ...stored } = waiting;
    const found = await store.deliveries.list(webhook.id, "waiting", ALL);
    expect(found).toMatchObject([stored, stored]);
    expect((found[0]?.attemptedAt ?? 0) > AT).toBe(true);
    expect(positions(await claim(store, webhook, 2, "b"))).toEqual(positions([first as StoredDelivery]));
  });

  test("gives a claimed delivery back as if it had not been claimed", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 1);
    const [claimed] = await claim(store, webhook, 1, "a");
    await store.transaction(({ deliveries }) => deliveries.release(claimed?.id ?? 0n, "a"));
    expect(await store.deliveries.list(webhook.id, "waiting", ALL)).toMatchObject([
      { id: claimed?.id ?? 0n, attempts: 0 },
    ]);
    expect(await claim(store, webhook, 1, "b")).toMatchObject([{ id: claimed?.id ?? 0n, attempts: 1 }]);
  });

  test("leaves out types that this version does not know, for an instance of a newer one", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 2);
    const engine = openEngine(opened.url);
    const [first] = await store.deliveries.list(webhook.id, undefined, ALL);
    await engine.transaction(
      ({ sql }) => sql`update webhook_deliveries set type = 'pet.adopted' where id = ${first?.id ?? 0n}`,
    );
    await engine.close();
    const claimed = await claim(store, webhook, 2, "a");
    expect(claimed.map(({ type }) => type)).toEqual(["pet.created"]);
  });

  test("lists the deliveries of a webhook, if given only those in a state", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 3);
    await addWaiting(store, 1);
    const [first] = await claim(store, webhook, 1, "a");
    await settle(store, first as StoredDelivery, "a", succeeded);
    const all = await store.deliveries.list(webhook.id, undefined, ALL);
    expect(all.map(({ state }) => state)).toEqual(["succeeded", "waiting", "waiting"]);
    expect(await store.deliveries.list(webhook.id, "waiting", ALL)).toEqual(all.slice(1));
    expect(
      await store.deliveries.list(webhook.id, undefined, { after: all[2]?.id ?? 0n, limit: 1, order: "desc" }),
    ).toEqual(all.slice(1, 2));
  });

  test("makes a delivery due now unless it is claimed; it keeps its attempts, and its pauses start over", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 2);
    const [first, second] = await claim(store, webhook, 2, "a");
    const retry = (id = 0n) => store.transaction(({ deliveries }) => deliveries.retry(webhook.id, id));
    expect(await retry(first?.id)).toBeUndefined();
    const failed = { ...waiting, state: "failed" as const, delayMs: LEASE_MS };
    await settle(store, first as StoredDelivery, "a", failed);
    await settle(store, second as StoredDelivery, "a", succeeded);
    const again = { state: "waiting", attempts: 1, attemptsBefore: 1 } as const;
    expect(await retry(first?.id)).toMatchObject(again);
    expect(await retry(second?.id)).toMatchObject(again);
    expect(await claim(store, webhook, 2, "b")).toMatchObject([{ attempts: 2, attemptsBefore: 1 }, { attempts: 2 }]);
  });

  test("makes every waiting delivery of a webhook due now, and no other", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 3);
    const claimed = await claim(store, webhook, 3, "a");
    const later = { ...waiting, delayMs: LEASE_MS };
    for (const delivery of claimed.slice(0, 2)) await settle(store, delivery, "a", later);
    expect(await claim(store, webhook, 3, "b")).toEqual([]);
    await store.transaction(({ deliveries }) => deliveries.retryWaiting(webhook.id));
    expect(positions(await claim(store, webhook, 3, "c"))).toEqual(positions(claimed.slice(0, 2)));
  });

  test("knows whether a delivery of a type is neither delivered nor given up", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await add(store);
    const hasOpen = () => store.deliveries.hasOpen(webhook.id, PING);
    expect(await hasOpen()).toBe(false);
    await store.transaction(({ deliveries }) => deliveries.insertPing(webhook.id, PING, AT));
    expect(await hasOpen()).toBe(true);
    const [claimed] = await claim(store, webhook, 1, "a");
    expect(await hasOpen()).toBe(true);
    await settle(store, claimed as StoredDelivery, "a", { ...waiting, state: "failed" });
    expect(await hasOpen()).toBe(false);
  });

  test("deletes at most so many deliveries of events from before a time", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 5);
    const purge = (before: number, limit: number) =>
      store.transaction(({ deliveries }) => deliveries.purge(before, limit));
    const all = positions(await store.deliveries.list(webhook.id, undefined, ALL));
    expect(await purge(AT, 10)).toBe(0);
    expect([await purge(AT + 3, 2), await purge(AT + 3, 2), await purge(AT + 3, 2)]).toEqual([2, 1, 0]);
    expect(positions(await store.deliveries.list(webhook.id, undefined, ALL))).toEqual(all.slice(3));
  });

  test("deletes at most so many deliveries of a deleted webhook, then the webhook", async () => {
    await using opened = await open();
    const { store } = opened;
    const kept = await addWaiting(store, 1);
    const webhook = await addWaiting(store, 3);
    const purge = () => store.transaction(({ deliveries }) => deliveries.purgeDeleted(2));
    expect(await purge()).toBe(0);
    await store.transaction(({ webhooks }) => webhooks.delete(webhook.id, AT));
    for (let round = 0; (await purge()) > 0; round++) expect(round).toBeLessThan(5);
    expect(await store.deliveries.list(webhook.id, undefined, ALL)).toEqual([]);
    expect(await store.deliveries.list(kept.id, undefined, ALL)).not.toEqual([]);
    const engine = openEngine(opened.url);
    expect(await engine.sql<{ id: bigint }>`select id from webhooks`).toEqual([{ id: kept.id }]);
    await engine.close();
  });
}
