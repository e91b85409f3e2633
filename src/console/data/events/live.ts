/* What happens in the shop while the page is open: one stream of events for all views and windows, while somebody can see them. */
import { effect, signal, untracked } from "@preact/signals";
import type { Event } from "../../../client/index.ts";
import type { Resources } from "../../../client/operations.gen.ts";
import { hasCode } from "../../app/failure.ts";
import { returned } from "../../app/session/reach.ts";
import { can, onNextPerson, refreshKey, type Session, session } from "../../app/session/session.ts";
import { checkVersion } from "../../app/session/version.ts";
import { publishEvent } from "./changes.ts";
import type { Connection, Feed, Item } from "./stream-reader.ts";

/** As many events as the page keeps, and as many of them as it reads at first. */
const KEPT = 200;
const READ = 100;

/** After more events than this, everything is loaded again: that is less than to show each. */
const MISSED_MAX = 500;

/** How long to wait before what reads the stream is loaded again. */
const RETRY_MS = 2_000;

/** The state of the stream. */
export const connection = signal<Connection>("off");

/** The latest events that are news, the newest first; undefined before they are read. */
export const latestEvents = signal<readonly Event[] | undefined>(undefined);

/** Why the latest events could not be read. */
export const latestFailure = signal<unknown>(undefined);

/** How often events were missed for good, and the position after them is known: what was loaded before may be out of date. */
export const missed = signal(0);

/** Whether events were missed for good, and the position after them is not known yet. */
let isBehind = false;

/** Where the stream goes on: after this event. */
let after: string | undefined;

const isVisible = signal(isShown());

function isShown(): boolean {
  return document.visibilityState !== "hidden";
}

document.addEventListener("visibilitychange", () => {
  isVisible.value = isShown();
});

// Another person may see other things.
onNextPerson(() => {
  after = undefined;
  isBehind = false;
  latestEvents.value = undefined;
  latestFailure.value = undefined;
});

// A browser has six connections to an origin for all windows together: one that nobody sees must not keep one.
effect(() => {
  const user = session.value;
  if (user === undefined || !isVisible.value || !can("events:read")) return;
  const controller = new AbortController();
  untracked(() => follow(user, controller.signal));
  return () => {
    controller.abort();
    connection.value = "off";
  };
});

/** Reads the latest events again, after that has failed. */
export function readLatest(): void {
  readAgain();
}

let readAgain = () => {};

/** Follows the feed from where the page was, until the signal aborts or the key may not read it. */
function follow({ petstore, key }: Session, ended: AbortSignal): void {
  connection.value = "connecting";
  /** The read of what this window does not know, and the events that arrive meanwhile. */
  let reading: Promise<void> | undefined;
  let arrived: Item[] = [];
  function read(): Promise<void> {
    reading ??= readNews(petstore, ended).then(() => {
      reading = undefined;
      const since = arrived;
      arrived = [];
      for (const { event, before } of since) if (before === after) show(event);
    });
    return reading;
  }
  const feed: Feed = {
    name: `petstore ${key.name} ${key.hint}`,
    connection,
    position: () => after,
    async ready() {
      await (after === undefined ? read() : reading);
      if (after === undefined) throw latestFailure.peek();
      return after;
    },
    receive(item) {
      if (reading !== undefined) arrived.push(item);
      else if (item.before === after) show(item.event);
      else read();
    },
    // Else this window was hidden or asleep while the other one read.
    follow: (position) => void (position !== after && read()),
    setState,
    startOver,
  };
  /** Loaded after the first view, and again if that fails. */
  async function load(): Promise<void> {
    try {
      const { followStream } = await import("./stream-reader.ts");
      if (!ended.aborted) followStream(petstore, feed, ended);
    } catch {
      setTimeout(() => ended.aborted || load(), RETRY_MS);
    }
  }
  readAgain = read;
  if (after === undefined) read();
  load();
}

function setState(state: Connection): void {
  const hasReturned = state === "connected" && connection.peek() !== "connected";
  // The window that reads for this one has learned that the key is refused.
  if (state === "off") refreshKey().catch(() => {});
  connection.value = state;
  if (!hasReturned) return;
  returned();
  checkVersion();
}

/** The events after the last one that the page has seen are no longer kept. */
function startOver(): void {
  after = undefined;
  latestEvents.value = undefined;
  isBehind = true;
}

/** Reads what the page does not know. A failure is shown only if there is nothing else to show. */
async function readNews(petstore: Resources, ended: AbortSignal): Promise<void> {
  try {
    if (after !== undefined) await readMissed(petstore, after, ended);
    if (after === undefined) await readStart(petstore, ended);
    latestFailure.value = undefined;
  } catch (error) {
    if (!ended.aborted && latestEvents.peek() === undefined) latestFailure.value = error;
  }
}

/** Reads what happened since an event. After many events, or if they are no longer kept, everything is loaded again. */
async function readMissed(petstore: Resources, since: string, signal: AbortSignal): Promise<void> {
  try {
    let count = 0;
    for await (const { items } of petstore.events.list({ after: since, limit: READ }, { signal }).pages()) {
      count += items.length;
      if (count > MISSED_MAX) return startOver();
      for (const event of items) show(event);
    }
  } catch (error) {
    if (!hasCode(error, "gone")) throw error;
    startOver();
  }
}

/** Reads the latest events, and where the stream starts. */
async function readStart(petstore: Resources, signal: AbortSignal): Promise<void> {
  const { items } = await petstore.events.list({ order: "desc", limit: READ }, { signal });
  // A feed without events has a position to start from too.
  after = items[0]?.id ?? (await petstore.events.list({ limit: 1 }, { signal })).nextCursor;
  latestEvents.value = items.filter(isNews);
  // What is loaded from now on has everything up to the position; the stream brings what comes after it.
  if (isBehind) missed.value += 1;
  isBehind = false;
}

function show(event: Event): void {
  after = event.id;
  const latest = latestEvents.peek();
  if (latest !== undefined && isNews(event)) latestEvents.value = [event, ...latest].slice(0, KEPT);
  publishEvent(event);
}

/** The first stock of a pet has no previous one, and is no news beside the new pet. */
function isNews(event: Event): boolean {
  return event.type !== "inventory.updated" || event.previous !== undefined;
}
