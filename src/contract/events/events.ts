import * as z from "zod";
import { Care, CareDue } from "../care/care-schemas.ts";
import {
  DEFAULT_LIMIT,
  dateTime,
  int64,
  int64Parameter,
  limitParameter,
  listParameter,
  orderParameter,
  pageOf,
  storedShortText,
} from "../common.ts";
import { ImportSummary } from "../imports/import-summary.ts";
import { readChoices } from "../json/parsing.ts";
import { discriminator, schemaName } from "../json/unions.ts";
import { ApiKeySummary } from "../keys/key-schemas.ts";
import { operation } from "../operation.ts";
import { EventOrder } from "../orders/order-schemas.ts";
import { EventSale } from "../orders/sale-schemas.ts";
import { Category } from "../pets/categories.ts";
import { InventoryEntry } from "../pets/inventory.ts";
import { Pet } from "../pets/pets.ts";
import { Photo } from "../pets/photos.ts";
import { PetProfile } from "../pets/profiles.ts";
import { EventInquiry, LimitedInquiries } from "../shop/inquiries.ts";
import { EVENT_ID_MAX, storedText } from "../values/texts.ts";
import {
  careBefore,
  categoryBefore,
  EventKey,
  inquiryBefore,
  keyBefore,
  nothingBefore,
  orderBefore,
  petBefore,
  photoBefore,
  profileBefore,
  stockBefore,
} from "./event-members.ts";

/** Every type of event and the resource in its `data`: as it is after the change, or before it when deleted (D33). */
export const eventData = {
  "pet.created": Pet,
  "pet.updated": Pet,
  "pet.deleted": Pet,
  "photo.added": Photo,
  "photo.updated": Photo,
  "photo.deleted": Photo,
  "profile.updated": PetProfile,
  "inventory.updated": InventoryEntry,
  "order.placed": EventOrder,
  "order.updated": EventOrder,
  "order.completed": EventOrder,
  "order.reopened": EventOrder,
  "order.returned": EventOrder,
  "order.cancelled": EventOrder,
  "sale.placed": EventSale,
  "sale.completed": EventSale,
  "sale.cancelled": EventSale,
  "inquiry.created": EventInquiry,
  "inquiry.updated": EventInquiry,
  "inquiry.deleted": EventInquiry,
  "inquiry.limited": LimitedInquiries,
  "care.added": Care,
  "care.updated": Care,
  "care.removed": Care,
  "care.due": CareDue,
  "category.created": Category,
  "category.updated": Category,
  "category.deleted": Category,
  "import.completed": ImportSummary,
  "import.undone": ImportSummary,
  "key.created": ApiKeySummary,
  "key.updated": ApiKeySummary,
  "key.revoked": ApiKeySummary,
} as const;

export type EventType = keyof typeof eventData;

/** The data of an event of a type. */
export type EventData<Type extends EventType> = z.output<(typeof eventData)[Type]>;

export const eventTypes = Object.keys(eventData) as readonly EventType[];

/** A type of event in a request. */
export const EventType = z
  .enum(eventTypes as readonly [EventType, ...EventType[]], { error: `one of ${eventTypes.join(", ")}` })
  .meta({ id: "EventType", description: "A type of event. Later versions may add types" });

const id = storedText(EVENT_ID_MAX, "Identifies the event. Do not rely on its format");
const at = dateTime("When the change was made");
const key = EventKey.optional();
const note = storedShortText("The note given with the change").optional();

/** The events of one type. `pet` is the pet that they are about, and `previous` the members that they change. */
function eventOf<Type extends EventType, About extends z.ZodRawShape, Before extends z.ZodRawShape>(
  type: Type,
  about: About,
  before: Before,
) {
  return z
    .object({
      id,
      type: z.literal(type).meta({ description: "The type of the event" }),
      at,
      ...about,
      key,
      data: eventData[type],
      ...before,
      note,
    })
    .register(z.globalRegistry, { id: schemaName(type, "Event"), description: `An event of the type \`${type}\`` });
}

const petId = int64("The pet that the event is about");
const aboutPet = { petId };
/** Optional, so that code for all types of events may read it. */
const aboutOther = { petId: petId.optional() };

