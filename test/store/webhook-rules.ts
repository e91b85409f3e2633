/* The promises of `Webhooks` in src/core/webhook-ports.ts, one test for each sentence. They run on each engine. */
import { expect, test } from "bun:test";
import type { EventType } from "../../src/contract/events.ts";
import type { Store } from "../../src/core/ports.ts";
import type { Deliveries, NewWebhook, StoredDelivery, StoredWebhook } from "../../src/core/webhook-ports.ts";
import { openEngine } from "../../src/store/index.ts";
import type { Open } from "./conformance.ts";

export const AT = Date.UTC(2026, 10, 21, 12);
export const ALL = { after: 0n, limit: 1000 };
export const LEASE_MS = 60_000;
const DAY_MS = 86_400_000;

type Outcome = Parameters<Deliveries["settle"]>[2];

const shop: NewWebhook = {
  url: "https://shop.example/hook",
  types: ["pet.created", "pet.updated"],
  description: "Zoë's shop 🐕",
  secret: "whsec_first",
  createdAt: AT,
  fannedOutTo: 0n,
};

export const add = (store: Store, webhook: Partial<NewWebhook> = {}) =>
  store.transaction(({ webhooks }) => webhooks.insert({ ...shop, ...webhook }));

/** Records events of these types and returns the last position. */
export async function record(store: Store, ...types: readonly EventType[]): Promise<bigint> {
  await store.transaction(async ({ events }) => {
    for (const [index, type] of types.entries()) {
      const data = { id: 1n, name: "Rex", categoryId: 7n, status: "available" };
      await events.append({ type, at: AT + index, petId: 1n, data });
    }
  });
  await store.publishEvents();
  return (await store.events.head()).last;
}

/** A webhook with so many deliveries that wait. */
export async function addWaiting(store: Store, count: number): Promise<StoredWebhook> {
  const webhook = await add(store);
  const last = await record(store, ...Array<EventType>(count).fill("pet.created"));
  expect(await store.transaction(({ deliveries }) => deliveries.fanOut(webhook, last))).toBe(true);
  return webhook;
}

export const claim = (store: Store, { id }: StoredWebhook, limit: number, token: string, leaseMs = LEASE_MS) =>
  store.transaction(({ deliveries }) => deliveries.claim(id, limit, token, leaseMs));

export const succeeded: Outcome = {
  state: "succeeded",
  delayMs: 0,
  status: 204,
  durationMs: 12,
  response: "",
  error: undefined,
};
export const waiting: Outcome = {
  state: "waiting",
  delayMs: 0,
  status: 500,
  durationMs: 3,
  response: "no 🐕",
  error: undefined,
};

export const settle = (store: Store, { id }: StoredDelivery, token: string, outcome: Outcome) =>
  store.transaction(({ deliveries }) => deliveries.settle(id, token, outcome));

