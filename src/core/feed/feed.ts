/* How clients read the feed, and the ids that name positions in it. */
import { DEFAULT_LIMIT, readInt64 } from "../../contract/common.ts";
import { Failure, invalidField } from "../../contract/errors/errors.ts";
import type { Event, eventOperations } from "../../contract/events/events.ts";
import { preview } from "../../contract/json/json.ts";
import type { Handlers } from "../../contract/operation.ts";
import { yieldToEventLoop } from "../concurrency/event-loop.ts";
import type { Context } from "../context.ts";
import type { Slice } from "../slice.ts";
import { isoTime } from "../times.ts";
import type { EventFilter, Events, FeedBounds, StoredEvent } from "./event-ports.ts";

export const events: Handlers<typeof eventOperations, Context> = {
  listEvents: async ({ query: { limit = DEFAULT_LIMIT, after, types, petId, order = "asc" } }, { store }) => {
    const head = await store.events.head();
    const [first, final] = order === "asc" ? [head.deleted, head.last] : [head.last + 1n, head.deleted + 1n];
    const start = after === undefined ? first : await positionOf(after, head, store.events);
    const end = searchEnd(start, final, { petId });
    const found = await search({ types, petId }, { after: start, limit: limit + 1, order }, end, store.events);
    // Events may have been deleted since the position was checked: a gap must not go unnoticed.
    if (after !== undefined && order === "asc" && (await store.events.head()).deleted > start) throw gone(after);
    const items = found.slice(0, limit).map(published);
    if (found.length > limit) return { items, next: items.at(-1)?.id };
    if (order === "desc" && end === final) return { items, next: undefined };
    // Not the last match: otherwise every poll with a rare filter would read the end of the feed again.
    return { items, next: await idAt(end, store.events) };
  },

  streamEvents: async ({ query: { after, types, petId } }, { store, tail, lastEventId }) => {
    const [name, id] = lastEventId === undefined ? ["after", after] : ["Last-Event-ID", lastEventId];
    const head = await store.events.head();
    const position = id === undefined ? head.last : await positionOf(id, head, store.events, name);
    return tail.follow({ position, id: id ?? (await idAt(head.last, store.events)) }, { types, petId });
  },
};

/** The id of the event at a position. If there is none, an id that stands for the position alone. */
export async function idAt(position: bigint, events: Events): Promise<string> {
  return (await idsAt([position], events)).get(position) ?? idOf({ position, hash: "0" });
}

/** The ids of the events at these positions, without those that are deleted. */
export async function idsAt(positions: readonly bigint[], events: Events): Promise<ReadonlyMap<bigint, string>> {
  const hashes = await events.hashesAt(positions);
  return new Map([...hashes].map(([position, hash]) => [position, idOf({ position, hash })]));
}

/** Positions that are looked at together: a filter that matches rarely must not read the whole feed at once. */
const SEARCHED_MAX = 50_000n;

/** Where a search from one position to another ends at the latest. The events of one pet are found without looking at others. */
export function searchEnd(from: bigint, to: bigint, { petId }: EventFilter): bigint {
  const distance = to - from;
  if (petId !== undefined || (distance <= SEARCHED_MAX && distance >= -SEARCHED_MAX)) return to;
  return distance > 0n ? from + SEARCHED_MAX : from - SEARCHED_MAX;
}

/** Positions that are searched per iteration of the event loop: two milliseconds. */
const SEARCHED_PER_ITERATION = 10_000n;

/** Lists events, as `Events.list` does. A search for a few types yields to the event loop. */
export async function search(
  filter: EventFilter,
  slice: Slice,
  end: bigint,
  events: Events,
): Promise<readonly StoredEvent[]> {
  if (filter.types === undefined || filter.petId !== undefined) return events.list(filter, slice, end);
  const found: StoredEvent[] = [];
  for (let from = slice.after; ; ) {
    const distance = end - from;
    const isNear = distance <= SEARCHED_PER_ITERATION && distance >= -SEARCHED_PER_ITERATION;
    const to = isNear ? end : distance > 0n ? from + SEARCHED_PER_ITERATION : from - SEARCHED_PER_ITERATION;
    found.push(...(await events.list(filter, { ...slice, after: from, limit: slice.limit - found.length }, to)));
    if (isNear || found.length === slice.limit) return found;
    from = to;
    await yieldToEventLoop();
  }
}

/** The event at a position, or undefined. */
export async function eventAt(position: bigint, events: Events): Promise<StoredEvent | undefined> {
  const [event] = await events.list({}, { after: position - 1n, limit: 1 }, position);
  return event;
}

/** The id of an event. */
export function idOf({ position, hash }: Pick<StoredEvent, "position" | "hash">): string {
  return `evt_${position}_${hash}`;
}

/** An event as clients get it. */
export function published({ position, hash, at, type, petId, key, data, previous, note }: StoredEvent): Event {
  return {
    id: idOf({ position, hash }),
    type,
    at: isoTime(at),
    petId,
    key,
    data,
    previous,
    note,
  } as Event;
}

/** The position of an event. Throws for one that has expired, or that this store never had. */
async function positionOf(id: string, head: FeedBounds, events: Events, name = "after"): Promise<bigint> {
  const [, text = ""] = /^evt_(\d{1,19})_\w{1,16}$/.exec(id) ?? [];
  const position = readInt64(text);
  if (position === undefined) {
    throw invalidField("invalid_parameter", name, "the id of an event", preview(id));
  }
  // The last deleted event is a valid start: a reader that has seen it misses nothing.
  if (position === head.deleted) return position;
  if (position > head.deleted && position <= head.last && (await idAt(position, events)) === id) return position;
  throw gone(id, name);
}

function gone(id: string, name = "after"): Failure {
  const reason = "is no longer kept, or not in this store because a backup was restored";
  return new Failure(
    "gone",
    `${name}: the event ${id} ${reason}: read the resources again, then start without \`${name}\``,
  );
}
