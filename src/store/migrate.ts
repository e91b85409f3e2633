import type { Engine, Transaction } from "./engine.ts";

/** This program may not use the database. The message is for the operator. */
export class SchemaError extends Error {}

/** The table by which a database of this program is recognised. */
export const MIGRATIONS_TABLE = "schema_migrations";

/** The table that the target of `petstore copy` has until the copy is complete and verified. */
export const COPY_MARKER = "unfinished_copy";

/** Upgrades the schema to this program's version. A database of another program, or a newer one, is refused unchanged. */
export async function migrate(engine: Engine, now: number): Promise<void> {
  const newest = engine.migrations.at(-1)?.version ?? 0;
  const tables = await engine.tables(engine.sql);
  requireOurs(tables);
  const unfinished = await unfinishedCopy(engine);
  if (unfinished !== undefined) throw new SchemaError(unfinished);
  // Without a lock: a process that only reads must not wait for one that writes.
  if (tables.includes(MIGRATIONS_TABLE) && (await version(engine.sql)) === newest) return;
  await engine.exclusively(async ({ sql, script }) => {
    const current = (await engine.tables(sql)).includes(MIGRATIONS_TABLE) ? await version(sql) : 0;
    if (current > newest) {
      throw new SchemaError(
        `the database has schema version ${current}, this program knows versions up to ${newest}: use the newer program, or restore a backup`,
      );
    }
    if (current === newest) return;
    await script(
      `create table if not exists ${MIGRATIONS_TABLE} (version integer primary key, name text not null, applied_at bigint not null)`,
    );
    for (const migration of engine.migrations.filter((step) => step.version > current)) {
      await script(migration.script);
      await sql`insert into schema_migrations (version, name, applied_at) values (${migration.version}, ${migration.name}, ${now})`;
    }
  });
}

/** Returns the version of the schema, or undefined when the database is not ours. Changes nothing. */
export async function schemaVersion(engine: Engine): Promise<number | undefined> {
  return (await engine.tables(engine.sql)).includes(MIGRATIONS_TABLE) ? version(engine.sql) : undefined;
}

/** Returns the message for the operator when the database is the target of an unfinished copy. */
export async function unfinishedCopy(engine: Engine): Promise<string | undefined> {
  if (!(await engine.tables(engine.sql)).includes(COPY_MARKER)) return undefined;
  const [marker] = await engine.sql<{ source: string }>`select source from unfinished_copy`;
  return `the database is an unfinished copy of ${marker?.source}: run the same \`petstore copy\` command again to finish it, or use another database`;
}

async function version(sql: Transaction["sql"]): Promise<number> {
  const [row] = await sql<{ version: bigint | number | null }>`select max(version) as version from schema_migrations`;
  return Number(row?.version ?? 0);
}

/** Refuses a database with tables that are not ours. */
export function requireOurs(tables: readonly string[]): void {
  // Other programs have a table of migrations with this name too, but not both tables.
  if (tables.length === 0 || (tables.includes(MIGRATIONS_TABLE) && tables.includes("key_revision"))) return;
  const found = tables.slice(0, 3).join(", ");
  throw new SchemaError(`the database has tables of another program (${found}): give petstore one of its own`);
}