export const Event = z
  .discriminatedUnion("type", [
    eventOf("pet.created", aboutPet, nothingBefore),
    eventOf("pet.updated", aboutPet, petBefore),
    eventOf("pet.deleted", aboutPet, nothingBefore),
    eventOf("photo.added", aboutPet, nothingBefore),
    eventOf("photo.updated", aboutPet, photoBefore),
    eventOf("photo.deleted", aboutPet, nothingBefore),
    eventOf("profile.updated", aboutPet, profileBefore),
    eventOf("inventory.updated", aboutPet, stockBefore),
    eventOf("order.placed", aboutPet, nothingBefore),
    eventOf("order.updated", aboutPet, orderBefore),
    eventOf("order.completed", aboutPet, orderBefore),
    eventOf("order.reopened", aboutPet, orderBefore),
    eventOf("order.returned", aboutPet, orderBefore),
    eventOf("order.cancelled", aboutPet, nothingBefore),
    eventOf("sale.placed", aboutOther, nothingBefore),
    eventOf("sale.completed", aboutOther, nothingBefore),
    eventOf("sale.cancelled", aboutOther, nothingBefore),
    eventOf("inquiry.created", aboutPet, nothingBefore),
    eventOf("inquiry.updated", aboutPet, inquiryBefore),
    eventOf("inquiry.deleted", aboutPet, nothingBefore),
    eventOf("inquiry.limited", aboutOther, nothingBefore),
    eventOf("care.added", aboutPet, nothingBefore),
    eventOf("care.updated", aboutPet, careBefore),
    eventOf("care.removed", aboutPet, nothingBefore),
    eventOf("care.due", aboutOther, nothingBefore),
    eventOf("category.created", aboutOther, nothingBefore),
    eventOf("category.updated", aboutOther, categoryBefore),
    eventOf("category.deleted", aboutOther, nothingBefore),
    eventOf("import.completed", aboutOther, nothingBefore),
    eventOf("import.undone", aboutOther, nothingBefore),
    eventOf("key.created", aboutOther, nothingBefore),
    eventOf("key.updated", aboutOther, keyBefore),
    eventOf("key.revoked", aboutOther, nothingBefore),
  ])
  .meta({ id: "Event", description: "A change. Later versions may add types", ...discriminator(eventTypes, "Event") });
export type Event = z.output<typeof Event>;

function typesParameter(description: string) {
  return listParameter(`one or more of ${eventTypes.join(", ")}, separated by commas`, readChoices(eventTypes), {
    items: { $ref: "#/$defs/EventType" },
    maxItems: eventTypes.length,
    description,
  });
}

function afterParameter(description: string) {
  return z
    .string({ error: "the id of an event, given once" })
    .optional()
    .meta({ minLength: 1, maxLength: EVENT_ID_MAX, description });
}

/** The filters of the feed and of the stream. */
const filters = {
  types: typesParameter("Only events of these types"),
  petId: int64Parameter("Only events about this pet"),
};

const created = {
  id: "evt_1_1x2y3z",
  type: "pet.created",
  at: "2026-12-01T08:00:00.000Z",
  petId: 1,
  key: { name: "front desk", hint: "x7Qz" },
  data: { id: 1, name: "Rex", categoryId: 7, status: "available" },
};

const common = { tag: "Events", scope: "events:read", stability: "beta" } as const;

const listEvents = operation({
  ...common,
  id: "listEvents",
  method: "GET",
  path: "/events",
  summary: "List events",
  description:
    'Returns changes, one page at a time. In ascending order every page has a `Link` header with `rel="next"`, even the last ' +
    "one. Follow it to see every change exactly once, within about a second, in the same order for all readers. With `types`, a " +
    "page may have fewer events than `limit`, or none, and a `Link` to more. You are up to date when `Link` repeats the URL that " +
    "you read. Events are kept for `EVENTS_RETENTION_DAYS`; if `after` is older, the response is 410.",
  query: z.object({
    limit: limitParameter("Maximum number of events returned").meta({ default: DEFAULT_LIMIT }),
    after: afterParameter("The id of an event. The list continues after it, in the direction of `order`"),
    ...filters,
    order: orderParameter,
  }),
  success: { ...pageOf("events", Event, "Events", "Events in the order of the feed"), pageParameter: "after" },
  errors: ["gone"],
  examples: { response: [created] },
});

const streamEvents = operation({
  ...common,
  id: "streamEvents",
  method: "GET",
  path: "/events/stream",
  summary: "Stream events",
  description:
    "Sends events as they happen, as Server-Sent Events: the type in `event`, the id in `id`, the event as JSON in `data`. " +
    "With `Last-Event-ID` or `after`, the stream first sends the events after that one; `Last-Event-ID` takes precedence. " +
    "If you reconnect with the last `id` that you received, you miss nothing. An `id` without data only advances your position. " +
    "The service sends something at least every 15 s, if only a comment.",
  query: z.object({
    after: afterParameter("The id of an event. The stream starts after it; without it, with the next event"),
    ...filters,
  }),
  success: {
    status: 200,
    description: "Events, until the client or the service ends the stream",
    schema: Event,
    eventStream: true,
  },
  errors: ["gone"],
  examples: { response: created },
});

/** The operations on events. */
export const eventOperations = { listEvents, streamEvents } as const;
