import type { Database } from "bun:sqlite";
import type { StoreObserver } from "../../../core/ports.ts";
import { startThread } from "../thread.ts";
import type { Checkpoint, CheckpointRequest } from "./checkpoint-thread.ts";

/** The log is copied from this many pages of 4 kB on: a page that is in the log many times is copied once. */
const PAGES_DUE = 8000;

/**
 * With this many further pages, writes wait for the copy. The log has at most both and one group, unless another process reads for long.
 */
const PAGES_MEANWHILE = 4000;

interface Parts {
  readonly path: string;
  readonly writer: Database;
  readonly observer: Pick<StoreObserver, "checkpointFailed">;
  /** Ends the process. */
  readonly end: (reason: unknown) => void;
}

/** Keeps the log of a service short, in a thread: a checkpoint waits for the disk three times. */
export interface Checkpoints {
  /** Resolves when the next group of writes may begin. */
  beforeGroup(): Promise<void>;
  close(): Promise<void>;
}

/**
 * First most of the log is copied while writes go on. Then writes, also of other processes, wait while the rest is copied, so that the next
 * one finds the whole log copied and starts it over. Reads never wait.
 */
export function checkpoints({ path, writer, observer, end }: Parts): Checkpoints {
  // Reads the length of the log and changes nothing.
  const look = writer.prepare<{ log: bigint }, []>("pragma wal_checkpoint(noop)");
  let thread: Worker | undefined;
  let running: Promise<void> | undefined;
  let isMostCopied = false;
  /** The length at which the log is copied: larger after a reader of another process has kept it from starting over. */
  let due = PAGES_DUE;

  function run(mode: CheckpointRequest["mode"]): Promise<void> {
    thread ??= startThread("log/checkpoint-thread.ts", end);
    const { promise, resolve } = Promise.withResolvers<void>();
    thread.onmessage = ({ data }: MessageEvent<Checkpoint>) => {
      if (data.isLost) return end(new Error(data.failure));
      if (data.failure !== undefined) observer.checkpointFailed?.(data.failure);
      resolve();
    };
    thread.postMessage({ path, mode } satisfies CheckpointRequest);
    return promise;
  }

  return {
    async beforeGroup() {
      const pages = Number(look.get()?.log ?? 0);
      if (pages < PAGES_DUE) due = PAGES_DUE;
      if (pages < due) return;
      if (!isMostCopied) {
        running ??= run("passive").then(() => {
          isMostCopied = true;
          running = undefined;
        });
        if (pages < due + PAGES_MEANWHILE) return;
        await running;
      }
      await run("restart");
      isMostCopied = false;
      due = pages + PAGES_DUE;
    },
    async close() {
      await running;
      thread?.terminate();
      look.finalize();
    },
  };
}
