import * as z from "zod";
import { PING } from "./deliveries.ts";
import { Event, type EventType, eventTypes } from "./events.ts";
import { jsonSchema, type Schema } from "./openapi-schema.ts";

const pet = { id: 1, name: "Rex", categoryId: 7, status: "available" };
const order = { id: 5, petId: 1, quantity: 1, complete: false };
const category = { id: 7, name: "Dogs", description: "All breeds" };

/** The resource of each type of event, and what it was before. */
const examples: Readonly<Record<EventType, { readonly data: object; readonly previous?: object; readonly petId?: 1 }>> =
  {
    "pet.created": { data: pet, petId: 1 },
    "pet.updated": { data: { ...pet, status: "sold" }, previous: { status: "available" }, petId: 1 },
    "pet.deleted": { data: pet, petId: 1 },
    "inventory.updated": {
      data: { petId: 1, quantity: 3, status: "available" },
      previous: { quantity: 1 },
      petId: 1,
    },
    "order.placed": { data: order, petId: 1 },
    "order.completed": { data: { ...order, shipDate: "2026-12-01T08:00:00.000Z", complete: true }, petId: 1 },
    "order.cancelled": { data: order, petId: 1 },
    "category.created": { data: category },
    "category.updated": { data: category, previous: { name: "Big dogs" } },
    "category.deleted": { data: category },
    "import.completed": { data: { count: 120, firstId: 1, lastId: 120 } },
  };

const AT = "2026-12-01T08:00:00.000Z";

/** The messages to webhooks, by their type (OpenAPI 3.1 `webhooks`). */
export function webhookMessages(): Schema {
  const events = eventTypes.map((type) => [type, message(type, eventSchema(type), exampleEvent(type))]);
  const pinged = z.object({ webhookId: z.bigint().meta({ type: "integer", format: "int64" }) });
  return { ...Object.fromEntries(events), [PING]: message(PING, pinged, { webhookId: 3 }) };
}

function message(type: string, data: z.ZodType, example: object): Schema {
  return {
    post: {
      operationId: `send ${type}`.replace(/[ .](\w)/g, (_, letter: string) => letter.toUpperCase()),
      tags: ["Webhooks"],
      summary: `Message: ${type}`,
      description:
        "Sent to each webhook of this type. Verify the signature before you use the body (Standard Webhooks).",
      "x-stability": "beta",
      security: [],
      parameters: HEADERS,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["type", "timestamp", "data"],
              properties: {
                type: { type: "string", const: type },
                timestamp: { type: "string", format: "date-time", description: "When the event happened" },
                data: jsonSchema(data),
              },
            },
            example: { type, timestamp: AT, data: example },
          },
        },
      },
      responses: {
        "2XX": { description: "The message is received" },
        "410": { description: "The receiver wants no more messages: the webhook is switched off" },
        default: { description: "Any other status: the message is sent again later" },
      },
    },
  };
}

const HEADERS = [
  ["webhook-id", "The id of the event: the same at every attempt"],
  ["webhook-timestamp", "When this attempt was made, in seconds since 1970-01-01 UTC"],
  ["webhook-signature", "`v1,` and the signature in Base64; several are separated by spaces"],
].map(([name, description]) => ({ name, in: "header", required: true, description, schema: { type: "string" } }));

function eventSchema(type: EventType): z.ZodType {
  const schema = Event.options.find((option) => option.shape.type.value === type);
  if (schema === undefined) throw new Error(`there is no schema of ${type}`);
  return schema;
}

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
