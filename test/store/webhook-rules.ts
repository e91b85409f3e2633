/* The promises of `Webhooks` in src/core/webhooks/webhook-ports.ts that no client sees. They run on each engine. */
import { expect } from "bun:test";
import type { EventType } from "../../src/contract/events/events.ts";
import type { Repositories, Store } from "../../src/core/ports.ts";
import type { NewWebhook, StoredWebhook, WebhookHealth } from "../../src/core/webhooks/webhook-ports.ts";
import { NOON, rex } from "../support/harness.ts";
import { ALL, type Rule } from "./conformance.ts";

const DAY_MS = 86_400_000;

const shop: NewWebhook = {
  url: "https://shop.example/hook",
  types: ["pet.created", "pet.updated"],
  description: "Zoë's shop 🐕",
  secret: "whsec_first",
  createdAt: NOON,
  fannedOutTo: 0n,
};

export async function add({ webhooks }: Repositories, webhook: Partial<NewWebhook> = {}): Promise<StoredWebhook> {
  return (await webhooks.insert({ ...shop, ...webhook }, 100)) as StoredWebhook;
}

const healthOf = ({
  active,
  failingSince,
  disabledReason,
  stateSince,
  lastSuccessAt,
}: StoredWebhook): WebhookHealth => ({ active, failingSince, disabledReason, stateSince, lastSuccessAt });

/** What changes nothing about a webhook. */
const unchanged = (webhook: StoredWebhook) => ({ ...webhook, health: healthOf(webhook), continueAfter: undefined });

/** Switches a webhook off. */
export const switchOff = ({ webhooks }: Repositories, webhook: StoredWebhook) =>
  webhooks.setHealth(webhook.id, webhook, { ...healthOf(webhook), active: false, stateSince: NOON });

/** Records events of these types and returns the last position. */
export async function record(store: Store, ...types: readonly EventType[]): Promise<bigint> {
  await store.transaction(async ({ events }) => {
    for (const [index, type] of types.entries()) {
      await events.append({ type, at: NOON + index, petId: 1n, data: { id: 1n, ...rex } });
    }
  });
  await store.publishEvents();
  return (await store.events.head()).last;
}

/** A webhook with so many deliveries that wait. */
export async function addWaiting(store: Store, write: Repositories, count: number): Promise<StoredWebhook> {
  const webhook = await add(write);
  const last = await record(store, ...Array<EventType>(count).fill("pet.created"));
  expect(await write.deliveries.fanOut(webhook, last)).toBe(true);
  return webhook;
}

export function webhookRules(rule: Rule): void {
  rule("returns every webhook that is switched on, whether a delivery is due, and the oldest", async (given) => {
    const { store, write } = given;
    const idle = await add(write);
    expect(await switchOff(write, await add(write))).toBe(true);
    await write.webhooks.delete((await add(write)).id, NOON);
    const busy = await addWaiting(store, write, 2);
    expect(await store.webhooks.active()).toMatchObject([
      { id: idle.id, isDue: false, oldestAt: undefined },
      { id: busy.id, isDue: true, oldestAt: NOON },
    ]);
    const [first] = await write.deliveries.claim(busy.id, 2, "a", 60_000);
    expect((await store.webhooks.active())[1]).toMatchObject({ isDue: false, oldestAt: NOON });
    await given.sql`update webhook_deliveries set state = 'succeeded' where id = ${first?.id ?? 0n}`;
    expect((await store.webhooks.active())[1]).toMatchObject({ isDue: false, oldestAt: NOON + 1 });
  });

  rule("stores no more webhooks than so many, however many are inserted at once", async (given) => {
    const { store, write } = given;
    const inserted = await given.concurrently(20, ({ webhooks }) => webhooks.insert(shop, 5));
    expect(inserted.filter((webhook) => webhook !== undefined)).toHaveLength(5);
    const [first] = await store.webhooks.list(ALL);
    await write.webhooks.delete(first?.id ?? 0n, NOON);
    expect(await write.webhooks.insert(shop, 5)).toMatchObject({ active: true });
    expect(await store.webhooks.list(ALL)).toHaveLength(5);
  });

  rule("updates a webhook unless it or its health was changed since", async ({ store, write }) => {
    const webhook = await add(write);
    const next = { url: "https://x.example", types: ["pet.deleted"], description: undefined } as const;
    const health = { ...healthOf(webhook), failingSince: NOON, stateSince: NOON + 1, lastSuccessAt: NOON + 2 };
    const replace = (expected: StoredWebhook) =>
      write.webhooks.replace(expected, { ...next, health, continueAfter: 4n });
    const replaced = (await replace(webhook)) as StoredWebhook;
    expect(replaced).toEqual({ ...webhook, ...next, ...health, fannedOutTo: 4n, revision: replaced.revision });
    expect(replaced.revision).not.toBe(webhook.revision);
    expect(await replace(webhook)).toBeUndefined();
    expect(await replace({ ...replaced, lastSuccessAt: NOON })).toBeUndefined();
    expect(await store.webhooks.find(webhook.id)).toEqual(replaced);
  });

  rule("never moves the position of a webhook back", async ({ store, write }) => {
    const webhook = await addWaiting(store, write, 3);
    const position = (await store.webhooks.find(webhook.id))?.fannedOutTo ?? 0n;
    expect(position > webhook.fannedOutTo).toBe(true);
    const replace = (expected: StoredWebhook, continueAfter: bigint | undefined) =>
      write.webhooks.replace(expected, { ...unchanged(expected), continueAfter });
    // Read before the events got their deliveries.
    const replaced = await replace(webhook, undefined);
    expect(replaced?.fannedOutTo).toBe(position);
    expect((await replace(replaced as StoredWebhook, position - 1n))?.fannedOutTo).toBe(position);
  });

  rule("removes a webhook and its secrets", async ({ store, write, sql }) => {
    const webhook = await add(write);
    const { id, url } = webhook;
    expect(await write.webhooks.rotate(id, "whsec_second", NOON + DAY_MS)).toBe(true);
    const removed = { id, url, active: true, secret: "", previousSecret: undefined };
    expect(await write.webhooks.delete(id, NOON)).toMatchObject(removed);
    expect(await write.webhooks.delete(id, NOON)).toBeUndefined();
    expect([await store.webhooks.find(id), await store.webhooks.list(ALL)]).toEqual([undefined, []]);
    expect(await write.webhooks.rotate(id, "whsec_third", NOON)).toBe(false);
    expect(await write.webhooks.replace(webhook, unchanged(webhook))).toBeUndefined();
    const stored = await sql`select secret || coalesce(previous_secret, '') as secrets from webhooks`;
    expect(stored).toEqual([{ secrets: "" }]);
  });

  rule("stores the health of a webhook if it is still exactly as expected", async ({ store, write }) => {
    const webhook = await add(write);
    const failing = { ...healthOf(webhook), failingSince: NOON };
    expect(await write.webhooks.setHealth(webhook.id, webhook, failing)).toBe(true);
    expect(await write.webhooks.setHealth(webhook.id, webhook, failing)).toBe(false);
    expect(await store.webhooks.find(webhook.id)).toEqual({ ...webhook, ...failing });
    const end = { active: false, disabledReason: "gone", stateSince: NOON + 1, lastSuccessAt: NOON } as const;
    expect(await write.webhooks.setHealth(webhook.id, failing, { ...failing, ...end })).toBe(true);
    const found = await store.webhooks.find(webhook.id);
    expect(found).toMatchObject({ ...failing, ...end });
    // Whoever has read it as it was must not switch it on again.
    expect(found?.revision).not.toBe(webhook.revision);
  });
}
