import { Failure, notFound } from "../../contract/errors/errors.ts";
import type { Handlers, Input } from "../../contract/operation.ts";
import { type Delivery, type deliveryOperations, PING } from "../../contract/webhooks/deliveries.ts";
import type { Context } from "../context.ts";
import { idsAt } from "../feed/feed.ts";
import { page } from "../pagination.ts";
import type { Repositories, Store } from "../ports.ts";
import { repeatUntilUnchanged } from "../preconditions.ts";
import type { Slice } from "../slice.ts";
import { isoTime } from "../times.ts";
import { type DeliveryOutcome, healthAfter, judge, OPEN_STATES, WAITING } from "./delivery-life.ts";
import { presentedWebhook, requireActive } from "./webhook-handlers.ts";
import type { Attempt, DisabledReason, StoredDelivery, StoredWebhook } from "./webhook-ports.ts";

export const deliveries: Handlers<typeof deliveryOperations, Context> = {
  listDeliveries: async ({ params: { webhookId }, query }, context) => {
    const { store } = context;
    await find(store, webhookId);
    const filter = ["deliveries", webhookId, query.state];
    const list = (slice: Slice) => store.deliveries.list(webhookId, query.state, slice);
    const { items, next } = await page(query, filter, context, list, ({ id }) => id);
    const ids = await eventIds(items, store);
    return { items: items.map((delivery) => presented(delivery, ids)), next };
  },

  retryDelivery: async ({ params: { webhookId, deliveryId } }, { store }) => {
    requireActive(await find(store, webhookId));
    if ((await store.deliveries.find(webhookId, deliveryId)) === undefined) deliveryNotFound(webhookId, deliveryId);
    const retried = await store.deliveries.retry(webhookId, deliveryId);
    if (retried === undefined) {
      throw new Failure("conflict", `Delivery ${deliveryId} is being sent; wait until the attempt ends`);
    }
    return presented(retried, await eventIds([retried], store));
  },

  retryWebhook: async ({ params: { webhookId } }, { store }) => {
    const webhook = await find(store, webhookId);
    requireActive(webhook);
    await store.deliveries.retryWaiting(webhookId);
    return presentedWebhook(webhook);
  },

  pingWebhook: async ({ params: { webhookId } }, { store, now }) => {
    // Locked, so that two concurrent pings do not both find none.
    requireActive((await store.webhooks.findLocked(webhookId)) ?? notFound("webhook", webhookId));
    if (await store.deliveries.hasOpen(webhookId, PING)) {
      throw new Failure("conflict", `The previous ping of webhook ${webhookId} has not ended yet`);
    }
    return presented(await store.deliveries.insertPing(webhookId, PING, now), new Map());
  },
};

/** The end of a ping, for the response to it. */
export const deliveryFollowUps = {
  pingWebhook: async (
    sent: Delivery,
    { params: { webhookId } }: Input<typeof deliveryOperations.pingWebhook>,
    { store }: Context,
  ): Promise<Delivery | undefined> => {
    const delivery = await store.deliveries.find(webhookId, sent.id);
    // The webhook was deleted.
    if (delivery === undefined) return sent;
    return OPEN_STATES.includes(delivery.state) ? undefined : presented(delivery, new Map());
  },
};

async function find({ webhooks }: Repositories, webhookId: bigint): Promise<StoredWebhook> {
  return (await webhooks.find(webhookId)) ?? notFound("webhook", webhookId);
}

function deliveryNotFound(webhookId: bigint, deliveryId: bigint): never {
  throw new Failure("not_found", `The webhook ${webhookId} has no delivery with the id ${deliveryId}`);
}

/** The end of an attempt. */
export interface Settled {
  readonly outcome: DeliveryOutcome;
  /** Why the attempt switched the webhook off, if it did. */
  readonly disabledReason: DisabledReason | undefined;
  /** Whether the webhook fails from this attempt on. */
  readonly beginsToFail: boolean;
}

/**
 * Stores what an attempt means for a claimed delivery and for its webhook. `random` is from 0 to 1. If the claim has been lost, it
 * changes nothing: the instance that has it now sends the message again.
 */
export function settle(
  store: Store,
  delivery: StoredDelivery,
  token: string,
  attempt: Attempt,
  random: number,
  retryMs?: readonly number[],
): Promise<Settled> {
  const { webhookId, position } = delivery;
  const { outcome, state, delayMs } = judge(delivery, attempt, random, retryMs);
  const unchanged = { outcome, disabledReason: undefined, beginsToFail: false };
  return store.transaction(async ({ deliveries, webhooks }) => {
    const at = await deliveries.settle(delivery.id, token, { ...attempt, state, delayMs });
    if (at === undefined) return unchanged;
    return repeatUntilUnchanged(async () => {
      const webhook = await webhooks.find(webhookId);
      if (webhook === undefined) return unchanged;
      const health = healthAfter(webhook, attempt, position === undefined, at);
      const isStored = health === webhook || (await webhooks.setHealth(webhookId, webhook, health));
      if (!isStored) return undefined;
      const beginsToFail = webhook.failingSince === undefined && health.failingSince !== undefined;
      return { outcome, disabledReason: webhook.active ? health.disabledReason : undefined, beginsToFail };
    });
  });
}

type EventIds = ReadonlyMap<bigint, string>;

/** The ids of the events that are still kept, by position. */
function eventIds(deliveries: readonly StoredDelivery[], { events }: Repositories): Promise<EventIds> {
  return idsAt(
    deliveries.flatMap(({ position }) => position ?? []),
    events,
  );
}

function presented(delivery: StoredDelivery, ids: EventIds): Delivery {
  const { id, position, type, state, attempts, dueAt, attemptedAt, status, durationMs, response, error } = delivery;
  return {
    id,
    eventId: position === undefined ? undefined : ids.get(position),
    type,
    state,
    attempts,
    createdAt: isoTime(delivery.createdAt),
    nextAttemptAt: state === WAITING ? isoTime(dueAt) : undefined,
    attemptedAt: isoTime(attemptedAt),
    status,
    durationMs,
    response,
    error,
  };
}
