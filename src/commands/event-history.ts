import { Event } from "../contract/events.ts";
import { serializer } from "../contract/serializer.ts";
import { published } from "../core/feed/feed.ts";
import type { Store } from "../core/ports.ts";

/** Events read at once. */
const BATCH = 100;

/** How long to wait for further events, in milliseconds. */
const POLL_MS = 250;

const write = serializer(Event);

/** An event for a person, and as JSON. */
export interface ShownEvent {
  readonly event: Event;
  readonly json: string;
}

/**
 * Reads the newest events, as many as asked for, in the order of the feed; then, if `follow` is given, those that happen until it is
 * aborted. It reads the store: that needs no key, and works whether or not a service runs.
 */
export async function* readEvents(store: Store, last: number, follow?: AbortSignal): AsyncGenerator<ShownEvent> {
  const head = (await store.events.head()).last;
  const newest = await store.events.list({}, { after: head + 1n, limit: last, order: "desc" }, 0n);
  yield* newest.toReversed().map(shown);
  let position = head;
  while (follow !== undefined && !follow.aborted) {
    // Without a running service, nobody else gives events their places.
    await store.publishEvents();
    const until = (await store.events.head()).last;
    const found = position < until ? await store.events.list({}, { after: position, limit: BATCH }, until) : [];
    yield* found.map(shown);
    position = found.length === BATCH ? (found.at(-1)?.position ?? until) : until;
    if (found.length < BATCH) await Bun.sleep(POLL_MS);
  }
}

function shown(stored: Parameters<typeof published>[0]): ShownEvent {
  const event = published(stored);
  return { event, json: write(event) };
}
