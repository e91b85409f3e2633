import * as z from "zod";
import {
  dateTime,
  idParameter,
  int64,
  listParameters,
  pageOf,
  SHOWN_ONCE,
  shortText,
  storedShortText,
} from "../common.ts";
import { type EventType, eventTypes } from "../events/events.ts";
import { requireOneOf } from "../json/one-of.ts";
import { operation } from "../operation.ts";
import { LATER_MAX, storedText, URL_MAX, WORD_MAX } from "../values/texts.ts";
import { health } from "./webhook-state.ts";
import { url } from "./webhook-url.ts";

/** Stands for every type of event, also those that later versions add. */
export const ALL_TYPES = "*";

const typeNames = [...eventTypes, ALL_TYPES] as const;

const EventTypeName = z
  .enum(typeNames as readonly [EventType, ...typeof typeNames], { error: `one of ${typeNames.join(", ")}` })
  .meta({
    id: "WebhookEventType",
    description: `A type of event, or \`${ALL_TYPES}\` for all types, including later ones`,
  });

const EXPECTED_TYPES = `a list of one or more of ${eventTypes.join(", ")}, each once, or of ${ALL_TYPES} alone`;

function areTypes(given: readonly string[]): boolean {
  return new Set(given).size === given.length && (given.length === 1 || !given.includes(ALL_TYPES));
}

const types = z
  .array(EventTypeName, { error: EXPECTED_TYPES })
  .min(1, { error: EXPECTED_TYPES })
  .refine(areTypes, { error: EXPECTED_TYPES })
  .meta({
    minItems: 1,
    maxItems: typeNames.length,
    uniqueItems: true,
    description: `The types of events to send. \`["${ALL_TYPES}"]\` is every type, including those of later versions`,
  });

const members = {
  id: int64("Unique identifier of the webhook"),
  url: storedText(URL_MAX, "The URL that receives messages"),
  types: z
    .array(z.string().meta({ maxLength: WORD_MAX, "x-extensible-enum": eventTypes }))
    .max(LATER_MAX)
    .meta({ description: "The types of events that are sent" }),
  description: storedShortText("What the webhook is for").optional(),
  active: z.boolean().meta({ description: "Whether messages are sent. The service may switch a webhook off" }),
  createdAt: dateTime("When the webhook was created"),
};

export const Webhook = z
  .object({ ...members, ...health })
  .meta({ id: "Webhook", description: "A URL that receives events as signed messages (Standard Webhooks)" });
export type Webhook = z.output<typeof Webhook>;

/** What a client changes about a webhook. */
const settings = z.object(members);

const secret = z
  .string()
  .optional()
  .meta({
    maxLength: WORD_MAX,
    description: `Signs the messages (\`whsec_\` and Base64). ${SHOWN_ONCE}: store it where the receiver runs`,
  });

export const CreatedWebhook = z
  .object({ ...members, ...health, secret })
  .meta({ id: "CreatedWebhook", description: "A webhook with its secret" });

export const WebhookSecret = z
  .object({ secret, previousValidUntil: dateTime("Until then, messages are also signed with the previous secret") })
  .meta({ id: "WebhookSecret", description: "The new secret of a webhook" });

const description = shortText("What the webhook is for");

export const NewWebhook = z
  .object({ url, types, description: description.optional() })
  .meta({ id: "WebhookInput", description: "A webhook to create" });

const EXPECTED_ACTIVE = "true or false";

export const WebhookUpdate = requireOneOf(
  z.object({
    url: url.optional(),
    types: types.optional(),
    description: description.nullable().optional(),
    active: z.boolean({ error: EXPECTED_ACTIVE }).optional().meta({ description: "Whether messages are sent" }),
  }),
  ["url", "types", "description", "active"],
  { id: "WebhookUpdate", what: "a webhook", note: ". `null` removes the description" },
);

