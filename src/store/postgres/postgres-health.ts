import { Failure } from "../../contract/errors/errors.ts";
import { conditions } from "../../core/conditions.ts";
import type { OpenEngine, Sql } from "../engine.ts";
import { formatBytes } from "../figures.ts";
import type { Finding } from "../health/findings.ts";
import { redactUrl } from "../url.ts";

/** Checks what a client can see of a PostgreSQL server. Its disk and log are for the server's own monitoring. */
export async function* examineServer(sql: Sql): AsyncGenerator<Finding> {
  yield await checksums(sql).catch(unknown("integrity"));
  yield await size(sql).catch(unknown("size"));
}

async function checksums(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ setting: string }>`select current_setting('data_checksums') as setting`;
  return row?.setting === "on"
    ? { level: "ok", check: "integrity", text: "the server verifies every page it reads (data_checksums is on)" }
    : { level: "warn", check: "integrity", text: "damage on the disk would go unnoticed: data_checksums is off" };
}

async function size(sql: Sql): Promise<Finding> {
  return { level: "ok", check: "size", text: formatBytes(await databaseSize(sql)) };
}

/** Checks that standbys respond and follow. `open` opens a server during its check. */
export async function checkStandbys(
  urls: readonly string[],
  open: (url: string) => Promise<OpenEngine>,
): Promise<Finding> {
  const { check } = conditions.standby;
  const problems: string[] = [];
  for (const url of urls) {
    try {
      await using server = await open(url);
      const [row] = await server.sql<{ follows: boolean }>`select pg_is_in_recovery() as follows`;
      if (row?.follows !== true) problems.push(`${redactUrl(url)} was promoted: it follows no primary`);
    } catch (error) {
      problems.push(`${redactUrl(url)} does not answer (${(error as Error).message})`);
    }
  }
  if (problems.length === 0) return { level: "ok", check, text: `each of ${urls.length} follows its primary` };
  return { level: "warn", check, text: `${problems.join("; ")}. The primary answers its reads` };
}

/** How many bytes the database takes on the server's disk. */
export async function databaseSize(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`;
  return Number(row?.bytes ?? 0);
}

/** Other engines that speak the protocol lack some functions of PostgreSQL; that is no failure. */
function unknown(check: string) {
  return (error: unknown): Finding => {
    if (error instanceof Failure) throw error;
    return { level: "ok", check, text: "not reported by this server" };
  };
}
