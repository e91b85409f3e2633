/* Whether the page is connected with the service, and how it gets back. */
import { signal } from "@preact/signals";
import { isInReach } from "../app/version.ts";

/** The state of the stream: `off` without a key for it, in a hidden window, and when the key may not read it. */
export type Connection = "off" | "connecting" | "connected" | "lost";

/** The state of the stream. */
export const connection = signal<Connection>("off");

/** A new connection within this time is no loss that a person has to know about. */
const PATIENCE_MS = 2_000;

/** How often a page without a connection asks whether the service is back. */
const ASK_MS = 3_000;

/** Waits, but not longer than until the network is back or the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
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
 * Tells what the connection is like. It is lost only when it has been gone for a while; then the page asks for itself until there is
 * a response, and connects at once: the pauses of the stream grow up to half a minute.
 */
export function watchConnection(set: (state: Connection) => void, ended: () => void, reconnect: () => void) {
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
    // What connects already is let do so.
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
