import type { Database } from "bun:sqlite";
import { type EngineOptions, storeUnavailable, type Transaction } from "../engine.ts";
import { isBusy, unavailable } from "./errors.ts";

/** How many transactions one commit holds at most: bounds how long the first of them waits. */
const GROUP_MAX = 256;

/** How often a write asks again for a database that another process holds, in milliseconds. */
const BUSY_RETRY_MS = 5;

interface Waiting {
  readonly run: (transaction: Transaction) => Promise<void>;
  /** Called once, after the commit that holds the work, or with what went wrong. */
  readonly settle: (error?: unknown) => void;
}

/** The writer's queue. */
export interface GroupCommit {
  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Finishes the transactions that wait and takes no more. */
  close(): Promise<void>;
}

interface GroupCommitOptions extends EngineOptions {
  /** Is called after each commit, before anybody is told of it. Never throws. */
  committed(): void;
  /** Is called when nothing of a group is kept. */
  rolledBack(): void;
}

/**
 * Runs the transactions that wait together in one `BEGIN IMMEDIATE ... COMMIT`, and answers each after that commit is on disk. One
 * that fails takes no other with it: then all of them run again, each in a SAVEPOINT of its own.
 */
export function groupCommit(
  writer: Database,
  transaction: Transaction,
  { maxQueuedWrites, waitMs, observer, committed, rolledBack }: GroupCommitOptions,
): GroupCommit {
  const statements = {
    begin: writer.prepare("begin immediate"),
    commit: writer.prepare("commit"),
    rollback: writer.prepare("rollback"),
    savepoint: writer.prepare("savepoint work"),
    release: writer.prepare("release work"),
    undo: writer.prepare("rollback to work"),
  };
  const waiting: Waiting[] = [];
  let draining: Promise<void> | undefined;
  let isClosed = false;

  async function drain(): Promise<void> {
    // What came in with the same turn of the event loop shares the first commit, and what came in while that was answered.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting.splice(0, GROUP_MAX);
      observer.queued(waiting.length);
      await commit(group);
    }
    draining = undefined;
  }

  async function commit(group: readonly Waiting[]): Promise<void> {
    let errors: readonly unknown[];
    try {
      errors = (await runTogether(group)) ?? (await runApart(group));
      statements.commit.run();
    } catch (error) {
      rollback();
      for (const { settle } of group) settle(unavailable(error) ?? error);
      return;
    }
    // It is on disk: from here on nothing may become a refusal.
    committed();
    for (const [index, { settle }] of group.entries()) settle(errors[index]);
    const kept = group.length - errors.filter((error) => error !== undefined).length;
    if (kept > 0) observer.committed(kept);
  }

  function rollback(): void {
    if (writer.inTransaction) statements.rollback.run();
    rolledBack();
  }

  /** Runs a group in which all succeed, as they nearly always do. Answers undefined, and undoes it, when one fails. */
  async function runTogether(group: readonly Waiting[]): Promise<readonly undefined[] | undefined> {
    await begin();
    for (const { run } of group) {
      try {
        await run(transaction);
      } catch {
        rollback();
        return undefined;
      }
    }
    return [];
  }

  /** Runs a group, each transaction in a SAVEPOINT of its own. Answers what went wrong with each. */
  async function runApart(group: readonly Waiting[]): Promise<readonly unknown[]> {
    await begin();
    const errors: unknown[] = [];
    for (const { run } of group) {
      const error = await attempt(run);
      // A full disk makes SQLite roll back the whole transaction by itself: then nothing of this group is kept.
      if (!writer.inTransaction) throw error;
      errors.push(error);
    }
    return errors;
  }

  /** Runs one transaction of a group; answers what went wrong, when all that it did is undone. */
  async function attempt(run: Waiting["run"]): Promise<unknown> {
    statements.savepoint.run();
    let failure: unknown;
    try {
      await run(transaction);
    } catch (error) {
      failure = error ?? new Error("a transaction failed without a reason");
      if (writer.inTransaction) statements.undo.run();
    }
    if (writer.inTransaction) statements.release.run();
    return failure;
  }

  /** Waits for another process outside of SQLite, whose own waiting would stop this whole process. */
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
    transact(work) {
      if (isClosed) return Promise.reject(storeUnavailable("The store is closed"));
      if (waiting.length >= maxQueuedWrites)
        return Promise.reject(storeUnavailable("Too many writes wait for the disk"));
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
      let result: Awaited<ReturnType<typeof work>>;
      waiting.push({
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
      for (const statement of Object.values(statements)) statement.finalize();
    },
  };
}
