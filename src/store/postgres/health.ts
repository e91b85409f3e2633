import { Failure } from "../../contract/errors.ts";
import type { Sql } from "../engine.ts";
import { formatBytes } from "../figures.ts";
import type { Finding } from "../findings.ts";
import type { Schema } from "../schema-health.ts";

/** Checks what a client can check of a PostgreSQL server. Its disk and log are for the server's own monitoring. */
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

/** Reads the columns and the indexes of every table. */
export async function readSchema(sql: Sql): Promise<Schema> {
  const columns = await sql<{ table: string; name: string }>`
    select table_name as "table", column_name as name from information_schema.columns
    where table_schema = current_schema()`;
  const indexes = await sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = current_schema()`;
  return { columns, indexes: indexes.map(({ name }) => name) };
}

/** How many bytes the database takes on the server's disk. */
export async function databaseSize(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`;
  return Number(row?.bytes ?? 0);
}

/** Other engines that speak the protocol do not have every function of PostgreSQL; that is not a failure. */
function unknown(check: string) {
  return (error: unknown): Finding => {
    if (error instanceof Failure) throw error;
    return { level: "ok", check, text: "not reported by this server" };
  };
}
