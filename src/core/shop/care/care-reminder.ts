/* The daily event `care.due` (decision 091), for webhooks and the feed. */
import { DUE_NAMED_MAX } from "../../../contract/care/care-schemas.ts";
import { DAY_MS, dateIn, daysAfter, startOfDay } from "../../feed/local-days.ts";
import { executeOnce, NO_CONTENT } from "../../idempotency.ts";
import { START } from "../../pagination.ts";
import type { Repositories, Store } from "../../ports.ts";
import { eventOf } from "../../recorded-events.ts";
import { HOUR_MS } from "../../times.ts";

interface Parts {
  readonly store: Store;
  readonly now: number;
  readonly timeZone: string;
  /** The hour of the shop's day when the event is published. */
  readonly hour: number;
  readonly sha256: (text: string) => string;
}

/**
 * Publishes today's event, if its hour has come, something is due, and no instance has published it yet. Returns its day;
 * undefined if it published none. A service that was down at the hour publishes it when it is back.
 */
export async function remindOfCare({ store, now, timeZone, hour, sha256 }: Parts): Promise<string | undefined> {
  const day = dateIn(timeZone, now);
  // Where clocks change on that day, it may be an hour earlier or later.
  if (now < startOfDay(timeZone, day) + hour * HOUR_MS) return undefined;
  // No transaction is needed if nothing is due.
  if ((await dueOn(day, store, 1)).length === 0) return undefined;
  await executeOnce(
    {
      store,
      async work({ store, events }) {
        const due = await dueOn(day, store, DUE_NAMED_MAX + 1);
        const ids = due.slice(0, DUE_NAMED_MAX).map(({ id }) => id);
        const data = { day, ids, isComplete: due.length <= DUE_NAMED_MAX };
        if (ids.length > 0) events.push(eventOf({ key: undefined, now }, "care.due", data));
        return NO_CONTENT;
      },
    },
    { id: sha256(`care.due ${day}`), fingerprint: "care.due" },
    now,
    now - 2 * DAY_MS,
  );
  return day;
}

function dueOn(day: string, { care }: Pick<Repositories, "care">, limit: number) {
  return care.listDue(
    { dueBefore: daysAfter(day, 1) },
    { after: START.asc, limit, sort: { by: "dueOn", after: undefined } },
  );
}
