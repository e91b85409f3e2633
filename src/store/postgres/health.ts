import { Failure } from "../../contract/errors.ts";
import type { Sql } from "../engine.ts";
import type { Finding } from "../health.ts";
import { findUnsafeLayout } from "./citus.ts";

/** Checks what a client can check of a PostgreSQL server. Its disk and log are for the server's own monitoring. */
export async function* examineServer(sql: Sql): AsyncGenerator<Finding> {
  yield await checksums(sql).catch(unknown("integrity"));
  yield await size(sql).catch(unknown("size"));
  yield* await layout(sql);
}

/** Only a server that spreads tables over nodes has a layout. */
async function layout(sql: Sql): Promise<readonly Finding[]> {
  const problem = await findUnsafeLayout(sql);
  return problem === undefined ? [] : [{ level: "FAIL", check: "layout", text: problem }];
}

async function checksums(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ setting: string }>`select current_setting('data_checksums') as setting`;
  return row?.setting === "on"
    ? { level: "ok", check: "integrity", text: "the server verifies every page it reads (data_checksums is on)" }
    : { level: "warn", check: "integrity", text: "damage on the disk would go unnoticed: data_checksums is off" };
}

async function size(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`;
  return { level: "ok", check: "size", text: `${(Number(row?.bytes ?? 0) / 1_000_000).toFixed(1)} MB` };
}

/** Other engines that speak the protocol do not have every function of PostgreSQL; that is not a failure. */
function unknown(check: string) {
  return (error: unknown): Finding => {
    if (error instanceof Failure) throw error;
    return { level: "ok", check, text: "not reported by this server" };
  };
}
