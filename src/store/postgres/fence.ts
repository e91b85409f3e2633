import type { Sql, Transaction } from "../engine.ts";

/**
 * Keeps releases before 1.2 from writing to a database that is being upgraded while they run: they would leave pets without words.
 * Each of their changes adds an event to the inbox, on a connection that leaves `plan_cache_mode` as the server has it; later releases
 * set it. So that insert has no value for a column that must have one, and the column's name, which the error contains, is the reason.
 * Where all connections have the same setting, as behind PgBouncer, there is nothing to tell them by, and no fence.
 */
export async function fenceOld(tables: readonly string[], { sql, script }: Transaction): Promise<void> {
  if (!tables.includes("event_inbox") || (await isUnset(sql))) return;
  await script(`
    alter table event_inbox add column if not exists only_petstore_1_2_or_newer_may_write text
    not null default nullif(current_setting('plan_cache_mode'), 'auto')`);
}

/** Whether this connection could not be told from theirs: the setting is the server's own. */
async function isUnset(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ source: string }>`select source from pg_settings where name = 'plan_cache_mode'`;
  return row?.source !== "client";
}
