import type { Database } from "bun:sqlite";
import { yieldToEventLoop } from "../../../core/concurrency/event-loop.ts";
import type { MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import { type EngineOptions, type Sql, storeUnavailable, type Transaction } from "../../engine.ts";
import type { Checkpoints } from "../log/checkpoints.ts";
import type { LogEmptying } from "../log/log-emptying.ts";
import type { Watch } from "../log/watched-files.ts";
import type { Statements } from "../sqlite-connection.ts";
import { isBusy } from "../sqlite-errors.ts";
import type { Reads } from "./shared-reads.ts";

/** The most transactions per commit: limits how long the first of them waits. */
const GROUP_MAX = 256;

/** How long a group may block the event loop at a stretch, in milliseconds: reads run in between. */
const ITERATION_MS = 1;

/** How often a write retries while another process holds the database, in milliseconds. */
const BUSY_RETRY_MS = 5;

interface Waiting {
  readonly isOfClient: boolean;
  readonly run: (transaction: Transaction) => Promise<void>;
  /** Called once: after the commit of the work, or with its error. */
  readonly settle: (error?: unknown) => void;
}

interface Parts {
  readonly writer: Database;
  readonly writes: Statements;
  readonly reads: Pick<Reads, "hold" | "committed" | "unchanged">;
  readonly checkpoints?: Pick<Checkpoints, "beforeGroup">;
  readonly watch?: Pick<Watch, "requireThere" | "requireWhole">;
  readonly emptying?: Pick<LogEmptying, "committed">;
  readonly tally: Tally<unknown>;
  /** Writes derived data of all transactions of a commit, right before it. */
  readonly index: (sql: Sql) => Promise<void>;
  /** Throws when the schema needs a newer program. */
  readonly requireAllowed: () => void;
  readonly failureOf: (error: unknown) => unknown;
}

/** Items that the transactions of a commit collect, to store them with one statement. */
export interface Tally<Item> {
  /** Transactions add to it. Items of a failed transaction are dropped. */
  readonly items: Item[];
  /** Stores the items, before the commit. */
  store(sql: Sql): Promise<void>;
}

/** The queue of the one writing connection. */
export interface GroupCommit {
  transact<Result>(work: (transaction: Transaction) => MaybePromise<Result>, isOfClient?: boolean): Promise<Result>;
  /** Finishes the waiting transactions and accepts no more. */
  close(): Promise<void>;
}

/**
 * Runs waiting transactions in one `BEGIN IMMEDIATE ... COMMIT`, each in its own SAVEPOINT, and resolves each after that commit is on disk.
 * A failing transaction affects no other.
 */
export function groupCommit(
  { writer, writes, reads, checkpoints, watch, emptying, tally, index, requireAllowed, failureOf }: Parts,
  { maxQueuedWrites, waitMs, observer }: EngineOptions,
): GroupCommit {
  const statements = {
    begin: writer.prepare("begin immediate"),
    commit: writer.prepare("commit"),
    rollback: writer.prepare("rollback"),
    savepoint: writer.prepare("savepoint work"),
    release: writer.prepare("release work"),
    undo: writer.prepare("rollback to work"),
  };
  const changes = writer.prepare<{ changes: bigint }, []>("select total_changes() as changes");
  let scripts = 0n;
  const countChanges = () => (changes.get()?.changes ?? 0n) + scripts;
  const transaction: Transaction = {
    sql: (...template) => writes.run(...template),
    async script(text) {
      // Changes of the schema do not count.
      scripts += 1n;
      writer.run(text);
    },
  };
  const waiting: Waiting[] = [];
  /** How many of them belong to clients. */
  let ofClients = 0;
  let draining: Promise<void> | undefined;
  let isClosed = false;

  async function drain(): Promise<void> {
    // Transactions that arrive in the same iteration of the event loop share a commit.
    await yieldToEventLoop();
    while (waiting.length > 0) {
      const unready = await ready().then(() => undefined, failureOf);
      const group = waiting.splice(0, GROUP_MAX);
      for (const { isOfClient } of group) if (isOfClient) ofClients -= 1;
      observer.queued(waiting.length);
      if (unready === undefined) await commit(group);
      else for (const { settle } of group) settle(unready);
    }
    draining = undefined;
  }

  async function ready(): Promise<void> {
    watch?.requireWhole();
    await checkpoints?.beforeGroup();
  }

  async function commit(group: readonly Waiting[]): Promise<void> {
    const errors: unknown[] = [];
    try {
      await begin();
      requireAllowed();
      const before = countChanges();
      let end = performance.now() + ITERATION_MS;
      for (const { run } of group) {
        if (performance.now() > end) {
          await yieldToEventLoop();
          end = performance.now() + ITERATION_MS;
        }
        errors.push(await attempt(run));
      }
      await storeTally();
      await index(transaction.sql);
      const isChanged = countChanges() !== before;
      if (isChanged) reads.hold();
      statements.commit.run();
      await (isChanged ? reads.committed() : reads.unchanged());
      watch?.requireThere();
      if (isChanged) emptying?.committed();
    } catch (error) {
      rollback();
      await reads.committed();
      for (const { settle } of group) settle(failureOf(error));
      return;
    }
    for (const [index, { settle }] of group.entries()) settle(errors[index]);
    const committed = errors.filter((error) => error === undefined).length;
    if (committed > 0) observer.committed(committed);
  }

  async function storeTally(): Promise<void> {
    if (tally.items.length > 0) await tally.store(transaction.sql);
    tally.items.length = 0;
  }

  /** May fail on a failing disk: then the next group fails at its start, and no transaction waits forever. */
  function rollback(): void {
    tally.items.length = 0;
    try {
      if (writer.inTransaction) statements.rollback.run();
    } catch {
      // The transactions have been notified already.
    }
  }

  /** Runs one transaction of a group. Returns its error, once its changes are undone. */
  async function attempt(run: Waiting["run"]): Promise<unknown> {
    let failure: unknown;
    const { length } = tally.items;
    statements.savepoint.run();
    try {
      await run(transaction);
    } catch (error) {
      // On a full disk SQLite rolls back the whole transaction itself: then nothing of this group is kept.
      if (!writer.inTransaction) throw error;
      failure = error ?? new Error("a transaction failed without a reason");
      tally.items.length = length;
      statements.undo.run();
    }
    statements.release.run();
    return failure;
  }

  /** Waits here for other processes: SQLite's own waiting would block this whole process. */
  async function begin(): Promise<void> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      try {
        statements.begin.run();
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await Bun.sleep(BUSY_RETRY_MS);
      }
    }
  }

  return {
    async transact<Result>(
      work: (transaction: Transaction) => MaybePromise<Result>,
      isOfClient = false,
    ): Promise<Result> {
      if (isClosed) throw storeUnavailable("The store is closed");
      if (isOfClient) {
        if (ofClients >= maxQueuedWrites) throw storeUnavailable("Too many writes are waiting for the disk");
        ofClients += 1;
      }
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      let result: Result;
      waiting.push({
        isOfClient,
        run: async (open) => {
          result = await work(open);
        },
        settle: (error) => (error === undefined ? resolve(result) : reject(error)),
      });
      observer.queued(waiting.length);
      draining ??= drain();
      return promise;
    },

    async close() {
      isClosed = true;
      await draining;
      for (const statement of [...Object.values(statements), changes]) statement.finalize();
    },
  };
}
