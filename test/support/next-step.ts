/* A step of the schema as the next release may bring it: it adds a table and fills it in while the service runs. */
import type { ImportedPet } from "../../src/core/imports/import-ports.ts";
import type { Backfill, Engine, Migration } from "../../src/store/engine.ts";

/** The table that the step adds. */
export const NAMES_TABLE = "next_names";

const backfill: Backfill = {
  table: { name: "pets", key: "id" },
  async fill(sql, after, { limit }) {
    const pets = await sql<{ id: bigint; name: string }>`
      select id, name from pets where id > ${after} order by id limit ${limit}`;
    const last = pets.at(-1)?.id;
    if (last === undefined) return undefined;
    await sql`insert into next_names (pet_id, name) select id, name from pets where id > ${after} and id <= ${last}`;
    return { position: last, rows: pets.length };
  },
};

/** An engine of a program that has one step more. */
export function afterSteps(engine: Engine, change: Pick<Migration, "needs"> = {}): Engine {
  const version = engine.migrations.length + 1;
  const script = `create table ${NAMES_TABLE} (pet_id bigint primary key, name text not null)`;
  const step = { version, name: "names", script, backfill, ...change };
  return { ...engine, migrations: [...engine.migrations, step] };
}

/** So many pets. */
export function namesOf(count: number): readonly ImportedPet[] {
  const pet = { id: undefined, categoryId: 1n, status: "available", quantity: 1, profile: {} } as const;
  return Array.from({ length: count }, (_, n) => ({ ...pet, name: `Rex ${n}` }));
}
