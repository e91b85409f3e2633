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

/** The log is copied into the file and truncated in a thread. While another process reads or writes, this is tried again later. */
export function erasures(path: string, end: (reason: unknown) => void): Erasures {
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
    if (isLost) end(new Error(failure));
    else if (isBusy || failure !== undefined) add();
  }

  return {
    add,
    async close() {
      await emptying;
      clearTimeout(timer);
    },
  };
}