export function webhookRules(open: Open): void {
  test("stores a webhook, switched on, and returns it with a new positive id", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await add(store);
    const state = { active: true, previousSecret: undefined, failingSince: undefined, disabledReason: undefined };
    expect(webhook).toEqual({ ...shop, ...state, id: webhook.id, revision: webhook.revision });
    expect(webhook.id > 0n).toBe(true);
    const bare = await add(store, { description: undefined, types: ["order.placed"] });
    expect(await store.webhooks.find(webhook.id)).toEqual(webhook);
    expect(await store.webhooks.find(bare.id)).toEqual(bare);
    expect(await store.webhooks.find(bare.id + 1n)).toBeUndefined();
    expect(await store.webhooks.list(ALL)).toEqual([webhook, bare]);
    expect(await store.webhooks.list({ after: bare.id, limit: 9, order: "desc" })).toEqual([webhook]);
  });

  test("returns every webhook that is switched on, whether a delivery is due, and the age of the oldest", async () => {
    await using opened = await open();
    const { store } = opened;
    const idle = await add(store);
    const off = await add(store);
    await store.transaction(({ webhooks }) => webhooks.replace(off, { ...off, active: false }));
    const gone = await add(store);
    await store.transaction(({ webhooks }) => webhooks.delete(gone.id, AT));
    const busy = await addWaiting(store, 2);
    const [, , ...rest] = await store.webhooks.active();
    expect(rest).toEqual([]);
    expect(await store.webhooks.active()).toMatchObject([
      { id: idle.id, isDue: false, oldestAt: undefined },
      { id: busy.id, isDue: true, oldestAt: AT },
    ]);
    const [first] = await claim(store, busy, 2, "a");
    expect((await store.webhooks.active())[1]).toMatchObject({ isDue: false, oldestAt: AT });
    await settle(store, first as StoredDelivery, "a", succeeded);
    expect((await store.webhooks.active())[1]).toMatchObject({ isDue: false, oldestAt: AT + 1 });
  });

  test("changes a webhook that no client has changed meanwhile, and forgets its failures", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await add(store);
    await store.transaction(({ webhooks }) => webhooks.failed(webhook.id, true, 0));
    const failed = (await store.webhooks.find(webhook.id)) as StoredWebhook;
    const next = {
      url: "https://x.example",
      types: ["pet.deleted"],
      description: undefined,
      active: true,
      fannedOutTo: 4n,
    } as const;
    const replaced = await store.transaction(({ webhooks }) => webhooks.replace(failed, next));
    const forgotten = { failingSince: undefined, disabledReason: undefined };
    expect(replaced).toEqual({ ...failed, ...next, ...forgotten, revision: replaced?.revision ?? 0 });
    expect(replaced?.revision).not.toBe(failed.revision);
    expect(await store.webhooks.find(webhook.id)).toEqual(replaced as StoredWebhook);
    expect(await store.transaction(({ webhooks }) => webhooks.replace(failed, shop as StoredWebhook))).toBeUndefined();
    expect(await store.webhooks.find(webhook.id)).toEqual(replaced as StoredWebhook);
  });

  test("replaces the secret, and the previous one stays valid until a time", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id } = await add(store);
    expect(await store.transaction(({ webhooks }) => webhooks.rotate(id, "whsec_second", AT + DAY_MS))).toBe(true);
    const previousSecret = { text: shop.secret, validUntil: AT + DAY_MS };
    expect(await store.webhooks.find(id)).toMatchObject({ secret: "whsec_second", previousSecret });
    expect(await store.transaction(({ webhooks }) => webhooks.rotate(id + 1n, "whsec_third", AT))).toBe(false);
  });

  test("removes a webhook and its secrets", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await add(store);
    const { id } = webhook;
    await store.transaction(({ webhooks }) => webhooks.rotate(id, "whsec_second", AT + DAY_MS));
    const remove = () => store.transaction(({ webhooks }) => webhooks.delete(id, AT));
    expect([await remove(), await remove()]).toEqual([true, false]);
    expect([await store.webhooks.find(id), await store.webhooks.list(ALL)]).toEqual([undefined, []]);
    expect(await store.transaction(({ webhooks }) => webhooks.rotate(id, "whsec_third", AT))).toBe(false);
    expect(await store.transaction(({ webhooks }) => webhooks.replace(webhook, webhook))).toBeUndefined();
    const engine = openEngine(opened.url);
    const rows = await engine.sql<{ secrets: string }>`
      select secret || coalesce(previous_secret, '') as secrets from webhooks`;
    await engine.close();
    expect(rows.map(({ secrets }) => secrets).join("")).toBe("");
  });

  test("records failures and successes, and switches a webhook off if one is final or it has failed for so long", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id } = await add(store);
    const fail = (isFinal: boolean, giveUpAfterMs = DAY_MS) =>
      store.transaction(({ webhooks }) => webhooks.failed(id, isFinal, giveUpAfterMs));
    expect(await fail(false)).toBeUndefined();
    const first = (await store.webhooks.find(id))?.failingSince;
    expect(first).toBeNumber();
    expect(await fail(false)).toBeUndefined();
    expect(await store.webhooks.find(id)).toMatchObject({ active: true, failingSince: first ?? 0 });
    await store.transaction(({ webhooks }) => webhooks.succeeded(id));
    expect((await store.webhooks.find(id))?.failingSince).toBeUndefined();
    expect(await fail(false, 0)).toBe("failing");
    expect(await store.webhooks.find(id)).toMatchObject({ active: false, disabledReason: "failing" });
    expect(await fail(true)).toBeUndefined();
    const another = await add(store);
    expect(await store.transaction(({ webhooks }) => webhooks.failed(another.id, true, DAY_MS))).toBe("gone");
    expect(await store.webhooks.find(another.id)).toMatchObject({ active: false, disabledReason: "gone" });
  });
}
