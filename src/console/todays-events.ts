/* What has happened since midnight, where the page is. */
import { useEffect, useState } from "preact/hooks";
import type { Event } from "../client/index.ts";
import { todayStart } from "./day.ts";
import { onEvent } from "./live-stream.ts";
import { useLoaded } from "./loading.ts";
import { petstore } from "./session.ts";

/** A day with more is shown as "1,000+". */
const READ_MAX = 1000;

const TYPES: readonly Event["type"][] = [
  "pet.created",
  "pet.updated",
  "order.placed",
  "order.completed",
  "import.completed",
];

/** The day so far. */
export interface Today {
  /** Pets that were added, by one or by an import. */
  readonly arrivals: readonly Event[];
  readonly arrived: number;
  /** Pets that were sold, by an order or by their status. */
  readonly adoptions: readonly Event[];
  /** Orders that were placed. */
  readonly orders: readonly Event[];
  /** Whether only the latest events of a busy day are counted. */
  readonly isPartial: boolean;
}

/** What has happened today, newest first, as it happens. */
export function useToday() {
  const start = todayStart.value;
  const [live, setLive] = useState<readonly Event[]>([]);
  useEffect(() => {
    return onEvent((event) => {
      if (TYPES.includes(event.type)) setLive((before) => [event, ...before].slice(0, READ_MAX));
    });
  }, []);
  const { data, error, reload } = useLoaded((signal) => readSince(start, signal), [start]);
  return { today: data && summary([...live, ...data], start), error, reload };
}

async function readSince(start: number, signal: AbortSignal): Promise<readonly Event[]> {
  const events: Event[] = [];
  for await (const event of petstore().events.list({ order: "desc", types: TYPES }, { signal })) {
    if (Date.parse(event.at) < start) break;
    events.push(event);
    if (events.length >= READ_MAX) break;
  }
  return events;
}

function summary(events: readonly Event[], start: number): Today {
  const byId = new Map(events.filter(({ at }) => Date.parse(at) >= start).map((event) => [event.id, event]));
  const today = [...byId.values()];
  const arrivals = today.filter(({ type }) => type === "pet.created" || type === "import.completed");
  const momentOf = ({ petId, at }: Event) => `${petId} ${at}`;
  const completed = new Set(today.filter(({ type }) => type === "order.completed").map(momentOf));
  return {
    arrivals,
    arrived: arrivals.reduce((sum, event) => sum + (event.type === "import.completed" ? event.data.count : 1), 0),
    // The order that sells a pet changes its status too: that is one adoption.
    adoptions: today.filter(
      (event) => event.type === "order.completed" || (isSale(event) && !completed.has(momentOf(event))),
    ),
    orders: today.filter(({ type }) => type === "order.placed"),
    isPartial: today.length >= READ_MAX,
  };
}

function isSale(event: Event): boolean {
  return event.type === "pet.updated" && event.previous?.status !== undefined && event.data.status === "sold";
}
