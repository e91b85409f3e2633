/* Citus spreads tables over nodes. Where it puts them decides whether a transaction is atomic. */
import type { Sql } from "../engine.ts";
import { DERIVED, EVENT_INBOX, TABLES } from "../schema/tables.ts";

/** The tables that requests change together. */
const NAMES = [...TABLES, ...DERIVED, EVENT_INBOX].map(({ name }) => name);

/**
 * Finds tables on the workers of Citus beside tables that Citus does not know. It commits a transaction on both without two phases,
 * first on the worker: when the coordinator then fails, the change is stored in part, and a retry stores it again (decision 010).
 *
 * Returns the message for the operator; undefined when the layout is safe, and on a server without Citus.
 */
export async function findUnsafeLayout(sql: Sql): Promise<string | undefined> {
  const [citus] = await sql`
    select table_name from information_schema.tables
    where table_schema = 'pg_catalog' and table_name = 'pg_dist_partition'`;
  if (citus === undefined) return undefined;
  const known = await sql<{ name: string; is_local: boolean }>`
    select c.relname as name, p.partmethod = 'n' and p.repmodel <> 't' and p.colocationid = 0 as is_local
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = current_schema()`;
  const onWorkers = NAMES.filter((name) => known.some((table) => table.name === name && !table.is_local));
  const existing = await existingTables(sql);
  const unknown = NAMES.filter((name) => existing.has(name) && !known.some((table) => table.name === name));
  return onWorkers.length === 0 || unknown.length === 0 ? undefined : describe(onWorkers, unknown);
}

async function existingTables(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`;
  return new Set(rows.map(({ name }) => name));
}

/** How many tables the first sentence names. */
const NAMED_MAX = 3;

function describe(onWorkers: readonly string[], unknown: readonly string[]): string {
  return `Citus has ${list(onWorkers)} on its workers, but ${list(unknown)} only on the coordinator, unknown to it.
It commits a change of both in separate steps: after a failure between them, a retry can store a pet twice.
Stop the service and run one of these on the coordinator. To move tables back, which makes lists fast:
${statements("undistribute_table", onWorkers)}
To leave them on the workers and commit in two phases:
${statements("citus_add_local_table_to_metadata", unknown)}`;
}

function list(tables: readonly string[]): string {
  const more = tables.length > NAMED_MAX ? ` and ${tables.length - NAMED_MAX} more tables` : "";
  return tables.slice(0, NAMED_MAX).join(", ") + more;
}

function statements(name: string, tables: readonly string[]): string {
  return tables.map((table) => `  select ${name}('${table}', cascade_via_foreign_keys => true);`).join("\n");
}
