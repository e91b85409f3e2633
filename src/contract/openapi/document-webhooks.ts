import * as z from "zod";
import { careOperations } from "../care/care.ts";
import { dateTime, int64 } from "../common.ts";
import { Event, type EventType, eventTypes } from "../events/events.ts";
import { discriminator, schemaName } from "../json/unions.ts";
import { categoryOperations } from "../pets/categories.ts";
import { petOperations } from "../pets/pets.ts";
import { photoOperations } from "../pets/photos.ts";
import { PING } from "../webhooks/deliveries.ts";
import { jsonSchema, type Schema } from "./schema.ts";

const pet = petOperations.createPet.examples.response;
const photo = photoOperations.addPhoto.examples.response;
const order = { id: 5, petId: 1, quantity: 1, complete: false };
const key = {
  id: "4Hx2bLq9",
  name: "Anna, front desk",
  hint: "x7Qz",
  scopes: ["pets:read"],
  createdAt: "2026-12-01T08:00:00.000Z",
  createdBy: "Maria",
};
const sale = {
  id: 1,
  total: [{ amount: 15000, currency: "EUR" }],
  placedAt: "2026-11-28T14:05:00.000Z",
  orders: [{ id: 1, petId: 1, quantity: 1 }],
};
const inquiry = { id: 8, petId: 1, at: "2026-12-01T08:00:00.000Z", state: "new" };
const care = careOperations.getCare.examples.response;
const category = categoryOperations.createCategory.examples.response;

/** The resource of each type of event, and its previous members. */
const examples: Readonly<Record<EventType, { readonly data: object; readonly previous?: object; readonly petId?: 1 }>> =
  {
    "pet.created": { data: pet, petId: 1 },
    "pet.updated": { data: { ...pet, status: "sold" }, previous: { status: "available" }, petId: 1 },
    "pet.deleted": { data: pet, petId: 1 },
    "photo.added": { data: photo, petId: 1 },
    "photo.updated": { data: { ...photo, position: 2 }, previous: { position: 1 }, petId: 1 },
    "photo.deleted": { data: photo, petId: 1 },
    "profile.updated": {
      data: { petId: 1, breed: "Beagle", birthDate: "2024-05", tags: ["calm"] },
      previous: { birthDate: "2024" },
      petId: 1,
    },
    "inventory.updated": {
      data: { petId: 1, quantity: 3, status: "available" },
      previous: { quantity: 1 },
      petId: 1,
    },
    "order.placed": { data: order, petId: 1 },
    "order.updated": { data: order, petId: 1, previous: {} },
    "order.completed": {
      data: { ...order, shipDate: "2026-12-01T08:00:00.000Z", complete: true },
      previous: { complete: false },
      petId: 1,
    },
    "order.reopened": { data: order, previous: { complete: true, completedAt: "2026-12-01T07:00:00.000Z" }, petId: 1 },
    "order.returned": {
      data: { ...order, complete: true, returnedAt: "2026-12-01T08:00:00.000Z" },
      previous: {},
      petId: 1,
    },
    "order.cancelled": { data: order, petId: 1 },
    "sale.placed": { data: sale },
    "sale.completed": { data: { ...sale, completedAt: "2026-12-01T08:00:00.000Z" } },
    "sale.cancelled": { data: sale },
    "care.added": { data: care, petId: 1 },
    "care.updated": { data: { ...care, dueOn: "2026-12-21" }, previous: { dueOn: care.dueOn }, petId: 1 },
    "care.removed": { data: care, petId: 1 },
    "care.due": { data: { day: "2026-12-18", ids: [2], isComplete: true } },
    "inquiry.created": { data: inquiry, petId: 1 },
    "inquiry.updated": { data: { ...inquiry, state: "answered" }, previous: { state: "new" }, petId: 1 },
    "inquiry.deleted": { data: inquiry, petId: 1 },
    "inquiry.limited": { data: { day: "2026-12-01", limit: "day", max: 200 } },
    "category.created": { data: category },
    "category.updated": { data: category, previous: { name: "Big dogs" } },
    "category.deleted": { data: category },
    "import.completed": { data: { count: 120, firstId: 1, lastId: 120, ranges: [{ firstId: 1, lastId: 120 }] } },
    "import.undone": { data: { count: 120, firstId: 1, lastId: 120, ranges: [{ firstId: 1, lastId: 120 }] } },
    "key.created": { data: key },
    "key.updated": { data: key, previous: { name: "Anna" } },
    "key.revoked": { data: { ...key, revokedAt: "2026-12-01T08:00:00.000Z" } },
  };

const AT = "2026-12-01T08:00:00.000Z";

/** The body of a message: the names of Standard Webhooks. */
function messageSchema<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z
    .object({
      type: z.literal(type).meta({ description: "The type of the message" }),
      timestamp: dateTime("When the event happened"),
      data,
    })
    .meta({ id: schemaName(type, "Message"), description: `The body of a message of the type \`${type}\`` });
}

const PingData = z
  .object({ webhookId: int64("The webhook that the message is sent to") })
  .meta({ id: "PingData", description: "What a test message is about" });

const messageSchemas = [
  messageSchema(PING, PingData),
  ...Event.options.map((event) => messageSchema(event.shape.type.value, event)),
] as const;

const WebhookMessage = z.discriminatedUnion("type", messageSchemas).meta({
  id: "WebhookMessage",
  description: "The body of a message to a webhook. Later versions may add types",
  ...discriminator([PING, ...eventTypes], "Message"),
});

/** What the service sends to webhooks (OpenAPI 3.1 `webhooks`). */
export function webhookMessages(): Schema {
  const pinged = { type: PING, timestamp: AT, data: { webhookId: 3 } };
  const sent = eventTypes.map((type) => [type, { value: { type, timestamp: AT, data: exampleEvent(type) } }]);
  const post = {
    operationId: "sendMessage",
    tags: ["Webhooks"],
    summary: "Receive a message",
    description: "Sent to each webhook of its type. Verify the signature before you use the body.",
    "x-stability": "beta",
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: jsonSchema(WebhookMessage),
          examples: { ...Object.fromEntries(sent), [PING]: { value: pinged } },
        },
      },
    },
    responses: {
      "2XX": { description: "The message is received" },
      "410": { description: "The receiver wants no more messages: the webhook is switched off" },
      default: { description: "Any other status: the message is sent again later" },
    },
  };
  return { message: { post } };
}

const HEADERS = [
  ["webhook-id", "The id of the event: the same at every attempt"],
  ["webhook-timestamp", "When this attempt was made, in seconds since 1970-01-01 UTC"],
  ["webhook-signature", "`v1,` and the signature in Base64; several are separated by spaces"],
].map(([name, description]) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", maxLength: 512 },
}));

function exampleEvent(type: EventType): object {
  const { petId, data, previous } = examples[type];
  return {
    id: "evt_1_1x2y3z",
    type,
    at: AT,
    ...(petId !== undefined && { petId }),
    key: { name: "front desk", hint: "x7Qz" },
    data,
    ...(previous !== undefined && { previous }),
  };
}
