/* Steps of the schema as later releases may bring them: the first expands it, the second contracts it. */
import type { ImportedPet } from "../../src/core/imports/import-ports.ts";
import type { Migration } from "../../src/store/engine.ts";
import { sqliteMigrations } from "../../src/store/schema/migrations.ts";
import { newestOf } from "../../src/store/schema/record.ts";

const NEWEST = newestOf(sqliteMigrations);

/** Adds a table, and fills it in while the service runs. */
export const EXPAND: Migration = {
  version: NEWEST + 1,
  name: "names",
  script: "create table next_names (pet_id bigint primary key, name text not null)",
  backfill: {
    table: { name: "pets", key: "id" },
    async fill(sql, after, { limit }) {
      const pets = await sql<{ id: bigint; name: string }>`
        select id, name from pets where id > ${after} order by id limit ${limit}`;
      const last = pets.at(-1)?.id;
      if (last === undefined) return undefined;
      await sql`insert into next_names (pet_id, name) select id, name from pets where id > ${after} and id <= ${last}`;
      return { position: last, rows: pets.length };
    },
  },
};

/** Drops a table of today, which the release with `EXPAND` no longer uses. */
export const CONTRACT: Migration = {
  version: NEWEST + 2,
  name: "no_names",
  script: "drop table next_names",
  needs: NEWEST + 1,
};

/** So many pets. */
export function namesOf(count: number): readonly ImportedPet[] {
  const pet = { id: undefined, categoryId: 1n, status: "available", quantity: 1, profile: {} } as const;
  return Array.from({ length: count }, (_, n) => ({ ...pet, name: `Rex ${n}` }));
}
