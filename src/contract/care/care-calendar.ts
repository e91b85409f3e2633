/* Due care as a calendar to subscribe to (decision 092). */
import * as z from "zod";
import { INT32_MAX } from "../common.ts";
import { operation } from "../operation.ts";

/** The most events of the calendar. Programs read all of it each time. */
export const CALENDAR_MAX = 500;

/** The longest key. */
const KEY_MAX = 512;

const CareCalendar = z
  .string()
  .max(INT32_MAX)
  .meta({ id: "CareCalendar", description: "What is due as a calendar (RFC 5545, RFC 7986)" });

const token = z
  .string({ error: "one API key" })
  .max(KEY_MAX, { error: `an API key of at most ${KEY_MAX} characters` })
  .optional()
  .meta({ "x-stability": "beta", description: "The API key, if there is no `Authorization` header" });

const getCareCalendar = operation({
  id: "getCareCalendar",
  tag: "Care",
  stability: "beta",
  method: "GET",
  path: "/care.ics",
  summary: "Subscribe to what is due",
  description:
    "Returns what is due and not done as a calendar (iCalendar, RFC 5545): each entry is an event of a whole day, on the day on which it is " +
    `due. The calendar has the ${CALENDAR_MAX} entries that are due first. Programs that send no headers have the key in \`token\`: there it ` +
    "must have the scope `calendar:read` and no other.",
  scope: "calendar:read",
  keyParameter: "token",
  query: z.object({ token }),
  success: { status: 200, description: "The calendar", schema: CareCalendar, text: "text/calendar" },
  examples: {
    response:
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//petstore//care//EN\r\nBEGIN:VEVENT\r\nUID:care-2-8f14e45f@petstore\r\nSEQUENCE:0\r\n" +
      "DTSTAMP:20261201T000000Z\r\nDTSTART;VALUE=DATE:20261218\r\nSUMMARY:Rex: DHPPi\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  },
});

/** The operations on the calendar of care. */
export const careCalendarOperations = { getCareCalendar } as const;
