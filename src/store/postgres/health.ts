import { Failure } from "../../contract/errors.ts";
import type { Sql } from "../engine.ts";
import type { Finding } from "../health.ts";

/** The checks of a PostgreSQL server that a client can make. Its disk and its log are the server's to watch. */
export async function* examineServer(sql: Sql): AsyncGenerator<Finding> {
  yield await checksums(sql).catch(unknown("integrity"));
  yield await size(sql).catch(unknown("size"));
}

async function checksums(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ setting: string }>`select current_setting('data_checksums') as setting`;
  return row?.setting === "on"
    ? { level: "ok", check: "integrity", text: "the server checks every page that it reads (data_checksums is on)" }
    : { level: "warn", check: "integrity", text: "damage on the disk would not be noticed: data_checksums is off" };
}

async function size(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`;
  return { level: "ok", check: "size", text: `${(Number(row?.bytes ?? 0) / 1_000_000).toFixed(1)} MB` };
}

/** Engines that speak the protocol without being PostgreSQL do not have everything; that is no fault. */
function unknown(check: string) {
  return (error: unknown): Finding => {
    if (error instanceof Failure) throw error;
    return { level: "ok", check, text: "this server does not say" };
  };
}