/** A webhook, for examples. */
export const accounting = {
  id: 3,
  url: "https://accounting.example/hooks/petstore",
  types: ["order.completed", "order.cancelled"],
  description: "Invoices",
  active: true,
  createdAt: "2026-12-01T08:00:00.000Z",
  state: "active",
  since: "2026-12-01T08:00:00.000Z",
};
const newAccounting = { url: accounting.url, types: accounting.types, description: accounting.description };
const SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

const common = { tag: "Webhooks", stability: "beta", scope: "webhooks:manage" } as const;

/** The path of what belongs to a webhook. */
export const byWebhook = z.object({ webhookId: idParameter("Id of the webhook") });

const listWebhooks = operation({
  ...common,
  id: "listWebhooks",
  method: "GET",
  path: "/webhooks",
  summary: "List webhooks",
  description: "Returns webhooks in the order of id, one page at a time.",
  query: listParameters,
  success: pageOf("webhooks", Webhook, "Webhooks", "Webhooks in the order of id"),
  examples: { response: [accounting] },
});

const createWebhook = operation({
  ...common,
  id: "createWebhook",
  method: "POST",
  path: "/webhooks",
  summary: "Create a webhook",
  description:
    "Creates a webhook and its secret. From now on, the service sends events of the given types to the URL. It must use https, " +
    "and its host must resolve to public addresses only, unless the operator allows others.",
  body: NewWebhook,
  idempotencyKey: true,
  success: {
    status: 201,
    description: "The created webhook, with its secret",
    schema: CreatedWebhook,
    shownOnce: "secret",
    location: "/webhooks/{id}",
    links: { getWebhook: "webhookId", updateWebhook: "webhookId", deleteWebhook: "webhookId" },
  },
  errors: ["conflict"],
  examples: { body: newAccounting, response: { ...accounting, secret: SECRET } },
});

const getWebhook = operation({
  ...common,
  id: "getWebhook",
  method: "GET",
  path: "/webhooks/{webhookId}",
  summary: "Get a webhook",
  description: "Returns one webhook, without its secret.",
  params: byWebhook,
  settings,
  success: { status: 200, description: "The webhook", schema: Webhook },
  examples: { params: { webhookId: "3" }, response: accounting },
});

const updateWebhook = operation({
  ...common,
  id: "updateWebhook",
  method: "PATCH",
  path: "/webhooks/{webhookId}",
  summary: "Change a webhook",
  description:
    "Changes the given members of a webhook. When you switch it on again, it continues with new events and with the " +
    "deliveries that were waiting.",
  params: byWebhook,
  body: WebhookUpdate,
  mergePatch: true,
  idempotencyKey: true,
  ifMatch: Webhook,
  settings,
  success: { status: 200, description: "The changed webhook", schema: Webhook },
  examples: {
    params: { webhookId: "3" },
    body: { active: false },
    response: { ...accounting, active: false, state: "off" },
  },
});

const deleteWebhook = operation({
  ...common,
  id: "deleteWebhook",
  method: "DELETE",
  path: "/webhooks/{webhookId}",
  summary: "Delete a webhook",
  description: "Deletes a webhook, its secrets and its log. Waiting messages are not sent.",
  params: byWebhook,
  ifMatch: Webhook,
  settings,
  success: { status: 204, description: "The webhook is deleted" },
  examples: { params: { webhookId: "3" } },
});

const rotateWebhookSecret = operation({
  ...common,
  id: "rotateWebhookSecret",
  method: "POST",
  path: "/webhooks/{webhookId}/secret",
  summary: "Create a new secret",
  description:
    "Creates a new secret. For 24 hours, messages are also signed with the previous secret, so that you can change the receiver.",
  params: byWebhook,
  idempotencyKey: true,
  success: { status: 200, description: "The new secret", schema: WebhookSecret, shownOnce: "secret" },
  examples: {
    params: { webhookId: "3" },
    response: { secret: SECRET, previousValidUntil: "2026-12-02T08:00:00.000Z" },
  },
});

/** The operations on webhooks. */
export const webhookOperations = {
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
} as const;
