import type { SQL } from "bun";
import {
  type Engine,
  type EngineOptions,
  fragment,
  type LeaseSql,
  type Sql,
  storeUnavailable,
  type Transaction,
  type Value,
} from "../engine.ts";
import { postgresMigrations } from "../migrations.ts";
import { admission } from "./admission.ts";
import { findUnsafeLayout } from "./citus.ts";
import { bound, connect, pause, reserve, tag, transactionOn } from "./connection.ts";
import {
  isConflict,
  isLost,
  isOutcomeUnknown,
  isRefused,
  isStandby,
  NO_CONNECTION,
  outcomeUnknown,
  translated,
} from "./errors.ts";
import { databaseSize } from "./health.ts";
import { semaphore } from "./semaphore.ts";
import { generatedIds } from "./sequences.ts";

/** Up to this between two attempts, doubled each time. Random, so that transactions that conflicted do not conflict again. */
const BACKOFF_MS = 5;
const BACKOFF_MAX_MS = 80;

/** How much longer than the server's own timeout a connection may be silent before it is cut from this side. */
const CUT_AFTER_MS = 250;

/** Reads that may be under way on each connection. More would wait there, and a queue would look like a server that hangs. */
const READS_PER_CONNECTION = 16;

/**
 * A rule that must hold is a condition of one statement on one row, so no stricter level is needed. Serializable transactions
 * would retry whenever many change one pet, and on sharded engines they are serializable per node only (decision 010).
 */
const ISOLATION = "isolation level read committed";

/**
 * PostgreSQL, and the distributed engines that speak its protocol. A pool of connections; reads outside of transactions
 * share them, a transaction has one to itself.
 *
 * Bun's pool queues without bound and a statement on a server that hangs never ends, so both are bounded here.
 */
export function openPostgres(url: string, options: EngineOptions): Engine {
  let pool = connect(url, options);
  const { admitted, close } = admission(options);
  // One connection is left to reads: they do not wait for transactions, and what does not come back is the server's fault.
  const writers = semaphore(Math.max(1, options.connections - 1));
  const readers = semaphore(options.connections * READS_PER_CONNECTION);

  /** Replaces the pool; its connections get `timeoutMs` to finish. */
  function leave(used: SQL, timeoutMs: number): void {
    if (pool === used) pool = connect(url, options);
    used.close({ timeout: timeoutMs / 1000 }).catch(() => {});
  }

  function read(text: string, values: readonly Value[]): Promise<unknown> {
    return admitted(async () => {
      const deadline = performance.now() + options.waitMs;
      if (!(await readers.acquire(deadline))) throw storeUnavailable(NO_CONNECTION);
      return readUntil(deadline, text, values).finally(readers.release);
    });
  }

  /**
   * Reads are pipelined on all connections. When one does not come back, the server hangs: all are cut. One whose connection was
   * lost runs again until the deadline.
   */
  async function readUntil(deadline: number, text: string, values: readonly Value[]): Promise<unknown> {
    const used = pool;
    for (;;) {
      const timer = setTimeout(() => leave(used, 0), options.statementMs + CUT_AFTER_MS);
      try {
        return await used.unsafe(text, bound(values));
      } catch (error) {
        // Nothing was changed: a read whose connection was lost may run again.
        const mayRunAgain = isLost(error) && !isRefused(error) && pool === used;
        if (!mayRunAgain || performance.now() > deadline) throw translated(error);
        await pause();
      } finally {
        clearTimeout(timer);
      }
    }
  }

  /** Runs work again that the server rolled back, or that was lost before its commit, until it has waited too long. */
  function transact<Result>(work: Work<Result>): Promise<Result> {
    return admitted(async () => {
      const deadline = performance.now() + options.waitMs;
      for (let attempt = 1; ; attempt++) {
        if (!(await writers.acquire(deadline))) throw storeUnavailable(NO_CONNECTION);
        const outcome = await attemptTransaction(work, deadline).finally(writers.release);
        if ("result" in outcome) {
          options.observer.committed(1);
          return outcome.result;
        }
        if (!outcome.mayRunAgain || performance.now() > deadline) throw translated(outcome.error);
        await Bun.sleep(Math.random() * Math.min(BACKOFF_MS * 2 ** attempt, BACKOFF_MAX_MS));
      }
    });
  }

  async function attemptTransaction<Result>(work: Work<Result>, deadline: number): Promise<Attempt<Result>> {
    const { pool: used, connection } = await reserve(() => pool, deadline);
    const timer = setTimeout(() => void connection.close({ timeout: 0 }), options.statementMs + CUT_AFTER_MS);
    let isCommitting = false;
    try {
      const result = await connection.begin(ISOLATION, async (handle) => {
        const done = await work(transactionOn(handle));
        isCommitting = true;
        return done;
      });
      return { result: result as Result };
    } catch (error) {
      if (isCommitting && isOutcomeUnknown(error)) throw outcomeUnknown(error);
      // After a failover a connection may lead to a server that only reads, and its answers are old: so may the others.
      if (isStandby(error)) leave(used, options.statementMs);
      return { error, mayRunAgain: isConflict(error) || isLost(error) || isStandby(error) };
    } finally {
      clearTimeout(timer);
      await connection.release();
    }
  }

  return {
    migrations: postgresMigrations,
    sql: tag(read),
    transaction: transact,

    // Without advisory locks, which not every engine has: whoever holds the one row of a table holds the lock.
    async exclusively(work) {
      const turns = connect(url, { ...options, connections: 1, statementMs: MIGRATION_MS });
      try {
        await makeLockTable(turns);
        await turns.begin(ISOLATION, async (handle) => {
          await handle.unsafe("insert into schema_lock (only_row) values (1) on conflict do nothing");
          await handle.unsafe("select 1 from schema_lock where only_row = 1 for update");
          await work(transactionOn(handle));
        });
      } catch (error) {
        throw translated(error);
      } finally {
        await turns.close();
      }
    },

    tables,
    findUnsafeLayout,
    ...generatedIds,

    async runTogether(text) {
      await admitted(async () => {
        const used = pool;
        // A server that hangs must not keep the service from stopping.
        const timer = setTimeout(() => leave(used, 0), options.statementMs + CUT_AFTER_MS);
        try {
          await used.unsafe(text).simple();
        } finally {
          clearTimeout(timer);
        }
      });
    },

    leases: LEASES,

    // Asking the server costs as much as reading the list.
    version: () => undefined,

    size: () => databaseSize(tag(read)),

    async close() {
      await close();
      await pool.close({ timeout: options.statementMs / 1000 });
    },
  };
}

/** Not clock_timestamp(), with which a condition cannot use an index. */
const LEASES: LeaseSql = {
  now: fragment`cast(extract(epoch from current_timestamp) * 1000 as bigint)`,
  skipLocked: fragment`for update skip locked`,
};

type Work<Result> = (transaction: Transaction) => Promise<Result>;

type Attempt<Result> = { readonly result: Result } | { readonly error: unknown; readonly mayRunAgain: boolean };

/** How long a migration may take on the server, in milliseconds. */
const MIGRATION_MS = 10 * 60_000;

async function tables(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'schema_lock'`;
  return rows.map(({ name }) => name);
}

/** `create table if not exists` fails if several run it at once; the loser retries. */
async function makeLockTable(sql: SQL): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.unsafe("create table if not exists schema_lock (only_row integer primary key check (only_row = 1))");
      return;
    } catch (error) {
      if (isLost(error) || attempt === 20) throw error;
      await Bun.sleep(Math.random() * 4 * BACKOFF_MS);
    }
  }
}
