import { type Delivery, type deliveryOperations, PING } from "../contract/deliveries.ts";
import { Failure } from "../contract/errors.ts";
import type { Handlers } from "../contract/operation.ts";
import type { Context } from "./context.ts";
import { idsAt } from "./events.ts";
import { page } from "./pagination.ts";
import type { Repositories, Slice } from "./ports.ts";
import type { StoredDelivery, StoredWebhook } from "./webhook-ports.ts";
import { webhookNotFound } from "./webhooks.ts";

export const deliveries: Handlers<typeof deliveryOperations, Context> = {
  listDeliveries: async ({ params: { webhookId }, query }, context) => {
    const { store } = context;
    await find(store, webhookId);
    const filter = ["deliveries", webhookId, query.state];
    const list = (slice: Slice) => store.deliveries.list(webhookId, query.state, slice);
    const { items, next } = await page(query, filter, context, (delivery: StoredDelivery) => delivery.id, list);
    const ids = await eventIds(items, store);
    return { items: items.map((delivery) => presented(delivery, ids)), next };
  },

  retryDelivery: async ({ params: { webhookId, deliveryId } }, { store }) => {
    requireActive(await find(store, webhookId));
    const { state } = (await store.deliveries.find(webhookId, deliveryId)) ?? deliveryNotFound(webhookId, deliveryId);
    const retried = await store.deliveries.retry(webhookId, deliveryId);
    if (retried === undefined) {
      throw new Failure(
        "conflict",
        `The delivery ${deliveryId} is ${state}: only one that failed or waits can be retried`,
      );
    }
    return presented(retried, await eventIds([retried], store));
  },

  pingWebhook: async ({ params: { webhookId } }, { store, now }) => {
    requireActive(await find(store, webhookId));
    return presented(await store.deliveries.insertPing(webhookId, PING, now), new Map());
  },
};

async function find({ webhooks }: Repositories, webhookId: bigint): Promise<StoredWebhook> {
  return (await webhooks.find(webhookId)) ?? webhookNotFound(webhookId);
}

function requireActive({ id, active }: StoredWebhook): void {
  if (!active) throw new Failure("conflict", `The webhook ${id} is switched off: set active to true first`);
}

function deliveryNotFound(webhookId: bigint, deliveryId: bigint): never {
  throw new Failure("not_found", `The webhook ${webhookId} has no delivery with the id ${deliveryId}`);
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
  const eventId = position === undefined ? undefined : ids.get(position);
  return {
    id,
    ...(eventId !== undefined && { eventId }),
    type,
    state,
    attempts,
    createdAt: new Date(delivery.createdAt).toISOString(),
    ...(state === "waiting" && { nextAttemptAt: new Date(dueAt).toISOString() }),
    ...(attemptedAt !== undefined && { attemptedAt: new Date(attemptedAt).toISOString() }),
    ...(status !== undefined && { status }),
    ...(durationMs !== undefined && { durationMs }),
    ...(response !== undefined && { response }),
    ...(error !== undefined && { error }),
  };
}
