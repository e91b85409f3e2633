/* One connection to a PostgreSQL server, and statements on it. */

import type { ReservedSQL, SQL } from "bun";
import type { MaybePromise } from "../../core/concurrency/maybe-promise.ts";
import { type EngineOptions, type Sql, storeUnavailable, type Transaction, type Value } from "../engine.ts";
import { statementCompiler } from "../statement-compiler.ts";
import { isAborted, isRefused, NO_CONNECTION } from "./postgres-errors.ts";

/**
 * Every list has an index in its order. The planner assumes that names, statuses and ids are independent, and would sort. Where a sort is
 * needed, `enable_sort` makes it look so expensive that JIT would compile the statement, which takes longer than running it. The index is
 * the same for all values. A plan for the values of each request looks cheaper the more pets there are, and planning takes longer than
 * reading the page.
 */
export const PLANNER_SETTINGS = { enable_sort: "off", jit: "off", plan_cache_mode: "force_generic_plan" } as const;

/**
 * Every rule is a condition of one statement on one row, so no stricter level is needed. Serializable transactions would retry whenever
 * many change one pet, and on sharded engines they are serializable per node only (decision 010).
 */
const ISOLATION = "isolation level read committed";

/** The server ends a connection to an unreachable client after a minute. By default it keeps it, and its locks, for two hours. */
const KEEPALIVES =
  "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3; set tcp_user_timeout = 60000";

/** How much longer than the server's own timeout a statement may take before its connection is cut from this side. */
const CUT_AFTER_MS = 250;

/** A connection. It never reconnects: after a loss every statement rejects. */
export interface Connection {
  readonly isOpen: boolean;
  /** Runs one statement; without `values`, all statements of a text in one message. */
  run(text: string, values?: readonly Value[]): Promise<unknown>;
  /** Runs work in a transaction; `committing` is called before the commit is sent. */
  begin<Result>(work: (transaction: Transaction) => MaybePromise<Result>, committing?: () => void): Promise<Result>;
  close(): void;
}

/** Connects. Retries until the deadline while the server is not there; then throws `service_unavailable`. */
export async function openConnection(url: string, options: EngineOptions, deadline: number): Promise<Connection> {
  let reason: unknown;
  for (;;) {
    // Not imported, because that would load the driver at every start on SQLite.
    const client = new Bun.SQL(url, { ...settings(options), onclose: () => connection?.lost() });
    let connection: ReturnType<typeof connectionOn> | undefined;
    try {
      const signal = AbortSignal.timeout(Math.max(1, deadline - performance.now()));
      connection = connectionOn(client, await client.reserve({ signal }), options.statementMs + CUT_AFTER_MS);
      // Not a parameter of the start, which PgBouncer refuses unless it is told to ignore it.
      await connection.run(KEEPALIVES);
      return connection;
    } catch (error) {
      client.close({ timeout: 0 }).catch(() => {});
      // The attempt that the deadline cuts says nothing; the one before it has the reason.
      if (reason === undefined || !isCut(error)) reason = error;
      if (isRefused(error) || performance.now() > deadline) throw storeUnavailable(NO_CONNECTION, reason);
      await Bun.sleep(20 + Math.random() * 60);
    }
  }
}

/** Whether an attempt ended at the deadline, without a word of the server. */
function isCut(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

function settings({ statementMs }: EngineOptions): SQL.Options {
  return {
    max: 1,
    bigint: true,
    // The runtime would retry ever more rarely. Here retries are frequent, and the deadline is the caller's.
    connectionTimeout: 0,
    connection: {
      application_name: "petstore",
      ...PLANNER_SETTINGS,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: statementMs,
    },
  };
}

/** The reservation lasts as long as the connection: an unreserved client would reconnect unnoticed. */
function connectionOn(client: SQL, reserved: ReservedSQL, silenceMs: number) {
  let isOpen = true;
  let isSilent = false;
  let awaited = 0;
  let timer: Timer | undefined;

  function close(): void {
    isOpen = false;
    client.close({ timeout: 0 }).catch(() => {});
  }

  /** The server runs one statement at a time, so the timeout of the next one starts when one has its response. */
  function awaiting(change: 1 | -1): void {
    awaited += change;
    clearTimeout(timer);
    if (awaited === 0) return;
    timer = setTimeout(() => {
      isSilent = true;
      close();
    }, silenceMs);
  }

  async function runOn(handle: SQL, text: string, values?: readonly Value[]): Promise<unknown> {
    awaiting(1);
    try {
      return await handle.unsafe(text, values && bound(values));
    } catch (error) {
      if (!isSilent) throw error;
      // Only the first one timed out. Those sent behind it were lost with the connection.
      isSilent = false;
      throw storeUnavailable("The database took too long", error);
    } finally {
      awaiting(-1);
    }
  }

  return {
    get isOpen() {
      return isOpen;
    },
    run: (text: string, values?: readonly Value[]) => runOn(reserved, text, values),
    async begin<Result>(work: (transaction: Transaction) => MaybePromise<Result>, committing?: () => void) {
      awaiting(1);
      try {
        return (await reserved.begin(ISOLATION, async (handle) => {
          awaiting(-1);
          let failure: unknown;
          const run: Connection["run"] = (text, values) =>
            runOn(handle, text, values).catch((error: unknown) => {
              failure ??= error;
              throw error;
            });
          try {
            const result = await work(transactionOn(run));
            committing?.();
            return result;
          } catch (error) {
            // Of statements sent together, another one may have failed first.
            throw isAborted(error) ? failure : error;
          } finally {
            awaiting(1);
          }
        })) as Result;
      } finally {
        awaiting(-1);
      }
    },
    close,
    lost() {
      isOpen = false;
    },
  };
}

function transactionOn(run: Connection["run"]): Transaction {
  return {
    sql: tag(run),
    script: async (text) => void (await run(text)),
  };
}

const compile = statementCompiler("$");

/** Statements that run through a function, as a tagged template. */
export function tag(run: (text: string, values: readonly Value[]) => Promise<unknown>): Sql {
  return async <Row>(...[parts, ...parameters]: Parameters<Sql>) => {
    const { text, values } = compile(parts, parameters);
    return (await run(text, values)) as Row[];
  };
}

/** The driver types a parameter by its JavaScript type (5 is integer, 2^53 is double): a bigint is typed by its column. */
function bound(values: readonly Value[]): Value[] {
  return values.map((value) => (typeof value === "number" ? BigInt(value) : value));
}
