import type { Event } from "../contract/events.ts";
import type { EventBatch, StreamedEvent } from "../contract/operation.ts";
import { idAt, published } from "./events.ts";
import type { EventFilter, Store, StoredEvent } from "./ports.ts";

/** Events per batch: what a stream may have in memory that its client has not read. */
const BATCH_MAX = 100;

/** Events in memory. A stream that is further behind reads the store. */
const BUFFER_MAX = 2000;

/** How long a stream may send nothing (decision D35). */
const SILENCE_MS = 15_000;

/** A place in the feed. */
interface Place {
  readonly position: bigint;
  readonly id: string;
}

/** The events after one place up to another. */
interface Segment {
  readonly from: bigint;
  readonly to: Place;
  readonly events: readonly Entry[];
}

interface Entry extends StreamedEvent<Event> {
  readonly position: bigint;
}

/** A batch for one stream, and where the stream is then. */
interface Step {
  readonly to: Place;
  readonly events: readonly StreamedEvent<Event>[];
}

/**
 * The newest events, read once for all streams of this process. `poll` looks for new ones, and does nothing while no stream waits.
 * Streams without a filter get the very same batch, so that it is serialized once.
 */
export class EventTail {
  readonly #store: Pick<Store, "events" | "version">;
  readonly #clock: () => number;
  /** Wakes the streams that wait, each with the time since which it has sent nothing. */
  readonly #waiting = new Map<() => void, number>();
  #segments: Segment[] = [];
  #last: Place = { position: -1n, id: "" };
  #version: number | undefined;

  constructor(store: Pick<Store, "events" | "version">, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Reads new events, if any, and wakes the streams that have something to send. */
  async poll(): Promise<void> {
    if (this.#waiting.size === 0) return;
    if (await this.#readNew()) {
      for (const wake of this.#waiting.keys()) wake();
      return;
    }
    const now = this.#clock();
    for (const [wake, since] of this.#waiting) if (now - since >= SILENCE_MS) wake();
  }

  /** The events after a place as they come, with an empty batch first and after each silence. `return` ends it at once. */
  follow(start: Place, filter: EventFilter): AsyncIterableIterator<EventBatch<Event>> {
    let place = start;
    let sentAt = Number.NEGATIVE_INFINITY;
    let isOver = false;
    let wake = () => {};
    const next = async (): Promise<IteratorResult<EventBatch<Event>, undefined>> => {
      while (!isOver) {
        const isSilent = this.#clock() - sentAt >= SILENCE_MS;
        const step = isSilent ? { to: place, events: [] } : await this.#after(place.position, filter);
        // Events that the stream has not sent are deleted: the client finds that out when it reconnects.
        if (step === "deleted") break;
        if (step !== undefined) place = step.to;
        if (step !== undefined && (isSilent || step.events.length > 0)) {
          sentAt = this.#clock();
          return { done: false, value: { id: place.id, events: step.events } };
        }
        // Asked again, without a pause in between: new events may have come since.
        if (!isOver && place.position >= this.#last.position) await this.#change(sentAt, (resolve) => (wake = resolve));
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

  /** Resolves when there may be something to send. */
  async #change(sentAt: number, begun: (wake: () => void) => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(resolve, sentAt);
    begun(resolve);
    await promise;
    this.#waiting.delete(resolve);
  }

  async #readNew(): Promise<boolean> {
    const version = this.#store.version();
    if (version !== undefined && version === this.#version) return false;
    const { events } = this.#store;
    const head = (await events.head()).last;
    const from = this.#last.position;
    if (head === from) {
      this.#version = version;
      return false;
    }
    if (head - from > BUFFER_MAX || from < 0n) {
      this.#segments = [];
      this.#last = { position: head, id: await idAt(head, events) };
      this.#version = version;
      return true;
    }
    const entries = (await events.list({}, { after: from, limit: BUFFER_MAX }, head)).map(entryOf);
    for (let start = 0; start < entries.length; start += BATCH_MAX) {
      this.#append(entries.slice(start, start + BATCH_MAX));
    }
    this.#version = version;
    return true;
  }

  #append(events: readonly Entry[]): void {
    const to = events.at(-1) ?? this.#last;
    this.#segments.push({ from: this.#last.position, to, events });
    this.#last = to;
    const kept = this.#segments.reduce((sum, segment) => sum + segment.events.length, 0);
    if (kept > BUFFER_MAX) this.#segments.shift();
  }

  /** What follows a position: undefined when nothing does. */
  async #after(position: bigint, filter: EventFilter): Promise<Step | "deleted" | undefined> {
    if (position >= this.#last.position) return undefined;
    const segment = this.#segments.findLast(({ from }) => from <= position);
    if (segment === undefined) return this.#fromStore(position, filter);
    const { from, to, events } = segment;
    if (from === position && filter.types === undefined && filter.petId === undefined) return { to, events };
    return { to, events: events.filter((entry) => entry.position > position && matches(entry, filter)) };
  }

  async #fromStore(position: bigint, filter: EventFilter): Promise<Step | "deleted"> {
    const { events } = this.#store;
    const last = this.#last;
    const found = await events.list(filter, { after: position, limit: BATCH_MAX }, last.position);
    if ((await events.head()).deleted > position) return "deleted";
    const entries = found.map(entryOf);
    const to = entries.length < BATCH_MAX ? last : (entries.at(-1) ?? last);
    return { to, events: entries };
  }
}

function entryOf(stored: StoredEvent): Entry {
  const data = published(stored);
  return { position: stored.position, id: data.id, type: data.type, data };
}

function matches({ data }: Entry, { types, petId }: EventFilter): boolean {
  return (types === undefined || types.includes(data.type)) && (petId === undefined || data.petId === petId);
}
