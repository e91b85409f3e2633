import type { Transaction } from "../engine.ts";
import { TABLES, template } from "../tables.ts";

/** Sets each sequence of ids to the largest id. Sequences never go back, so that no id is given twice. */
export async function continueIds({ sql }: Transaction): Promise<void> {
  for (const { name } of TABLES.filter(({ hasGeneratedIds }) => hasGeneratedIds)) {
    await sql(
      template(
        `select setval('${name}_id_seq', greatest(rows.id, ids.last_value)) ` +
          `from (select max(id) as id from ${name}) rows, ${name}_id_seq ids where rows.id is not null`,
      ),
    );
  }
}
