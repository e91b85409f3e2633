import type { StoreObserver } from "../../core/ports.ts";
import type { Checkpoint } from "./checkpoint-thread.ts";
import { startThread } from "./thread.ts";

/** How long the log keeps what was erased, in milliseconds: erasures of this time share the work of emptying it. */
const WAIT_MS = 2000;

/** Empties the write-ahead log after personal data was erased: it still has the rows as they were. */
export interface Erasures {
  /** Call in the transaction that erases. */
  add(): void;
  close(): Promise<void>;
}

interface Parts {
  readonly path: string;
  readonly observer: Pick<StoreObserver, "checkpointFailed">;
  /** Ends the process. */
  readonly end: (reason: unknown) => void;
}

/**
 * The log is copied into the file and truncated in a thread. While another process reads or writes, and after a failure, this is tried
 * again later.
 */
export function erasures({ path, observer, end }: Parts): Erasures {
  let timer: Timer | undefined;
  let emptying: Promise<void> | undefined;

  function add(): void {
    // The process does not live on for it: the last connection that is closed removes the log.
    timer ??= setTimeout(() => {
      timer = undefined;
      emptying = empty();
    }, WAIT_MS).unref();
  }

  async function empty(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<Checkpoint>();
    const thread = startThread("checkpoint-thread.ts", end);
    thread.onmessage = ({ data }: MessageEvent<Checkpoint>) => resolve(data);
    thread.postMessage({ path, mode: "truncate" });
    const { isLost, isBusy, failure } = await promise;
    thread.terminate();
    if (isLost) return end(new Error(failure));
    if (failure !== undefined) observer.checkpointFailed?.(`what was erased is still in the log: ${failure}`);
    if (isBusy || failure !== undefined) add();
  }

  return {
    add,
    async close() {
      await emptying;
      clearTimeout(timer);
    },
  };
}
