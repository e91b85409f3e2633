import { resolve } from "node:path";
import { examine, type Finding } from "../store/health.ts";
import { openEngine, sqlitePath } from "../store/index.ts";
import { databaseExists } from "./command.ts";

/** How long to wait for a database server that does not respond, in milliseconds. */
const WAIT_MS = 2_000;

/** How long one check may take on a database server, in milliseconds: some read whole tables. */
const CHECK_MS = 600_000;

/** Runs every check on a database. One that cannot be read is a finding too, and the last. Changes nothing. */
export async function* diagnose(url: string, now: number): AsyncGenerator<Finding> {
  const path = url.startsWith("sqlite:") ? resolve(sqlitePath(url)) : undefined;
  if (!databaseExists(url)) {
    yield { level: "FAIL", check: "database", text: `no such file: ${path}` };
    return;
  }
  try {
    const engine = await openEngine(url, { waitMs: WAIT_MS, statementMs: CHECK_MS });
    try {
      if (path === undefined) yield* (await import("../store/postgres/health.ts")).examineServer(engine.sql);
      else yield* (await import("../store/sqlite/health.ts")).examineFile(engine.sql, path);
      yield* examine(engine, now);
    } finally {
      await engine.close();
    }
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
    yield { level: "FAIL", check: "database", text: `cannot be read: ${reason}` };
  }
}
