/* Bodies that are sent in parts: how they end, and how they share the event loop. */
import { perIteration } from "../limits/iteration-limit.ts";

/** The parts of a body, of which one is in memory at a time. */
export type Parts = AsyncIterableIterator<Uint8Array, undefined>;

/** How a response ended. */
export type End = "completed" | "disconnected" | { readonly error: unknown };

/**
 * Calls back once when the parts end, however they end. A `finally` in a generator does not run for a client that leaves before the first
 * part is read.
 */
export function withEnd(parts: Parts, onEnd: (end: End) => void): Parts {
  let isOver = false;
  const end = (how: End) => {
    if (isOver) return;
    isOver = true;
    onEnd(how);
  };
  const next = async () => {
    try {
      const step = await parts.next();
      if (step.done) end("completed");
      return step;
    } catch (error) {
      end({ error });
      throw error;
    }
  };
  return wrapped(parts, next, () => end("disconnected"));
}

/**
 * Yields to other requests between parts. Sent bytes do not count as activity for the runtime, so each part that the client takes extends
 * the timeout.
 */
export function paced(parts: Parts, allowMoreTime: () => void): Parts {
  return wrapped(parts, async () => {
    allowMoreTime();
    await yieldToRequests();
    return parts.next();
  });
}

/** Wraps parts with another `next`. `onReturn` runs when the client leaves. */
function wrapped(parts: Parts, next: Parts["next"], onReturn = () => {}): Parts {
  return {
    next,
    async return() {
      onReturn();
      await parts.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Chunks per iteration of the event loop: enough for many streams, and few enough to let requests in between. */
const PARTS_PER_ITERATION = 2;

/**
 * Waits for a slot to produce a part. All streams of the process share the queue: parts from memory follow each other without a pause, and
 * twenty streams would otherwise block every request until they end.
 */
export const yieldToRequests = perIteration(PARTS_PER_ITERATION);
