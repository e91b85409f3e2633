import * as z from "zod";
import { count, parameter, readInt64 } from "../common.ts";
import { operation } from "../operation.ts";
import { timeZoneParameter } from "../parameters.ts";
import { DAY_SCHEMA } from "../values/days.ts";
import { storedText, WORD_MAX } from "../values/texts.ts";

/** The most days of activity that a request may ask for. */
export const DAYS_MAX = 366;

function readDays(text: string): number | undefined {
  const days = readInt64(text);
  return days !== undefined && days >= 1n && days <= BigInt(DAYS_MAX) ? Number(days) : undefined;
}

export const ActivityDay = z
  .object({
    date: z.iso.date().meta({ ...DAY_SCHEMA, description: "The day, in the time zone of the request" }),
    counts: z
      .record(storedText(WORD_MAX, "A type of event"), count("How many"))
      .meta({ description: "The number of events of each type; types without events are omitted" }),
  })
  .meta({ id: "ActivityDay", description: "What happened on one day" });

const listActivity = operation({
  id: "listActivity",
  method: "GET",
  path: "/activity",
  tag: "Events",
  summary: "List activity by day",
  description:
    "Returns the number of events of each type on each of the last days, today last. Days are days in `timeZone`; a day on " +
    "which clocks change has 23 or 25 hours.",
  scope: "events:read",
  stability: "beta",
  query: z.object({
    days: parameter(`an integer from 1 to ${DAYS_MAX}`, readDays, {
      type: "integer",
      minimum: 1,
      maximum: DAYS_MAX,
      description: "How many days, including today; 30 if omitted",
    }).optional(),
    timeZone: timeZoneParameter("The IANA time zone of the days, such as `Europe/Berlin`; UTC if omitted"),
  }),
  success: {
    status: 200,
    description: "The days in ascending order, including days without events",
    schema: z.array(ActivityDay).max(DAYS_MAX).meta({ id: "Activity", description: "Activity by day" }),
  },
  examples: { response: [{ date: "2026-12-01", counts: { "pet.created": 3, "order.placed": 1 } }] },
});

/** The operations on the activity. */
export const activityOperations = { listActivity } as const;
