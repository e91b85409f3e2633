/* What happens in the shop while the page is open: one stream of events for all views and windows, while somebody can see them. */
import { effect, signal, untracked } from "@preact/signals";
import type { Event } from "../../client/index.ts";
import type { Resources } from "../../client/operations.gen.ts";
import { hasCode } from "../app/failure.ts";
import { can, refreshKey, type Session, session } from "../app/session.ts";
import { checkVersion } from "../app/version.ts";
import { publishEvent } from "./changes.ts";
import { shareStream } from "./shared-stream.ts";

/** As many events as the page keeps, and as many of them as it reads at first. */
const KEPT = 200;
const READ = 100;

/** A new connection within this time is no loss that a person has to know about. */
const PATIENCE_MS = 2_000;

/** How long to wait before a stream that failed is opened again. */
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 30_000;

/** The state of the stream: `off` without a key for it, in a hidden window, and when the key may not read it. */
export type Connection = "off" | "connecting" | "connected" | "lost";

/** The state of the stream. */
export const connection = signal<Connection>("off");

/** The latest events that are news, the newest first; undefined before they are read. */
export const latestEvents = signal<readonly Event[] | undefined>(undefined);

/** Why the latest events could not be read. */
export const latestFailure = signal<unknown>(undefined);

/** How often events were missed for good: what is shown may be out of date. */
export const missed = signal(0);

/** Where the stream goes on: after this event. */
let after: string | undefined;

/** Another window may send an event that this one knows. */
const known = new Set<string>();

const isVisible = signal(isShown());

function isShown(): boolean {
  return document.visibilityState !== "hidden";
}

document.addEventListener("visibilitychange", () => {
  isVisible.value = isShown();
});

// Another person may see other things.
session.subscribe((user) => {
  if (user !== undefined) return;
  after = undefined;
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

/** Follows the feed from where the page was, until the signal aborts or the key may not read it. */
function follow({ petstore, key }: Session, ended: AbortSignal): void {
  connection.value = "connecting";
  const share = shareStream<Event, Connection>(`petstore ${key.name} ${key.hint}`, ended, {
    lead: (signal) => lead(petstore, signal),
    receive,
    setState,
  });
  /** The stream, in the window that reads it for all. */
  async function lead(petstore: Resources, signal: AbortSignal): Promise<void> {
    let failures = 0;
    const watch = watchConnection(share.setState, askAboutKey);
    while (!signal.aborted) {
      try {
        await readStart(petstore, signal);
        for await (const event of petstore.events.stream({ after }, { signal, onStateChange: watch.changed })) {
          failures = 0;
          share.send(event);
        }
      } catch (error) {
        if (signal.aborted) break;
        if (hasCode(error, "unauthorized", "insufficient_scope")) return share.setState("off");
        if (hasCode(error, "gone")) startOver();
        else watch.changed("waiting");
      }
      await pause(Math.min(RETRY_MS * 2 ** failures++, RETRY_MAX_MS), signal);
    }
    watch.end();
  }
  /** The service ends the streams of a key that is revoked: whoever had it is told at once, not after the pause. */
  function askAboutKey(): void {
    refreshKey().catch((error) => hasCode(error, "unauthorized") && share.setState("off"));
  }
  if (after === undefined) readLatest(petstore, ended);
}

function setState(state: Connection): void {
  if (state === "connected" && connection.peek() !== "connected") checkVersion();
  // The window that reads for this one has learned that the key is refused.
  if (state === "off") refreshKey().catch(() => {});
  connection.value = state;
}

/** The events after the last one that the page has seen are no longer kept. */
function startOver(): void {
  after = undefined;
  latestEvents.value = undefined;
  missed.value += 1;
}

let reading: Promise<void> | undefined;

/** Makes sure that the page knows where the stream starts. */
async function readStart(petstore: Resources, signal: AbortSignal): Promise<void> {
  await reading;
  if (after !== undefined) return;
  await readLatest(petstore, signal);
  if (after === undefined) throw latestFailure.peek();
}

/** Reads the latest events, and where the stream starts. */
export function readLatest(petstore: Resources, ended?: AbortSignal): Promise<void> {
  reading = (async () => {
    latestFailure.value = undefined;
    try {
      const options = { signal: ended };
      const { items } = await petstore.events.list({ order: "desc", limit: READ }, options);
      // A feed without events has a position to start from too.
      after ??= items[0]?.id ?? (await petstore.events.list({ limit: 1 }, options)).nextCursor;
      const shown = latestEvents.value ?? [];
      const ids = new Set(shown.map(({ id }) => id));
      latestEvents.value = [...shown, ...items.filter((event) => isNews(event) && !ids.has(event.id))].slice(0, KEPT);
      for (const { id } of items) known.add(id);
    } catch (error) {
      if (!ended?.aborted) latestFailure.value = error;
    }
  })();
  return reading;
}

async function receive(event: Event): Promise<void> {
  if (after === undefined) await reading;
  if (known.has(event.id)) return;
  remember(event.id);
  after = event.id;
  const latest = latestEvents.value;
  if (latest !== undefined && isNews(event)) latestEvents.value = [event, ...latest].slice(0, KEPT);
  publishEvent(event);
}

/** The first stock of a pet has no previous one, and is no news beside the new pet. */
function isNews(event: Event): boolean {
  return event.type !== "inventory.updated" || event.previous !== undefined;
}

function remember(id: string): void {
  known.add(id);
  const [oldest] = known;
  if (known.size > 2 * KEPT && oldest !== undefined) known.delete(oldest);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    signal.addEventListener("abort", done, { once: true });
  });
}

/** Tells what the connection is like. It is lost only when it has been gone for a while. */
function watchConnection(set: (state: Connection) => void, ended: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function end() {
    clearTimeout(timer);
    timer = undefined;
  }
  function lose() {
    timer ??= setTimeout(() => set("lost"), PATIENCE_MS);
  }
  lose();
  return {
    changed(state: "connected" | "waiting") {
      if (state === "waiting") {
        if (connection.peek() === "connected") ended();
        if (connection.peek() !== "lost") set("connecting");
        return lose();
      }
      end();
      set("connected");
    },
    end,
  };
}
