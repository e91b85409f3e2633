/* What happens in the shop while the page is open: one stream of events for all views, while somebody can see them. */
import { effect, signal, untracked } from "@preact/signals";
import { type Event, type Petstore, PetstoreError } from "../client/index.ts";
import { can, session } from "./session.ts";

/** As many events as the page keeps, and as many of them as it reads at first. */
const KEPT = 200;
const READ = 100;

/** A new connection within this time is no loss that a person has to know about. */
const PATIENCE_MS = 2_000;

/** The state of the stream: `off` without a key for it, in a hidden tab, and when the service refuses it. */
export type Connection = "off" | "connecting" | "connected" | "lost";

/** The state of the stream. */
export const connection = signal<Connection>("off");

/** The latest events, the newest first; undefined before they are read. */
export const latestEvents = signal<readonly Event[] | undefined>(undefined);

/** Why the latest events could not be read. */
export const latestFailure = signal<unknown>(undefined);

type Listener = (event: Event) => void;

const listeners = new Set<Listener>();

/** Calls back with each event from now on, in the order of the feed and once each. Returns a function that stops it. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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
session.subscribe((user) => {
  if (user !== undefined) return;
  after = undefined;
  latestEvents.value = undefined;
  latestFailure.value = undefined;
});

// A browser has six connections for all tabs of the console: a tab that nobody sees must not keep one.
effect(() => {
  const user = session.value;
  if (user === undefined || !isVisible.value || !can("events:read")) return;
  const controller = new AbortController();
  untracked(() => follow(user.petstore, controller.signal));
  return () => {
    controller.abort();
    connection.value = "off";
  };
});

/** Follows the feed from where the page was, until the signal aborts or the service refuses the stream. */
async function follow(petstore: Petstore, ended: AbortSignal): Promise<void> {
  connection.value = "connecting";
  // Without it the stream starts with the next event, and the latest ones can be read later.
  if (after === undefined) await readLatest(petstore, ended);
  const watch = watchConnection();
  try {
    for await (const event of petstore.events.stream({ after }, { signal: ended, onStateChange: watch.changed })) {
      receive(event);
    }
  } catch (error) {
    if (ended.aborted) return;
    if (PetstoreError.is(error) && error.code === "gone") return startOver(petstore, ended);
    connection.value = "off";
  } finally {
    watch.end();
  }
}

/** The events after the last one that the page has seen are no longer kept. */
function startOver(petstore: Petstore, ended: AbortSignal): Promise<void> {
  after = undefined;
  latestEvents.value = undefined;
  return follow(petstore, ended);
}

/** Reads the latest events, and where the stream starts. */
export async function readLatest(petstore: Petstore, ended?: AbortSignal): Promise<void> {
  latestFailure.value = undefined;
  try {
    const options = { signal: ended };
    const { items } = await petstore.events.list({ order: "desc", limit: READ }, options);
    // A feed without events has a place to start from too.
    after ??= items[0]?.id ?? (await petstore.events.list({ limit: 1 }, options)).nextCursor;
    const known = latestEvents.value ?? [];
    const ids = new Set(known.map(({ id }) => id));
    latestEvents.value = [...known, ...items.filter(({ id }) => !ids.has(id))].slice(0, KEPT);
  } catch (error) {
    if (!ended?.aborted) latestFailure.value = error;
  }
}

function receive(event: Event): void {
  after = event.id;
  if (latestEvents.value !== undefined) latestEvents.value = [event, ...latestEvents.value].slice(0, KEPT);
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      // A fault of one view must not end the stream of the others.
      reportError(error);
    }
  }
}

/** Tells what the connection is like. It is lost only when it has been gone for a while. */
function watchConnection() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function found() {
    clearTimeout(timer);
    timer = undefined;
  }
  function lose() {
    timer ??= setTimeout(() => {
      connection.value = "lost";
    }, PATIENCE_MS);
  }
  lose();
  return {
    changed(state: "connected" | "waiting") {
      if (state === "waiting") return lose();
      found();
      connection.value = "connected";
    },
    end: found,
  };
}
