/* Due care as a calendar (decision 092). All of its words are the shop's own, so it needs no language. */
import { CALENDAR_MAX, type careCalendarOperations } from "../../../contract/care/care-calendar.ts";
import type { Handlers } from "../../../contract/operation.ts";
import type { Context } from "../../context.ts";
import { DAY_MS } from "../../feed/local-days.ts";
import { START } from "../../pagination.ts";
import type { StoredCare } from "./care-ports.ts";

export const careCalendar: Handlers<typeof careCalendarOperations, Context> = {
  getCareCalendar: (_, context) => writtenCalendar(context),
};

/** Events per iteration of the event loop: more would delay other requests. */
const EVENTS_PER_ITERATION = 50;

/** How often programs should refresh the calendar. */
const REFRESH_SECONDS = 3600;

/** A single part, so that the response has an entity tag. */
async function* writtenCalendar(context: Context): AsyncGenerator<string, undefined> {
  const { store, shopName, principal, now } = context;
  // Loaded on first use: most services never need it.
  const { ICalCalendar, ICalEventTransparency } = await import("ical-generator");
  const calendar = new ICalCalendar({
    name: shopName || "Petstore",
    prodId: { company: "petstore", product: "care" },
    ttl: REFRESH_SECONDS,
  });
  // Entries have no time of their last change. The start of the day is precise enough for programs, and keeps the tag until tomorrow.
  const stamp = new Date(now - (now % DAY_MS));
  const due = await store.care.listDue({}, { after: START.asc, limit: CALENDAR_MAX });
  for (let at = 0; at < due.length; at += EVENTS_PER_ITERATION) {
    await context.yieldToRequests();
    const entries = due.slice(at, at + EVENTS_PER_ITERATION);
    const names = await petNames(entries, context);
    for (const { id, petId, what, note, dueOn } of entries) {
      calendar.createEvent({
        // Two shops may have entries with one id, and the same person may subscribe to both.
        id: `care-${id}-${principal.keyId}@petstore`,
        stamp,
        start: new Date(`${dueOn}T00:00:00Z`),
        allDay: true,
        summary: `${names.get(petId)}: ${what}`,
        description: note ?? null,
        // What is due does not make a day busy.
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  }
  yield `${calendar}\r\n`;
}

async function petNames(entries: readonly StoredCare[], { store }: Context): Promise<ReadonlyMap<bigint, string>> {
  const ids = [...new Set(entries.map(({ petId }) => petId))];
  if (ids.length === 0) return new Map();
  const { items } = await store.pets.list({ ids }, { after: START.asc, limit: ids.length });
  return new Map(items.map(({ id, name }) => [id, name]));
}
