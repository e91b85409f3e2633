import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { reasonOf } from "../../service/database.ts";
import { requireDatabase } from "../../service/existing-database.ts";
import { repair as repairAll } from "../../store/health/derived.ts";
import type { Begin, Finding } from "../../store/health/findings.ts";
import { examine, type Kept } from "../../store/health/store-health.ts";
import { openEngine, openSchema, WHOLE_TABLE_MS } from "../../store/index.ts";
import { purges } from "../../store/queries/purge-queries.ts";
import { SchemaError } from "../../store/schema/record.ts";
import { sqlitePath } from "../../store/url.ts";

/** How long to wait for a database server that does not respond, in milliseconds. */
const WAIT_MS = 2_000;

/** Repairs findings whose correct value the data prove; with `isDryRun`, changes nothing. Yields what it did or would do. */
export async function* repair(url: string, now: number, isDryRun: boolean): AsyncGenerator<string> {
  requireDatabase(url);
  await using engine = await openSchema(url, now, { waitMs: WAIT_MS, statementMs: WHOLE_TABLE_MS, mayUpgrade: false });
  let isFine = true;
  for await (const sentence of repairAll(engine, now, isDryRun)) {
    isFine = false;
    yield sentence;
  }
  if (isFine) yield "found nothing to repair";
}

/** Records that the clock is right, so that the service deletes expired data again. */
export async function believeClock(url: string, now: number): Promise<void> {
  requireDatabase(url);
  await using engine = await openSchema(url, now, { waitMs: WAIT_MS, mayUpgrade: false });
  await engine.transaction(({ sql }) => purges(sql).record(now));
}

/** Options of a diagnosis. */
interface Checking extends Kept {
  /** Standbys of the database server. */
  readonly readUrls: readonly string[];
  /** Called when a check begins that may take minutes. */
  readonly begin?: Begin;
  /** The statement timeout on a database server, in milliseconds. */
  readonly statementMs?: number;
}

/** Runs every check on a database. An unreadable one is the last finding. Changes nothing. */
export async function* diagnose(
  url: string,
  now: number,
  { begin = () => {}, statementMs = WHOLE_TABLE_MS, readUrls, ...kept }: Checking,
): AsyncGenerator<Finding> {
  const check = "database";
  const given = sqlitePath(url);
  const path = given && resolve(given);
  if (path !== undefined && !existsSync(path)) {
    yield { level: "FAIL", check, text: `no such file: ${path}`, remedy: "check DATABASE_URL" };
    return;
  }
  try {
    await using engine = await openEngine(url, { waitMs: WAIT_MS, statementMs });
    if (path === undefined) {
      const { checkStandbys, examineServer } = await import("../../store/postgres/postgres-health.ts");
      yield* examineServer(engine.sql);
      if (readUrls.length > 0)
        yield await checkStandbys(readUrls, (of) => openEngine(of, { waitMs: WAIT_MS, statementMs }));
      yield* examine(engine, { now, kept, begin });
    } else {
      const { examineFile } = await import("../../store/sqlite/sqlite-health.ts");
      begin("integrity");
      yield* examineFile(engine.sql, path);
      yield* examine(engine, { now, kept, begin });
    }
  } catch (error) {
    const { message, cause } = error as Error;
    // The message of a SchemaError says what to do.
    if (error instanceof SchemaError) yield { level: "FAIL", check, text: "cannot be read", remedy: message };
    else {
      const reason = cause instanceof Error ? `${message} (${reasonOf(error)})` : message;
      const remedy = "check DATABASE_URL, and that the database is running and accepts this user";
      yield { level: "FAIL", check, text: `cannot be read: ${reason}`, remedy };
    }
  }
}
