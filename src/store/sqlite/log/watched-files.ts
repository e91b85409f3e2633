/* Checks that the file of a database and its log are still those that this process writes to. */
import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { ProcessEnd, storeUnavailable } from "../../engine.ts";
import type { LogFile } from "./log-file.ts";

/** The header of a frame in the log, in bytes. */
const FRAME_HEADER = 24;

/** Watches the files of a database. */
export interface Watch {
  /**
   * Throws `service_unavailable` if the file or its log is gone. If it is the log, copies its content into the file and ends the process,
   * which would lose it. Call it before a commit is acknowledged.
   */
  requireThere(): void;
  /** Likewise, and also if the log was cut. Call it before anything is written to the log, which would hide that, or copied from it. */
  requireWhole(): void;
  close(): void;
}

interface Parts {
  readonly path: string;
  readonly writer: Database;
  readonly log: LogFile;
  /** Ends the process. */
  readonly end: (reason: unknown) => void;
}

/** Starts to watch files that were just opened. */
export function watchFiles({ path, writer, log, end }: Parts): Watch {
  const { ino } = statSync(path);
  // Reads how many frames the log has, and changes nothing.
  const look = writer.prepare<{ log: bigint }, []>("pragma wal_checkpoint(noop)");
  using size = writer.prepare<{ page_size: bigint }, []>("pragma page_size");
  const frameBytes = Number(size.get()?.page_size ?? 0) + FRAME_HEADER;

  function stop(what: string): never {
    end(new ProcessEnd(what));
    throw storeUnavailable("The store is gone", new Error(what));
  }

  /** Copies the log into the file, which needs a connection that was open before. */
  function saveLog(): string {
    using copy = writer.prepare<{ busy: bigint; log: bigint; checkpointed: bigint }, []>(
      "pragma wal_checkpoint(passive)",
    );
    const { log: frames, checkpointed } = copy.get() ?? { log: 0n, checkpointed: -1n };
    return frames === checkpointed ? "Everything acknowledged is in the file" : "Its newest changes are lost";
  }

  function requireThere(): void {
    if (statSync(path, { throwIfNoEntry: false })?.ino !== ino) {
      throw storeUnavailable("The store is gone", new Error(`${path} was removed or replaced`));
    }
    // An open transaction is not acknowledged yet, and checks again at its end.
    if (log.isThere() || writer.inTransaction) return;
    stop(`${path}-wal was removed or replaced while the service ran. ${saveLog()}: start the service again`);
  }

  return {
    requireThere,
    requireWhole() {
      requireThere();
      // The length is read after the number of frames: if the log is emptied in between, it has no frames.
      const isCut = () => {
        const frames = Number(look.get()?.log ?? 0);
        return log.bytes() < frames * frameBytes && Number(look.get()?.log ?? 0) === frames;
      };
      if (writer.inTransaction || !isCut()) return;
      stop(`${path}-wal was cut while the service ran, and the changes in it are lost: start the service again`);
    },
    close: () => look.finalize(),
  };
}
