import type { Engine } from "./engine.ts";

/** The database is not one that this program may use. The message is for the operator. */
export class SchemaError extends Error {}

/** Brings the schema up to this program's version, each step in one transaction. A newer schema is refused. */
export async function migrate(engine: Engine, now: number): Promise<void> {
  const newest = engine.migrations.at(-1)?.version ?? 0;
  await engine.transaction(async ({ sql, script, tables }) => {
    const present = await tables();
    requireOurs(present);
    if (!present.includes("schema_migrations"))
      await script(
        "create table schema_migrations (version integer primary key, name text not null, applied_at bigint not null)",
      );
    const [row] = await sql<{ version: bigint | null }>`select max(version) as version from schema_migrations`;
    const current = Number(row?.version ?? 0);
    if (current > newest) {
      throw new SchemaError(
        `the database has schema version ${current}, this program knows versions up to ${newest}: use the newer program that wrote it, or restore a backup`,
      );
    }
    for (const migration of engine.migrations.filter(({ version }) => version > current)) {
      await script(migration.script);
      await sql`insert into schema_migrations (version, name, applied_at) values (${migration.version}, ${migration.name}, ${now})`;
    }
  });
}

/** Refuses a database that has tables, and not ours. */
export function requireOurs(tables: readonly string[]): void {
  if (tables.length === 0 || tables.includes("schema_migrations")) return;
  const some = tables.slice(0, 5).join(", ");
  throw new SchemaError(
    `the database has tables of another program (${some}) and no schema_migrations: give petstore one of its own`,
  );
}
