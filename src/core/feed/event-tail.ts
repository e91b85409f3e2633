import type { Event, EventType } from "../../contract/events/events.ts";
import type { EventBatch, StreamedEvent } from "../../contract/operation.ts";
import type { NewestEvents } from "../context.ts";
import type { Store } from "../ports.ts";
import type { EventFilter, FeedPosition, StoredEvent } from "./event-ports.ts";
import { idAt, published, search, searchEnd } from "./feed.ts";

/** Events per batch: what a stream may have in memory that its client has not read. */
const BATCH_MAX = 100;

/** Events in memory. A stream that is further behind reads the store. */
const BUFFER_MAX = 2000;

/** How long a stream may send nothing (decision D35). */
const SILENCE_MS = 15_000;

/** The events after one position, up to another. */
interface Segment {
  readonly to: FeedPosition;
  readonly events: readonly Entry[];
  /** The types and pets of the events, so that most streams can skip the segment. */
  readonly types: ReadonlySet<EventType>;
  readonly petIds: ReadonlySet<bigint | undefined>;
}

/** Before the first poll. */
const UNREAD: FeedPosition = { position: -1n, id: "" };

interface Entry extends StreamedEvent<Event> {
  readonly position: bigint;
}

/** A batch for one stream, and the stream's position after it. */
interface Step {
  readonly to: FeedPosition;
  readonly events: readonly StreamedEvent<Event>[];
}

/**
 * The newest events, read once for all streams of this process. `poll` reads new ones, and does nothing while no stream waits. Streams
 * without a filter share one batch, which is serialized once.
 */
export class EventTail implements NewestEvents {
  readonly #store: Pick<Store, "events" | "version">;
  readonly #clock: () => number;
  /** Wakes the waiting streams. Each has a test whether it has something to send. */
  readonly #waiting = new Map<() => void, () => boolean>();
  #segments: Segment[] = [];
  /** The position before the first segment. */
  #first: FeedPosition = UNREAD;
  #last: FeedPosition = UNREAD;
  #version: number | undefined;
  #polling: Promise<void> = Promise.resolve();
  /** Whether the last poll was skipped because no stream waited. The next stream then polls at once. */
  #isMissed = false;

