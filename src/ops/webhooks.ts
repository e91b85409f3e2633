import { START } from "../core/pagination.ts";
import type { Store } from "../core/ports.ts";
import type { Attempt, StoredDelivery, StoredWebhook } from "../core/webhook-ports.ts";
import { WEBHOOKS_MAX } from "../core/webhooks.ts";
import { systemResolve } from "../jobs/webhook-address.ts";
import { pingMessage } from "../jobs/webhook-message.ts";
import { sendMessage } from "../jobs/webhook-request.ts";
import { UsageError } from "./command.ts";

/** A webhook and how it does. */
export type WebhookState = StoredWebhook & {
  readonly state: "active" | "failing" | "off" | "off: failed" | "off: 410";
};

/** Returns all webhooks with their state. */
export async function listWebhooks(store: Store): Promise<readonly WebhookState[]> {
  // Two that are created at the same moment may exceed the limit.
  const all = await store.webhooks.list({ after: START.asc, limit: 2 * WEBHOOKS_MAX });
  return all.map((webhook) => ({ ...webhook, state: stateOf(webhook) }));
}

function stateOf({ active, failingSince, disabledReason }: StoredWebhook): WebhookState["state"] {
  if (active) return failingSince === undefined ? "active" : "failing";
  if (disabledReason === undefined) return "off";
  return disabledReason === "gone" ? "off: 410" : "off: failed";
}

/** Returns the webhook with this id. */
export async function findWebhook(store: Store, id: string): Promise<StoredWebhook> {
  const webhook = /^\d{1,18}$/.test(id) ? await store.webhooks.find(BigInt(id)) : undefined;
  if (webhook === undefined) throw new UsageError(`no webhook ${id}; \`petstore webhooks list\` shows all webhooks`);
  return webhook;
}

/** Returns the newest deliveries of a webhook, the newest first. */
export function newestDeliveries(
  store: Store,
  { id }: StoredWebhook,
  limit: number,
): Promise<readonly StoredDelivery[]> {
  return store.deliveries.list(id, undefined, { after: START.desc, limit, order: "desc" });
}

/** Sends a signed test message from this machine, now and once. */
export function testWebhook(webhook: StoredWebhook, allowPrivate: boolean, now: number): Promise<Attempt> {
  const message = pingMessage(webhook.id, `test_${now}`, now);
  return sendMessage(webhook, message, 0, now, { allowPrivate, resolve: systemResolve });
}
