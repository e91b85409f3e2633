import type { StoreObserver } from "../../../core/ports.ts";
import { startThread } from "../thread.ts";
import type { Checkpoint } from "./checkpoint-thread.ts";

/** How long the log keeps erased data, in milliseconds: erasures within this time share one emptying. */
const ERASED_MS = 2000;

/** The pause after a failure: a full disk stays full for a while, and each failure is a log line. */
const FAILED_MS = 15_000;

const STILL_THERE = "what was erased is still in the log";

/** Copies the write-ahead log into the file and empties it, regardless of its length. */
export interface LogEmptying {
  /** Call in a transaction that erases personal data: the log still has the old rows. */
  erased(): void;
  /** Call after each commit. When no other follows for a while, the file alone contains the whole shop, because people copy it. */
  committed(): void;
  close(): Promise<void>;
}

interface Parts {
  readonly path: string;
  readonly observer: Pick<StoreObserver, "checkpointFailed">;
  /** How long after the last commit, in milliseconds. */
  readonly idleMs: number;
  /** Throws if the log must not be copied. */
  readonly requireWhole?: () => void;
  /** Ends the process. */
  readonly end: (reason: unknown) => void;
}

/**
 * Empties the log in a thread. Tries again soon while another process reads or writes, and later after a failure such as a full disk. The
 * process does not stay alive for it: at its end the last connection empties the log, and `close` does what an erasure still needs.
 */
export function logEmptying({ path, observer, idleMs, requireWhole, end }: Parts): LogEmptying {
  let eraseMs = ERASED_MS;
  let erasing: Timer | undefined;
  let idling: Timer | undefined;
  let committedAt = 0;
  let emptying: Promise<void> | undefined;

  function erased(): void {
    erasing ??= setTimeout(() => {
      erasing = undefined;
      emptying = empty(STILL_THERE).then((isEmpty) => {
        if (!isEmpty) erased();
      });
    }, eraseMs).unref();
  }

  function committed(): void {
    committedAt = performance.now();
    idling ??= idleAfter(idleMs);
  }

  function idleAfter(ms: number): Timer {
    return setTimeout(() => {
      const left = committedAt + idleMs - performance.now();
      idling = left > 0 ? idleAfter(left) : undefined;
      if (left > 0) return;
      emptying = empty("the newest changes are only in the log").then((isEmpty) => {
        if (!isEmpty) idling ??= idleAfter(idleMs);
      });
    }, ms).unref();
  }

  /** Returns whether it succeeded. */
  async function empty(otherwise: string): Promise<boolean> {
    await emptying;
    const { isLost, isBusy, failure } = await copy();
    if (isLost) end(new Error(failure));
    else if (failure !== undefined) observer.checkpointFailed?.(`${otherwise}: ${failure}`);
    eraseMs = failure === undefined ? ERASED_MS : FAILED_MS;
    return !isBusy && failure === undefined;
  }

  async function copy(): Promise<Checkpoint> {
    try {
      requireWhole?.();
    } catch (error) {
      return { isLost: false, failure: String((error as Error).cause) };
    }
    const { promise, resolve } = Promise.withResolvers<Checkpoint>();
    const thread = startThread("log/checkpoint-thread.ts", end, true);
    thread.onmessage = ({ data }: MessageEvent<Checkpoint>) => resolve(data);
    thread.postMessage({ path, mode: "truncate" });
    const checkpoint = await promise;
    thread.terminate();
    return checkpoint;
  }

  return {
    erased,
    committed,
    async close() {
      clearTimeout(idling);
      await emptying;
      // Set again if the log was busy.
      clearTimeout(idling);
      // Another process may hold the log for as long as it runs.
      if (erasing !== undefined) await empty(STILL_THERE);
      clearTimeout(erasing);
    },
  };
}
