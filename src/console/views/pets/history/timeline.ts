/* The history of a pet as one list: its events, which say who, and its stock changes, which say why. */
import type { Event, Page, StockChange } from "../../../../client/index.ts";
import { can, petstore } from "../../../app/session/session.ts";
import { PAGE_SIZE } from "../../../data/loaded-page.ts";

/** What happened at one moment: an order, for example, changes stock and status together. */
export interface Moment {
  readonly at: string;
  readonly events: readonly Event[];
  readonly changes: readonly StockChange[];
}

/** What is loaded so far, newest first. */
export interface Timeline {
  readonly events: Page<Event>;
  readonly changes: Page<StockChange>;
}

/** Reads the newest entries of both lists that the key may read. */
export async function readTimeline(petId: bigint, signal?: AbortSignal): Promise<Timeline> {
  const [events, changes] = await Promise.all([
    readEvents(petId, undefined, signal),
    readChanges(petId, undefined, signal),
  ]);
  return { events, changes };
}

/** Loads older entries. */
export async function readOlder(petId: bigint, { events, changes }: Timeline): Promise<Timeline> {
  const [olderEvents, olderChanges] = await Promise.all([
    events.nextCursor === undefined ? NOTHING : readEvents(petId, events.nextCursor),
    changes.nextCursor === undefined ? NOTHING : readChanges(petId, changes.nextCursor),
  ]);
  return {
    events: { ...olderEvents, items: [...events.items, ...olderEvents.items] },
    changes: { ...olderChanges, items: [...changes.items, ...olderChanges.items] },
  };
}

/** Merges newly loaded entries into a timeline. */
export function withNewest(known: Timeline, newest: Timeline): Timeline {
  return { events: prepend(newest.events, known.events), changes: prepend(newest.changes, known.changes) };
}

function prepend<Item extends { readonly id: unknown }>(newest: Page<Item>, known: Page<Item>): Page<Item> {
  const ids = new Set(newest.items.map(({ id }) => id));
  const rest = known.items.filter(({ id }) => !ids.has(id));
  // No entry in common: some between them may be missing.
  const isGap = rest.length === known.items.length;
  return isGap || newest.nextCursor === undefined ? newest : { ...known, items: [...newest.items, ...rest] };
}

const NOTHING = { items: [], nextCursor: undefined };

async function readEvents(petId: bigint, after?: string, signal?: AbortSignal): Promise<Page<Event>> {
  if (!can("events:read")) return NOTHING;
  return petstore().events.list({ petId, order: "desc", limit: PAGE_SIZE, after }, { signal });
}

async function readChanges(petId: bigint, cursor?: string, signal?: AbortSignal): Promise<Page<StockChange>> {
  if (!can("inventory:read")) return NOTHING;
  return petstore().inventory.changes(petId, { order: "desc", limit: PAGE_SIZE, cursor }, { signal });
}

/** Whether older entries exist. */
export function hasOlder({ events, changes }: Timeline): boolean {
  return events.nextCursor !== undefined || changes.nextCursor !== undefined;
}

/** The moments of both lists, newest first, down to where both are loaded. */
export function momentsOf({ events, changes }: Timeline): readonly Moment[] {
  const start = Math.max(startOf(events), startOf(changes));
  const moments = new Map<string, { at: string; events: Event[]; changes: StockChange[] }>();
  const at = (time: string) => {
    const moment = moments.get(time) ?? { at: time, events: [], changes: [] };
    moments.set(time, moment);
    return moment;
  };
  for (const event of events.items) at(event.at).events.unshift(event);
  for (const change of changes.items) at(change.at).changes.unshift(change);
  return [...moments.values()]
    .filter((moment) => Date.parse(moment.at) >= start)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** What happened at a moment, in order. A stock change replaces the event that says less. */
export function linesOf({ events, changes }: Moment): readonly (Event | StockChange)[] {
  const left = [...changes];
  const take = (isIt: (change: StockChange) => boolean) => {
    const found = left.find(isIt);
    if (found !== undefined) left.splice(left.indexOf(found), 1);
    return found;
  };
  const lines = events.flatMap((event): Event | StockChange | [] => {
    switch (event.type) {
      case "pet.created":
        return take(({ reason }) => reason === "created") ?? event;
      case "inventory.updated":
        // The line that adds a pet includes its first stock.
        if (event.previous === undefined) return [];
        return take(({ quantity }) => quantity === event.data.quantity) ?? event;
      case "order.placed":
      case "order.cancelled":
        return changes.some(({ orderId }) => orderId === event.data.id) ? [] : event;
      default:
        return event;
    }
  });
  return [...lines, ...left];
}

/** The time from which a list is loaded. */
function startOf({ items, nextCursor }: Page<{ readonly at: string }>): number {
  const oldest = items.at(-1);
  return nextCursor === undefined || oldest === undefined ? Number.NEGATIVE_INFINITY : Date.parse(oldest.at);
}
