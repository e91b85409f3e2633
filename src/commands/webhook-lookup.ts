import { serializer } from "../contract/serializer.ts";
import { Webhook } from "../contract/webhooks.ts";
import { START } from "../core/pagination.ts";
import type { Store } from "../core/ports.ts";
import { stateOf } from "../core/webhooks/delivery-life.ts";
import type { Attempt, StoredDelivery, StoredWebhook } from "../core/webhooks/webhook-ports.ts";
import { presentedWebhook, WEBHOOKS_MAX } from "../core/webhooks/webhooks.ts";
import { UsageError } from "../files/usage-error.ts";
import { systemResolve } from "../service/jobs/webhook-address.ts";
import { pingMessage } from "../service/jobs/webhook-message.ts";
import { sendMessage } from "../service/jobs/webhook-request.ts";

const write = serializer(Webhook);

/** A webhook without its secret. Its state has the reason if the service switched it off. */
export interface ListedWebhook extends Pick<StoredWebhook, "id" | "url" | "types" | "description"> {
  readonly state: string;
  /** As in the interface. */
  readonly json: string;
}

/** Returns all webhooks with their state. */
export async function listWebhooks(store: Store): Promise<readonly ListedWebhook[]> {
  const all = await store.webhooks.list({ after: START.asc, limit: WEBHOOKS_MAX });
  return all.map((webhook) => ({ ...webhook, state: shownState(webhook), json: write(presentedWebhook(webhook)) }));
}

const SHOWN_REASONS = { gone: "410", failing: "failed" } as const;

function shownState(webhook: StoredWebhook): string {
  const { disabledReason } = webhook;
  const { state } = stateOf(webhook);
  return disabledReason === undefined ? state : `${state}: ${SHOWN_REASONS[disabledReason]}`;
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
