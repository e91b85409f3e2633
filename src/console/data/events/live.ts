/* The live events of the shop: one stream for all views and windows, while one of them is visible. */
import { effect, signal, untracked } from "@preact/signals";
import type { Event } from "../../../client/index.ts";
import type { Resources } from "../../../client/operations.gen.ts";
import { hasCode } from "../../app/failure.ts";
import { returned } from "../../app/session/reach.ts";
import { can, onNextPerson, refreshKey, type Session, session } from "../../app/session/session.ts";
import { checkVersion } from "../../app/session/version.ts";
import { publishEvent } from "./changes.ts";
import type { Connection, Feed, Item } from "./stream-reader.ts";

/** How many events the page keeps and reads at first. */
const KEPT = 200;
const READ = 100;

/** After more missed events, everything is reloaded, which is less work. */
const MISSED_MAX = 500;

/** How long to wait before the module that reads the stream is loaded again. */
const RETRY_MS = 2_000;

/** The state of the stream. */
export const connection = signal<Connection>("off");

/** The latest news, the newest first; undefined before they are read. */
export const latestEvents = signal<readonly Event[] | undefined>(undefined);

/** The error of reading the latest events. */
export const latestFailure = signal<unknown>(undefined);

/** Counts how often events were lost: data loaded before may be out of date. */
export const missed = signal(0);

/** Whether events were lost and the position after them is still unknown. */
let isBehind = false;

/** The event after which the stream continues. */
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

// A browser has six connections to an origin for all windows: a hidden window must not keep one.
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

/** Reads the latest events again after a failure. */
export function readLatest(): void {
  readAgain();
}

let readAgain = () => {};

/** Follows the feed from the position of the page, until the signal aborts or the key may not read it. */
function follow({ petstore, key }: Session, ended: AbortSignal): void {
  connection.value = "connecting";
  /** The read of missed events in progress, and the events that arrive meanwhile. */
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
    // Otherwise this window was hidden or asleep while the other one read.
    follow: (position) => void (position !== after && read()),
    setState,
    startOver,
  };
  /** Loads the reader after the first view, and again after a failure. */
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
  // The reading window found that the key is refused.
  if (state === "off") refreshKey().catch(() => {});
  connection.value = state;
  if (!hasReturned) return;
  returned();
  checkVersion();
}

/** Starts again: the events after the last one seen have expired. */
function startOver(): void {
  after = undefined;
  latestEvents.value = undefined;
  isBehind = true;
}

/** Reads missed events. A failure is shown only if there is nothing else to show. */
async function readNews(petstore: Resources, ended: AbortSignal): Promise<void> {
  try {
    if (after !== undefined) await readMissed(petstore, after, ended);
    if (after === undefined) await readStart(petstore, ended);
    latestFailure.value = undefined;
  } catch (error) {
    if (!ended.aborted && latestEvents.peek() === undefined) latestFailure.value = error;
  }
}

/** Reads the events since another one. If there are many, or if they have expired, everything is reloaded. */
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

/** Reads the latest events, and the start of the stream. */
async function readStart(petstore: Resources, signal: AbortSignal): Promise<void> {
  const { items } = await petstore.events.list({ order: "desc", limit: READ }, { signal });
  // An empty feed has a position too, which is after what happens meanwhile.
  const since = items.length > 0 ? undefined : await petstore.events.list({ limit: READ }, { signal });
  after = since === undefined ? items[0]?.id : since.nextCursor;
  latestEvents.value = items.filter(isNews);
  for (const event of since?.items ?? []) show(event);
  // Data loaded from now on includes everything up to the position; the stream brings the rest.
  if (isBehind) missed.value += 1;
  isBehind = false;
}

function show(event: Event): void {
  after = event.id;
  const latest = latestEvents.peek();
  if (latest !== undefined && isNews(event)) latestEvents.value = [event, ...latest].slice(0, KEPT);
  publishEvent(event);
}

/** The first stock of a pet has no previous one. It is no news besides the new pet. */
function isNews(event: Event): boolean {
  return event.type !== "inventory.updated" || event.previous !== undefined;
}
