import type { Database } from "bun:sqlite";
import {
  type Engine,
  type EngineOptions,
  FENCED,
  fragment,
  type Occurrence,
  type Sql,
  storeUnavailable,
} from "../engine.ts";
import { explainFullDisk } from "../permissions.ts";
import { countEvents } from "../queries/feed/event-queries.ts";
import { sqliteMigrations } from "../schema/migrations.ts";
import { newestOf } from "../schema/record.ts";
import { DurableReads } from "./commits/durable-reads.ts";
import { groupCommit } from "./commits/group-commit.ts";
import { type Reads, sharedReads } from "./commits/shared-reads.ts";
import { bytesOnDisk, sync } from "./disk.ts";
import { type Checkpoints, checkpoints } from "./log/checkpoints.ts";
import { logEmptying } from "./log/log-emptying.ts";
import { openLogFile } from "./log/log-file.ts";
import { type LogIndex, openLogIndex } from "./log/log-index.ts";
import { type Watch, watchFiles } from "./log/watched-files.ts";
import { keepReserve } from "./reserve.ts";
import { catalog } from "./sqlite-catalog.ts";
import { connect, statementsOn, tablesOf } from "./sqlite-connection.ts";
import { explained, isDamaged, unavailable } from "./sqlite-errors.ts";
import { generatedIds } from "./sqlite-sequences.ts";
import { wordIndex } from "./word-index.ts";

/**
 * SQLite in this process. One connection writes, behind a queue, and another one reads: on a shared connection, a statement issued while a
 * transaction awaits would join that transaction and be lost when it rolls back.
 */
export function openSqlite(path: string, options: EngineOptions): Engine {
  const writer = connect(path);
  writer.run("pragma busy_timeout = 0");
  // The rollback data of a group is kept in memory: writes succeed even where no more files can be opened.
  writer.run("pragma temp_store = memory");
  let damage: unknown;
  const failureOf = (error: unknown) => {
    const failure = unavailable(error) ?? explained(error, path);
    if (isDamaged(error)) damage = failure;
    return failure;
  };
  const writes = statementsOn(writer, failureOf);
  const durability = durabilityFor(path, writer, options, failureOf);
  const { reads } = durability;
  const uncounted: Occurrence[] = [];
  const { watch } = durability;
  const emptying = logEmptying({ path, ...options, ...watch });
  if (durability.isLogFull) emptying.erased();
  const tally = { items: uncounted, store: (sql: Sql) => countEvents(sql, uncounted) };
  const migrations = [...sqliteMigrations, ...options.nextSteps];
  const fence = openFence(writer, newestOf(migrations));
  const { transact, close } = groupCommit(
    {
      writer,
      writes,
      ...durability,
      ...(options.serves && { emptying }),
      tally,
      index: wordIndex(),
      requireAllowed: fence.require,
      failureOf,
    },
    options,
  );

  return {
    migrations,
    sql: reads.sql,
    unqueued: reads.sql,
    transaction: transact,
    // BEGIN IMMEDIATE keeps every other writer out. A new index is sorted in files: in memory it would take as much as its table.
    async exclusively(work) {
      writer.run("pragma temp_store = file");
      try {
        await transact(work);
      } finally {
        writer.run("pragma temp_store = memory");
      }
    },
    ...catalog(writer),
    // All instances run on one machine, and only one of them writes at a time.
    leases: { now: fragment`cast(unixepoch('subsec') * 1000 as integer)`, skipLocked: fragment`` },
    uncounted,
    indexesWords: true,
    fence: ({ script }, needs) => script(`pragma user_version = ${needs}`),
    erased: emptying.erased,
    version: () => reads.version(),
    requireIntact() {
      if (damage !== undefined) throw damage;
      watch?.requireWhole();
    },
    size: async () => bytesOnDisk(path),
    ...generatedIds,

    async close() {
      await close();
      await emptying.close();
      await durability.close();
      // A connection with a prepared statement stays open after close().
      writes.finalize();
      fence.close();
      writer.close();
      durability.index?.close();
      if (options.serves) keepReserve(path);
    },
  };
}

/**
 * What a killed process left in the log may not be on disk, and may have been erased since. Copied into the file, it is on disk. The writer
 * does not wait: beside busy processes, a start would take long. On a full disk the log is synced and stays (decision 033): then it returns
 * false.
 */
function emptyLog(path: string, writer: Database): boolean {
  try {
    writer.run("pragma wal_checkpoint(truncate)");
    return true;
  } catch (error) {
    if (explainFullDisk(error) === undefined) throw error;
    sync(`${path}-wal`);
    return false;
  }
}

/** The oldest step that a program must know to write to the file is its `user_version` (decision 023). */
function openFence(writer: Database, newest: number) {
  const needed = writer.prepare<{ user_version: bigint }, []>("pragma user_version");
  return {
    require() {
      if (Number(needed.get()?.user_version) > newest) throw storeUnavailable(FENCED);
    },
    close: () => needed.finalize(),
  };
}

interface Durability {
  readonly reads: Reads;
  readonly checkpoints?: Checkpoints;
  readonly watch?: Watch;
  /** The log could not be emptied at the start. */
  readonly isLogFull?: boolean;
  /** Closed last, on its own. */
  readonly index?: LogIndex;
  close(): Promise<void>;
}

/** How commits reach the disk, and what reads show meanwhile (decision 004). */
function durabilityFor(
  path: string,
  writer: Database,
  { serves, end, observer }: EngineOptions,
  failureOf: (error: unknown) => unknown,
): Durability {
  const open = () => {
    const reader = connect(path);
    reader.run("pragma query_only = on");
    return reader;
  };
  // A new file has no log before it is read.
  tablesOf(writer);
  const log = openLogFile(path);
  if (!serves) {
    const reads = sharedReads({ database: open(), log, failureOf });
    return {
      reads,
      async close() {
        await reads.close();
        log.close();
      },
    };
  }
  writer.run("pragma synchronous = normal");
  writer.run("pragma wal_autocheckpoint = 0");
  const isLogFull = !emptyLog(path, writer);
  const index = openLogIndex(path);
  const reads = new DurableReads({ open, writer, log, index, failureOf, end });
  const kept = checkpoints({ path, writer, observer, end });
  const watch = watchFiles({ path, writer, log, end });
  return {
    reads,
    checkpoints: kept,
    watch,
    index,
    isLogFull,
    async close() {
      await kept.close();
      watch.close();
      await reads.close();
      log.close();
    },
  };
}
