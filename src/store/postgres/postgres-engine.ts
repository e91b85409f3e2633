import { Slots } from "../../core/concurrency/slots.ts";
import {
  type Engine,
  type EngineOptions,
  fragment,
  type LeaseSql,
  storeUnavailable,
  type Transaction,
  type Value,
} from "../engine.ts";
import { postgresMigrations } from "../schema/migrations.ts";
import { claim } from "./claims.ts";
import { connectionPool, waitingSlots } from "./pool.ts";
import { catalog } from "./postgres-catalog.ts";
import { type Connection, openConnection, tag } from "./postgres-connection.ts";
import {
  FENCE,
  isConflict,
  isLockTimeout,
  isLost,
  isOutcomeUnknown,
  isStandby,
  outcomeUnknown,
  translated,
} from "./postgres-errors.ts";
import { databaseSize } from "./postgres-health.ts";
import { generatedIds } from "./postgres-sequences.ts";
import { type Read, reader } from "./reads.ts";
import { openStandbys } from "./standbys.ts";

/** The longest pause between two attempts, doubled each time. Random, so that conflicting transactions do not conflict again. */
const BACKOFF_MS = 5;
const BACKOFF_MAX_MS = 80;

/** How long a migration may take on the server, in milliseconds. Ordinary statements have a shorter limit. */
const MIGRATION_MS = 10 * 60_000;

/**
 * How long a step of the schema waits for the lock of a table, in milliseconds. Other users of the table queue behind it, so it then lets
 * them go on and begins again: a backup may hold that lock for an hour.
 */
const LOCK_MS = 500;

/** How long a start tries to create the lock table, in milliseconds, while others do. */
const LOCK_TABLE_MS = 1000;

/** Reads in use or waiting per connection. Further ones would wait too long for a client. */
const READS_PER_CONNECTION = 100;

/** The service's own writes are bounded by its jobs. */
const OWN_WRITES = { what: "writes of the service", max: Number.POSITIVE_INFINITY };

/** Work that may be repeated until this time, by `performance.now()`. */
type Work<Result> = (deadline: number) => Promise<Result>;

/** One connection is left to reads: they do not wait for transactions. */
const writerSlots = (connections: number) => waitingSlots("transactions", Math.max(1, connections - 1));

