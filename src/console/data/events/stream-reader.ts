/* Reads the event stream in one window for all, and reconnects when the connection is lost. */
import type { ReadonlySignal } from "@preact/signals";
import type { Event } from "../../../client/index.ts";
import type { Resources } from "../../../client/operations.gen.ts";
import { hasCode } from "../../app/failure.ts";
import { refreshKey } from "../../app/session/session.ts";
import { isInReach } from "../../app/session/version.ts";
import { type Roles, type Share, shareStream } from "./shared-stream.ts";

/** How long to wait before a failed stream is opened again. */
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 30_000;

/** The state of the stream: `off` without a key for it, in a hidden window, and when the key may not read it. */
export type Connection = "off" | "connecting" | "connected" | "lost";

/** An event, and the one before it in the feed: a window that does not know that one has missed events. */
export interface Item {
  readonly event: Event;
  readonly before: string | undefined;
}

/** The position of this window in the feed, and its callbacks. */
export interface Feed extends Omit<Roles<Item, Connection>, "lead"> {
  /** The name that the windows with the same key share. */
  readonly name: string;
  readonly connection: ReadonlySignal<Connection>;
  /** Returns the position once it is known. Rejects if it cannot be read. */
  readonly ready: () => Promise<string>;
  /** Called when the events after the position have expired. */
  readonly startOver: () => void;
}

/** Follows the stream, shared with the other windows, until the signal aborts. */
export function followStream(petstore: Resources, feed: Feed, ended: AbortSignal): void {
  const share: Share<Item, Connection> = shareStream(feed.name, ended, {
    ...feed,
    lead: (signal) => readStream(petstore, feed, share, signal),
  });
}

/** Reads the stream until the signal aborts or the key may not read it. */
async function readStream(
  petstore: Resources,
  { connection, ready, startOver }: Feed,
  share: Share<Item, Connection>,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let reconnecting = new AbortController();
  // The service ends the streams of a revoked key: the page shows it at once, not after the pause.
  const askAboutKey = () => void refreshKey().catch((error) => hasCode(error, "unauthorized") && share.setState("off"));
  const watch = watchConnection(connection, share.setState, askAboutKey, () => reconnecting.abort());
  while (!signal.aborted) {
    reconnecting = new AbortController();
    const ended = AbortSignal.any([signal, reconnecting.signal]);
    try {
      let before = await ready();
      const options = { signal: ended, onStateChange: watch.changed };
      for await (const event of petstore.events.stream({ after: before }, options)) {
        failures = 0;
        share.send({ event, before });
        before = event.id;
      }
    } catch (error) {
      if (signal.aborted) break;
      if (ended.aborted) continue;
      if (hasCode(error, "unauthorized", "insufficient_scope")) return share.setState("off");
      if (hasCode(error, "gone")) startOver();
      else watch.changed("waiting");
    }
    await pause(Math.min(RETRY_MS * 2 ** failures++, RETRY_MAX_MS), ended);
  }
  watch.end();
}

/** A reconnection within this time is not shown. */
const PATIENCE_MS = 2_000;

/** How often a page without a connection checks whether the service is back. */
const ASK_MS = 3_000;

/** Waits until the network is back, the signal aborts, or the time is over. */
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

/**
 * Reports the state of the connection. It is lost only after a while; then the page itself checks until there is a response, and connects
 * at once: the pauses of the stream grow up to half a minute.
 */
function watchConnection(
  connection: ReadonlySignal<Connection>,
  set: (state: Connection) => void,
  ended: () => void,
  reconnect: () => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  function end() {
    clearTimeout(timer);
    timer = undefined;
  }
  function lose() {
    timer ??= setTimeout(ask, PATIENCE_MS);
  }
  async function ask() {
    if (connection.peek() !== "lost") set("lost");
    timer = setTimeout(ask, ASK_MS);
    // A connection attempt in progress goes on.
    if (!(await isInReach()) || timer === undefined || !isWaiting) return;
    isWaiting = false;
    reconnect();
  }
  lose();
  return {
    changed(state: "connected" | "waiting") {
      isWaiting = state === "waiting";
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
