import * as z from "zod";
import { count, dateTime, idParameter, int64, orderParameter, pageOf, pageParameters } from "../common.ts";
import { operation } from "../operation.ts";
import { storedText, WORD_MAX } from "../values/texts.ts";
import { accounting, byWebhook, Webhook } from "./webhooks.ts";

/** The type of the message that `pingWebhook` sends. It is no event: it is in no feed. */
export const PING = "webhook.ping";

export const deliveryStates = ["waiting", "sending", "succeeded", "failed"] as const;

export type DeliveryState = (typeof deliveryStates)[number];

export const Delivery = z
  .object({
    id: int64("Unique identifier of the delivery"),
    eventId: storedText(
      WORD_MAX,
      "The id of the event and the `webhook-id` of the message; omitted for a ping",
    ).optional(),
    type: storedText(WORD_MAX, `The type of the message: the type of the event, or \`${PING}\``),
    state: z.enum(deliveryStates).meta({
      description: "`waiting` for an attempt, `sending`, or final. A `failed` delivery is not retried automatically",
    }),
    attempts: count("The number of attempts"),
    createdAt: dateTime("When the event happened"),
    nextAttemptAt: dateTime("When the next attempt starts, if it is waiting").optional(),
    attemptedAt: dateTime("When the last attempt ended").optional(),
    status: count("The HTTP status of the last response").optional(),
    durationMs: count("How long the last attempt took, in milliseconds").optional(),
    response: storedText(1024, "The first 1,024 bytes of the last response").optional(),
    error: storedText(1024, "Why there was no response to the last attempt").optional(),
  })
  .meta({ id: "Delivery", description: "A message to a webhook and its last attempt" });
export type Delivery = z.output<typeof Delivery>;

const delivered = {
  id: 12,
  eventId: "evt_1_1x2y3z",
  type: "order.completed",
  state: "succeeded",
  attempts: 1,
  createdAt: "2026-12-01T08:00:00.000Z",
  attemptedAt: "2026-12-01T08:00:00.412Z",
  status: 200,
  durationMs: 180,
  response: "ok",
};
const { eventId, attemptedAt, status, durationMs, response, ...unsent } = delivered;
const ended = { ...unsent, attemptedAt, status, durationMs, response };
const waiting = { ...unsent, state: "waiting", attempts: 0, nextAttemptAt: "2026-12-01T08:00:00.000Z" };

const common = { tag: "Webhooks", stability: "beta", scope: "webhooks:manage" } as const;
const byDelivery = byWebhook.extend({ deliveryId: idParameter("Id of the delivery") });

const listDeliveries = operation({
  ...common,
  id: "listDeliveries",
  method: "GET",
  path: "/webhooks/{webhookId}/deliveries",
  summary: "List the deliveries of a webhook",
  description: "Returns the deliveries of a webhook, one page at a time. They are kept as long as events.",
  params: byWebhook,
  query: z.object({
    ...pageParameters,
    state: z
      .enum(deliveryStates, { error: `one of ${deliveryStates.join(", ")}` })
      .optional()
      .meta({ description: "Only deliveries in this state" }),
    order: orderParameter,
  }),
  success: pageOf("deliveries", Delivery, "Deliveries", "Deliveries in the order of id"),
  examples: { params: { webhookId: "3" }, response: [delivered] },
});

const retryDelivery = operation({
  ...common,
  id: "retryDelivery",
  method: "POST",
  path: "/webhooks/{webhookId}/deliveries/{deliveryId}/retry",
  summary: "Retry a delivery",
  description:
    "Sends a message again now, even one that has succeeded. `attempts` keeps counting; the retry schedule starts over. 409 " +
    "while the message is being sent.",
  params: byDelivery,
  idempotencyKey: true,
  success: { status: 202, description: "The waiting delivery", schema: Delivery },
  errors: ["conflict"],
  examples: { params: { webhookId: "3", deliveryId: "12" }, response: waiting },
});

const pingWebhook = operation({
  ...common,
  id: "pingWebhook",
  method: "POST",
  path: "/webhooks/{webhookId}/ping",
  summary: "Send a test message",
  description:
    `Sends one message of the type \`${PING}\` and waits up to five seconds for its end: the response then has the \`status\` of the ` +
    "receiver, or the `error` if there was none. If it takes longer, and when you repeat the request with its Idempotency-Key, the " +
    "`state` is `waiting`, and the deliveries show the end. 409 until the previous ping has ended.",
  params: byWebhook,
  idempotencyKey: true,
  success: { status: 202, description: "The delivery, which has ended if its `state` says so", schema: Delivery },
  errors: ["conflict"],
  examples: { params: { webhookId: "3" }, response: { ...ended, type: PING } },
});

const retryWebhook = operation({
  ...common,
  id: "retryWebhook",
  method: "POST",
  path: "/webhooks/{webhookId}/retry",
  summary: "Retry all waiting deliveries",
  description:
    "Sends every waiting message of a webhook now. Use it when the receiver is back. The retry schedule starts over. 409 if the " +
    "webhook is off.",
  params: byWebhook,
  idempotencyKey: true,
  success: { status: 202, description: "The webhook; its waiting messages are being sent", schema: Webhook },
  errors: ["conflict"],
  examples: { params: { webhookId: "3" }, response: accounting },
});

/** The operations on the deliveries of webhooks. */
export const deliveryOperations = { listDeliveries, retryDelivery, retryWebhook, pingWebhook } as const;