  constructor(store: Pick<Store, "events" | "version">, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Reads new events, if any, and wakes the streams that have something to send. */
  poll(): Promise<void> {
    this.#isMissed = this.#waiting.size === 0;
    if (this.#isMissed) return Promise.resolve();
    // One poll at a time, so that each event is added once.
    const polled = this.#polling.then(async () => {
      await this.#readNew();
      for (const [wake, isReady] of this.#waiting) if (isReady()) wake();
    });
    this.#polling = polled.catch(() => {});
    return polled;
  }

  /**
   * Yields events after a position as they arrive; an empty batch first, after each quiet period, and where a part of the past has no
   * match. It reads the store at most once for a batch, and not after it has waited: the caller yields between two
   * batches. `return` ends it at once.
   */
  follow(start: FeedPosition, filter: EventFilter): AsyncIterableIterator<EventBatch<Event>> {
    let place = start;
    let sentAt = Number.NEGATIVE_INFINITY;
    let isOver = false;
    let wake = () => {};
    const isSilent = () => this.#clock() - sentAt >= SILENCE_MS;
    const isBehind = () => place.position < this.#first.position;
    /** The next events in memory; the stream passes over those that its filter leaves out. */
    const take = () => {
      const step = this.#next(place, filter);
      place = step.events.length > 0 ? place : step.to;
      return step;
    };
    const change = async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      this.#waiting.set(resolve, () => isSilent() || isBehind() || take().events.length > 0);
      // If the store fails, the next poll reports it.
      if (this.#isMissed) this.poll().catch(() => {});
      await promise;
      this.#waiting.delete(resolve);
    };
    const next = async (): Promise<IteratorResult<EventBatch<Event>, undefined>> => {
      let isDue = isSilent();
      while (!isOver) {
        const reads = !isDue && isBehind();
        const step = isDue ? { to: place, events: [] } : reads ? await this.#fromStore(place, filter) : take();
        // Events that the stream has not sent are deleted: the client finds that out when it reconnects.
        if (step === "deleted") break;
        place = step.to;
        if (isDue || reads || step.events.length > 0) {
          sentAt = this.#clock();
          return { done: false, value: { id: place.id, events: step.events } };
        }
        await change();
        isDue = isSilent() || isBehind();
      }
      return { done: true, value: undefined };
    };
    return {
      next,
      async return() {
        isOver = true;
        wake();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  async #readNew(): Promise<void> {
    const version = this.#store.version();
    if (version !== undefined && version === this.#version) return;
    const { events } = this.#store;
    const head = (await events.head()).last;
    const from = this.#last.position;
    if (from < 0n || head - from > BUFFER_MAX) {
      this.#segments = [];
      this.#first = this.#last = { position: head, id: await idAt(head, events) };
    } else if (head > from) {
      const entries = (await events.list({}, { after: from, limit: BUFFER_MAX }, head)).map(entryOf);
      for (let start = 0; start < entries.length; start += BATCH_MAX) {
        this.#append(entries.slice(start, start + BATCH_MAX));
      }
      // The rest is of types that this version does not know.
      if (this.#last.position < head) this.#moveTo({ position: head, id: await idAt(head, events) });
    }
    this.#version = version;
  }

  #append(events: readonly Entry[]): void {
    this.#last = events.at(-1) ?? this.#last;
    const types = new Set(events.map(({ data }) => data.type));
    const petIds = new Set(events.map(({ data }) => data.petId));
    this.#segments.push({ to: this.#last, events, types, petIds });
    const kept = this.#segments.reduce((sum, segment) => sum + segment.events.length, 0);
    if (kept > BUFFER_MAX) this.#first = this.#segments.shift()?.to ?? this.#first;
  }

  /** Extends the part in memory up to a position, without an event. */
  #moveTo(to: FeedPosition): void {
    this.#last = to;
    const newest = this.#segments.pop();
    if (newest === undefined) this.#first = to;
    else this.#segments.push({ ...newest, to });
  }

  /** The first matching events in memory after a position; or none, and the position up to which nothing matches. */
  #next(place: FeedPosition, filter: EventFilter): Step {
    // From the end: most streams are there.
    const start = this.#segments.findLastIndex(({ to }) => to.position <= place.position) + 1;
    let to = place;
    for (let index = start; index < this.#segments.length; index++) {
      const segment = this.#segments[index] as Segment;
      const events = matching(segment, place.position, filter);
      to = segment.to;
      if (events.length > 0) return { to, events };
    }
    return { to, events: [] };
  }

  async #fromStore({ position }: FeedPosition, filter: EventFilter): Promise<Step | "deleted"> {
    const { events } = this.#store;
    const end = searchEnd(position, this.#last.position, filter);
    const found = await search(filter, { after: position, limit: BATCH_MAX }, end, events);
    if ((await events.head()).deleted > position) return "deleted";
    const entries = found.map(entryOf);
    const last = entries.length < BATCH_MAX ? undefined : entries.at(-1);
    return { to: last ?? { position: end, id: await idAt(end, events) }, events: entries };
  }
}

/** The events of a segment after a position that match: the segment's own array if these are all. */
function matching({ events, types, petIds }: Segment, after: bigint, filter: EventFilter): readonly Entry[] {
  if (filter.types !== undefined && !filter.types.some((type) => types.has(type))) return [];
  if (filter.petId !== undefined && !petIds.has(filter.petId)) return [];
  const isWhole = filter.types === undefined && filter.petId === undefined && (events[0]?.position ?? 0n) > after;
  return isWhole ? events : events.filter((entry) => entry.position > after && matches(entry, filter));
}

function entryOf(stored: StoredEvent): Entry {
  const data = published(stored);
  return { position: stored.position, id: data.id, type: data.type, data };
}

function matches({ data }: Entry, { types, petId }: EventFilter): boolean {
  return (types === undefined || types.includes(data.type)) && (petId === undefined || data.petId === petId);
}
