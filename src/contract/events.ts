import * as z from "zod";
import { Category } from "./categories.ts";
import {
  count,
  DEFAULT_LIMIT,
  dateTime,
  int64,
  int64Parameter,
  limitParameter,
  orderParameter,
  parameter,
  readInt64,
} from "./common.ts";
import { InventoryEntry } from "./inventory.ts";
import { operation } from "./operation.ts";
import { Order } from "./orders.ts";
import { Pet } from "./pets.ts";

export const ImportSummary = z
  .object({
    count: count("How many pets were imported"),
    firstId: int64("The smallest id of the imported pets"),
    lastId: int64("The largest id of the imported pets"),
  })
  .meta({ id: "ImportSummary", description: "What an import added" });

/** Every type of event and the resource in its `data`: as it is after the change, or before it when deleted (D33). */
export const eventData = {
  "pet.created": Pet,
  "pet.updated": Pet,
  "pet.deleted": Pet,
  "inventory.updated": InventoryEntry,
  "order.placed": Order,
  "order.completed": Order,
  "order.cancelled": Order,
  "category.created": Category,
  "category.updated": Category,
  "category.deleted": Category,
  "import.completed": ImportSummary,
} as const;

export type EventType = keyof typeof eventData;

/** The data of an event of a type. */
export type EventData<Type extends EventType> = z.output<(typeof eventData)[Type]>;

export const eventTypes = Object.keys(eventData) as readonly EventType[];

/** The events of one type. */
function eventOf<Type extends EventType>(type: Type) {
  return z.object({
    id: z.string().meta({ description: "Identifies the event. Its form is not part of the interface" }),
    type: z.literal(type),
    at: dateTime("When the change was made"),
    petId: int64("The pet that the event is about").optional(),
    key: z
      .object({
        name: z.string().meta({ description: "The name of the API key" }),
        hint: z.string().optional().meta({ description: "The last characters of the API key" }),
      })
      .optional()
      .meta({ description: "The API key that made the change; omitted for commands of the operator" }),
    data: eventData[type],
    previous: eventData[type]
      .partial()
      .optional()
      .meta({ description: "The members that changed, as they were before" }),
    note: z.string().optional().meta({ description: "The note given with the change" }),
  });
}

export const Event = z
  .discriminatedUnion("type", [
    eventOf("pet.created"),
    eventOf("pet.updated"),
    eventOf("pet.deleted"),
    eventOf("inventory.updated"),
    eventOf("order.placed"),
    eventOf("order.completed"),
    eventOf("order.cancelled"),
    eventOf("category.created"),
    eventOf("category.updated"),
    eventOf("category.deleted"),
    eventOf("import.completed"),
  ])
  .meta({ id: "Event", type: "object", description: "A change. Later versions may add types" });
export type Event = z.output<typeof Event>;

export const Events = z.array(Event).meta({ id: "Events", description: "Events in the order of the feed" });

const PARTIAL_TYPES = `one or more of ${eventTypes.join(", ")}, separated by commas`;

function typesParameter(description: string) {
  return z
    .string({ error: `${PARTIAL_TYPES}, given once` })
    .transform((text, context): readonly EventType[] => {
      const types = text.split(",");
      const known = eventTypes.filter((type) => types.includes(type));
      if (types.every((type) => eventTypes.includes(type as EventType))) return known;
      context.addIssue({ code: "custom", message: PARTIAL_TYPES, input: text });
      return z.NEVER;
    })
    .meta({ type: "string", description })
    .optional();
}

function afterParameter(description: string) {
  return z.string({ error: "the id of an event, given once" }).optional().meta({ description });
}

/** The filters of the feed and of the stream. */
const filters = {
  types: typesParameter("Only events of these types, separated by commas"),
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

const listEvents = operation({
  id: "listEvents",
  method: "GET",
  path: "/events",
  tag: "Events",
  summary: "List events",
  description:
    'Returns what changed, one page at a time. In ascending order every page has a `Link` header with `rel="next"`, the ' +
    "last one too: whoever keeps following it sees every change exactly once, within about a second, in one order that is the " +
    "same for all. With `types`, a page may have fewer events than `limit`, or none, and a `Link` to more: nothing is new only when " +
    "the address in `Link` is the one that was read. Events are kept for `EVENTS_RETENTION_DAYS`; `after` an older one is 410.",
  scope: "events:read",
  stability: "beta",
  query: z.object({
    limit: limitParameter("Maximum number of events returned").meta({ default: DEFAULT_LIMIT }),
    after: afterParameter("The id of an event: the list continues after it, in its order"),
    ...filters,
    order: orderParameter(),
  }),
  success: { status: 200, description: "A page of events", schema: Events, paged: true, pageParameter: "after" },
  errors: ["gone"],
  examples: { response: [created] },
});

const streamEvents = operation({
  id: "streamEvents",
  method: "GET",
  path: "/events/stream",
  tag: "Events",
  summary: "Stream events",
  description:
    "Sends events as they happen, as Server-Sent Events: the type in `event`, the id in `id`, the event as JSON in `data`. " +
    "With `Last-Event-ID` or `after`, the stream first sends the events after that one; `Last-Event-ID` takes precedence. " +
    "A client that reconnects with the last `id` it received misses nothing. An `id` without data only moves that place on. " +
    "At least every 15 s something is sent, if only a comment.",
  scope: "events:read",
  stability: "beta",
  query: z.object({
    after: afterParameter("The id of an event: the stream starts after it, else with the next event"),
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

const DAYS_MAX = 366;

function readDays(text: string): number | undefined {
  const days = readInt64(text);
  return days !== undefined && days >= 1n && days <= BigInt(DAYS_MAX) ? Number(days) : undefined;
}

export const ActivityDay = z
  .object({
    date: z.iso.date().meta({ description: "The day, in UTC" }),
    counts: z
      .record(z.string(), count("How many"))
      .meta({ description: "How many events of each type there were; types without any are left out" }),
  })
  .meta({ id: "ActivityDay", description: "What happened on one day" });

const listActivity = operation({
  id: "listActivity",
  method: "GET",
  path: "/activity",
  tag: "Events",
  summary: "List activity by day",
  description: "Returns how many events of each type there were on each of the last days, today last. Days are in UTC.",
  scope: "events:read",
  stability: "beta",
  query: z.object({
    days: parameter(`an integer from 1 to ${DAYS_MAX}`, readDays, {
      type: "integer",
      minimum: 1,
      maximum: DAYS_MAX,
      description: "How many days, today included; 30 if omitted",
    }).optional(),
  }),
  success: {
    status: 200,
    description: "The days in ascending order, empty ones too",
    schema: z.array(ActivityDay).meta({ id: "Activity", description: "Activity by day" }),
  },
  errors: [],
  examples: { response: [{ date: "2026-12-01", counts: { "pet.created": 3, "order.placed": 1 } }] },
});

/** The operations on events. */
export const eventOperations = { listEvents, streamEvents, listActivity } as const;