/** PostgreSQL, and the distributed engines that speak its protocol. */
export function openPostgres(url: string, options: EngineOptions): Engine {
  const { connections, observer } = options;
  const pool = connectionPool(url, options);
  const reads = new Slots({ what: "requests for the database", max: READS_PER_CONNECTION * connections });
  const writes = new Slots({ what: "writes for the database", max: options.maxQueuedWrites });
  const ownWrites = new Slots(OWN_WRITES);
  const writers = writerSlots(connections);

  const checks = connectionPool(url, { ...options, connections: 1 });
  const checking = new Slots({ what: "checks of keys", max: READS_PER_CONNECTION });
  let isClosed = false;

  const reportQueued = () => observer.queued(Math.max(0, reads.used + writes.used - connections));

  /** Runs work that uses the database or waits for it. */
  async function admit<Result>(slots: Slots, work: () => Promise<Result>): Promise<Result> {
    if (isClosed) throw storeUnavailable("The store is closed");
    const release = slots.take();
    reportQueued();
    try {
      return await work();
    } finally {
      release();
      reportQueued();
    }
  }

  function replaceConnections(): void {
    pool.replaceAll();
    checks.replaceAll();
  }

  /** Repeats work, by default after a lost connection or a rollback by the server, until it has waited too long. */
  async function persist<Result>(work: Work<Result>, mayRunAgain = passes, waitMs = options.waitMs): Promise<Result> {
    const deadline = performance.now() + waitMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(deadline);
      } catch (error) {
        // A stale connection: after a failover it leads to a read-only server. The others in the pool may be stale too.
        if (isStandby(error)) replaceConnections();
        if (!mayRunAgain(error) || performance.now() > deadline) throw translated(error);
      }
      await Bun.sleep(Math.random() * Math.min(BACKOFF_MS * 2 ** attempt, BACKOFF_MAX_MS));
    }
  }

  function write<Result>(work: (connection: Connection) => Promise<Result>, isOfClient = false): Promise<Result> {
    return admit(isOfClient ? writes : ownWrites, () =>
      persist(async (deadline) => {
        const release = await writers.wait({ waitMs: deadline - performance.now() });
        return pool.lend(deadline, true, work).finally(release);
      }),
    );
  }

  function runOn(slots: Slots, read: Read) {
    return (text: string, values: readonly Value[]) =>
      admit(slots, () => persist((deadline) => read(text, values, deadline)));
  }

  const run = runOn(reads, reader(pool, connections));
  const standbys = options.readUrls.length === 0 ? undefined : openStandbys(run, options, reads);

  return {
    migrations: [...postgresMigrations, ...options.nextSteps],
    sql: tag(run),
    unqueued: tag(runOn(checking, reader(checks, 1))),
    standbys,

    async transaction(work, isOfClient) {
      const result = await write(async ({ begin }) => {
        let isCommitting = false;
        try {
          return await begin(work, () => (isCommitting = true));
        } catch (error) {
          throw isCommitting && isOutcomeUnknown(error) ? outcomeUnknown(error) : error;
        }
      }, isOfClient);
      observer.committed(1);
      return result;
    },

    // Not advisory locks, which some engines lack: the one row of a table is the lock.
    async exclusively(work) {
      const deadline = performance.now() + options.waitMs;
      const statementMs = Math.max(MIGRATION_MS, options.statementMs);
      const connection = await openConnection(url, { ...options, statementMs }, deadline);
      try {
        // `create table if not exists` fails if several run it at once.
        await persist(() => connection.run(LOCK_TABLE), isNotLost, LOCK_TABLE_MS);
        await persist(() => alone(connection, work), tellingOnce(observer.upgradeWaits), MIGRATION_MS);
      } finally {
        connection.close();
      }
    },

    ...catalog,
    fence,
    ...generatedIds,
    claim,

    runTogether: (text) => write(async ({ run }) => void (await run(text))),

    leases: LEASES,

    // Asking the server costs as much as reading the list.
    version: () => undefined,

    size: () => databaseSize(tag(run)),

    async close() {
      isClosed = true;
      standbys?.close();
      await Promise.all([reads, writes, ownWrites, checking].map((slots) => slots.empty()));
      replaceConnections();
    },
  };
}

/** Not clock_timestamp(), with which a condition cannot use an index. */
const LEASES: LeaseSql = {
  now: fragment`cast(extract(epoch from current_timestamp) * 1000 as bigint)`,
  skipLocked: fragment`for update skip locked`,
};

/** Every change adds an event to the inbox, with the newest step that its program knows (decision 023). */
function fence({ script }: Transaction, needs: number): Promise<void> {
  return script(`
    alter table event_inbox drop constraint ${FENCE};
    alter table event_inbox add constraint ${FENCE} check (known_step >= ${needs}) not valid`);
}

const LOCK_TABLE = "create table if not exists schema_lock (only_row integer primary key check (only_row = 1))";

/** Runs work that only one process may do at a time, without blocking others on a table. */
function alone({ begin }: Connection, work: (transaction: Transaction) => Promise<void>): Promise<void> {
  return begin(async (transaction) => {
    await transaction.sql`insert into schema_lock (only_row) values (1) on conflict do nothing`;
    await transaction.sql`select 1 from schema_lock where only_row = 1 for update`;
    await transaction.script(`set local lock_timeout = ${LOCK_MS}`);
    await work(transaction);
  });
}

/** Whether the same work may succeed a moment later. */
function passes(error: unknown): boolean {
  return isConflict(error) || isLost(error) || isStandby(error);
}

/** Whether work on the schema may be repeated: others rolled it back, or use a table that it needs. Reports the latter once. */
function tellingOnce(waits: () => void = () => {}): (error: unknown) => boolean {
  let isTold = false;
  return (error) => {
    if (!isLockTimeout(error)) return isConflict(error);
    if (!isTold) waits();
    isTold = true;
    return true;
  };
}

function isNotLost(error: unknown): boolean {
  return !isLost(error);
}
