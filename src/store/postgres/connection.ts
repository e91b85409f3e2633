/* Connections to a PostgreSQL server, and statements on them. */
import { SQL } from "bun";
import {
  type EngineOptions,
  type Sql,
  statementCompiler,
  storeUnavailable,
  type Transaction,
  type Value,
} from "../engine.ts";
import { isRefused, NO_CONNECTION } from "./errors.ts";

/** Every list has an index in its order. The planner assumes that names, statuses and ids are independent, and would sort. */
export const PLANNER_SETTINGS = { enable_sort: "off" } as const;

/** Opens a pool of connections. */
export function connect(url: string, { connections, waitMs, statementMs }: EngineOptions): SQL {
  return new SQL(url, {
    max: connections,
    bigint: true,
    connectionTimeout: Math.max(1, Math.ceil(waitMs / 1000)),
    connection: {
      application_name: "petstore",
      ...PLANNER_SETTINGS,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: statementMs,
    },
  });
}

/**
 * Takes a connection for one transaction from the current pool, and returns both. While there is none, nothing has run: it tries
 * again until the deadline.
 */
export async function reserve(current: () => SQL, deadline: number) {
  for (;;) {
    const pool = current();
    try {
      const signal = AbortSignal.timeout(Math.max(1, deadline - performance.now()));
      return { pool, connection: await pool.reserve({ signal }) };
    } catch (error) {
      if (isRefused(error) || performance.now() > deadline) throw storeUnavailable(NO_CONNECTION, error);
      await pause();
    }
  }
}

/** Between two attempts to reach a server that is not there: many requests wait like this, and recovery is to be quick. */
export function pause(): Promise<void> {
  return Bun.sleep(20 + Math.random() * 60);
}

/** The transaction that is open on a connection. */
export function transactionOn(handle: SQL): Transaction {
  return {
    sql: tag(async (text, values) => handle.unsafe(text, bound(values))),
    async script(text) {
      // One message for each: Citus refuses a message with several statements that change the schema of its tables.
      for (const statement of statementsOf(text)) await handle.unsafe(statement).simple();
    },
  };
}

/** The statements of a migration. No string in one has a semicolon or two hyphens: a test reads them all. */
export function statementsOf(script: string): readonly string[] {
  const statements = script.replace(/--.*$/gm, "").split(";");
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}

const compile = statementCompiler("$");

/** Statements that run like this, as a tagged template. */
export function tag(run: (text: string, values: readonly Value[]) => Promise<unknown>): Sql {
  return async <Row>(...[parts, ...parameters]: Parameters<Sql>) => {
    const { text, values } = compile(parts, parameters);
    return (await run(text, values)) as Row[];
  };
}

/** The driver types a parameter by its JavaScript type (5 is integer, 2^53 is double): a bigint is typed by its column. */
export function bound(values: readonly Value[]): Value[] {
  return values.map((value) => (typeof value === "number" ? BigInt(value) : value));
}
