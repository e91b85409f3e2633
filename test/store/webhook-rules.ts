/* The promises of `Webhooks` in src/core/webhook-ports.ts, one test for each sentence. They run on each engine. */
import { expect, test } from "bun:test";
import type { EventType } from "../../src/contract/events.ts";
import type { Store } from "../../src/core/ports.ts";
import type {
  Deliveries,
  NewWebhook,
  StoredDelivery,
  StoredWebhook,
  WebhookChange,
  WebhookHealth,
} from "../../src/core/webhook-ports.ts";
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

export async function add(store: Store, webhook: Partial<NewWebhook> = {}, max = 100): Promise<StoredWebhook> {
  const added = await store.transaction(({ webhooks }) => webhooks.insert({ ...shop, ...webhook }, max));
  if (added === undefined) throw new Error(`there are ${max} webhooks`);
  return added;
}

/** What changes nothing about a webhook. */
export const unchanged = (webhook: StoredWebhook): WebhookChange => ({
  ...webhook,
  health: healthOf(webhook),
  continueAfter: undefined,
});

export const healthOf = ({
  active,
  failingSince,
  disabledReason,
  stateSince,
  lastSuccessAt,
}: StoredWebhook): WebhookHealth => ({ active, failingSince, disabledReason, stateSince, lastSuccessAt });

/** Switches a webhook off. */
export const switchOff = (store: Store, webhook: StoredWebhook) =>
  store.transaction(({ webhooks }) =>
    webhooks.setHealth(webhook.id, webhook, { ...healthOf(webhook), active: false, stateSince: AT }),
  );

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

/** Returns whether the claim was still held. */
export const settle = async (store: Store, { id }: StoredDelivery, token: string, outcome: Outcome) =>
  (await store.transaction(({ deliveries }) => deliveries.settle(id, token, outcome))) !== undefined;

export function webhookRules(open: Open): void {
  test("stores a webhook, switched on, and returns it with a new positive id", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await add(store);
    const health = { active: true, failingSince: undefined, disabledReason: undefined };
    const state = { ...health, stateSince: undefined, lastSuccessAt: undefined, previousSecret: undefined };
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
    expect(await switchOff(store, off)).toBe(true);
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

  test("stores no more webhooks than so many, however many are inserted at once", async () => {
    await using opened = await open();
    const { store } = opened;
    const beside = await opened.another();
    const inserts = Array.from({ length: 20 }, (_, nth) => add(nth % 2 === 0 ? store : beside, {}, 5));
    const results = await Promise.allSettled(inserts);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    const [first] = await store.webhooks.list(ALL);
    await store.transaction(({ webhooks }) => webhooks.delete(first?.id ?? 0n, AT));
    expect(await add(store, {}, 5)).toMatchObject({ active: true });
    expect(await store.webhooks.list(ALL)).toHaveLength(5);
  });

  test("updates a webhook unless it or its health was changed since", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await add(store);
    const next = { url: "https://x.example", types: ["pet.deleted"], description: undefined } as const;
    const health = { ...healthOf(webhook), failingSince: AT, stateSince: AT + 1, lastSuccessAt: AT + 2 };
    const change = { ...next, health, continueAfter: 4n };
    const replace = (expected: StoredWebhook) =>
      store.transaction(({ webhooks }) => webhooks.replace(expected, change));
    const replaced = await replace(webhook);
    expect(replaced).toEqual({ ...webhook, ...next, ...health, fannedOutTo: 4n, revision: replaced?.revision ?? 0 });
    expect(replaced?.revision).not.toBe(webhook.revision);
    expect(await store.webhooks.find(webhook.id)).toEqual(replaced as StoredWebhook);
    expect(await replace(webhook)).toBeUndefined();
    expect(await replace({ ...(replaced as StoredWebhook), lastSuccessAt: AT })).toBeUndefined();
    expect(await store.webhooks.find(webhook.id)).toEqual(replaced as StoredWebhook);
  });

  test("never moves the position of a webhook back", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await addWaiting(store, 3);
    const position = (await store.webhooks.find(webhook.id))?.fannedOutTo ?? 0n;
    expect(position > webhook.fannedOutTo).toBe(true);
    const replace = (expected: StoredWebhook, continueAfter: bigint | undefined) =>
      store.transaction(({ webhooks }) => webhooks.replace(expected, { ...unchanged(expected), continueAfter }));
    // Read before the events got their deliveries.
    const replaced = await replace(webhook, undefined);
    expect(replaced?.fannedOutTo).toBe(position);
    expect((await replace(replaced as StoredWebhook, position - 1n))?.fannedOutTo).toBe(position);
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
    expect(await remove()).toMatchObject({ id, url: webhook.url, active: true, secret: "", previousSecret: undefined });
    expect(await remove()).toBeUndefined();
    expect([await store.webhooks.find(id), await store.webhooks.list(ALL)]).toEqual([undefined, []]);
    expect(await store.transaction(({ webhooks }) => webhooks.rotate(id, "whsec_third", AT))).toBe(false);
    expect(await store.transaction(({ webhooks }) => webhooks.replace(webhook, unchanged(webhook)))).toBeUndefined();
    const engine = openEngine(opened.url);
    const rows = await engine.sql<{ secrets: string }>`
      select secret || coalesce(previous_secret, '') as secrets from webhooks`;
    await engine.close();
    expect(rows.map(({ secrets }) => secrets).join("")).toBe("");
  });

  test("stores the health of a webhook if it is still exactly as expected", async () => {
    await using opened = await open();
    const { store } = opened;
    const webhook = await add(store);
    const set = (expected: WebhookHealth, health: WebhookHealth) =>
      store.transaction(({ webhooks }) => webhooks.setHealth(webhook.id, expected, health));
    const failing = { ...healthOf(webhook), failingSince: AT };
    expect(await set(webhook, failing)).toBe(true);
    expect(await set(webhook, failing)).toBe(false);
    expect(await store.webhooks.find(webhook.id)).toEqual({ ...webhook, ...failing });
    const off = { ...failing, active: false, disabledReason: "gone", stateSince: AT + 1, lastSuccessAt: AT } as const;
    expect(await set(failing, off)).toBe(true);
    const found = await store.webhooks.find(webhook.id);
    expect(found).toMatchObject(off);
    // Whoever has read it as it was must not switch it on again.
    expect(found?.revision).not.toBe(webhook.revision);
  });
}
