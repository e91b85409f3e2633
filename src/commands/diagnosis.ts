import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { requireDatabase } from "../service/existing-database.ts";
import { formatCount } from "../store/figures.ts";
import type { Finding } from "../store/findings.ts";
import { examine } from "../store/health.ts";
import { openEngine, openSchema } from "../store/index.ts";
import { SchemaError } from "../store/schema/migrate.ts";
import { sqlitePath } from "../store/url.ts";
import { repairWords } from "../store/word-health.ts";

/** How long to wait for a database server that does not respond, in milliseconds. */
const WAIT_MS = 2_000;

/** How long one check may take on a database server, in milliseconds: some read whole tables. */
const CHECK_MS = 600_000;

/** Mends what the checks find and the data prove; `isDryRun` changes nothing. Returns what it did, or would do. */
export async function repair(url: string, now: number, isDryRun: boolean): Promise<string> {
  requireDatabase(url);
  const engine = await openSchema(url, now, { waitMs: WAIT_MS, statementMs: CHECK_MS, mayUpgrade: false });
  try {
    const pets = formatCount(await repairWords(engine, isDryRun), "pet");
    return isDryRun ? `would write the words of ${pets} again` : `wrote the words of ${pets} again`;
  } finally {
    await engine.close();
  }
}

/** Runs every check on a database. One that cannot be read is a finding too, and the last. Changes nothing. */
export async function* diagnose(url: string, now: number): AsyncGenerator<Finding> {
  const check = "database";
  const given = sqlitePath(url);
  const path = given && resolve(given);
  if (path !== undefined && !existsSync(path)) {
    yield { level: "FAIL", check, text: `no such file: ${path}`, remedy: "check DATABASE_URL" };
    return;
  }
  try {
    const engine = openEngine(url, { waitMs: WAIT_MS, statementMs: CHECK_MS });
    try {
      if (path === undefined) {
        const { examineServer, readSchema } = await import("../store/postgres/health.ts");
        yield* examineServer(engine.sql);
        yield* examine(engine, readSchema, now);
      } else {
        const { examineFile, readSchema } = await import("../store/sqlite/health.ts");
        yield* examineFile(engine.sql, path);
        yield* examine(engine, readSchema, now);
      }
    } finally {
      await engine.close();
    }
  } catch (error) {
    const { message, cause } = error as Error;
    // The message of a SchemaError says what to do.
    if (error instanceof SchemaError) yield { level: "FAIL", check, text: "cannot be read", remedy: message };
    else {
      const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
      const remedy = "check DATABASE_URL, and that the database is running and accepts this user";
      yield { level: "FAIL", check, text: `cannot be read: ${reason}`, remedy };
    }
  }
}
