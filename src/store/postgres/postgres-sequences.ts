import { type Sql, type Transaction, template } from "../engine.ts";
import { GENERATED } from "../schema/tables.ts";

/** Returns the largest id that each sequence has given, and the last position of an event. */
async function lastIds(sql: Sql): Promise<ReadonlyMap<string, bigint>> {
  const ids = new Map<string, bigint>();
  for (const { name } of GENERATED) {
    const [row] = await sql<{ last: bigint; used: boolean }>(
      template(`select last_value as last, is_called as used from ${name}_id_seq`),
    );
    if (row?.used) ids.set(name, row.last);
  }
  const [head] = await sql<{ last: bigint }>`select last_position as last from event_head`;
  if (head !== undefined) ids.set("events", head.last);
  return ids;
}

/** Advances each sequence to the largest id of the rows and of these. It never goes back, so that no id is used twice. */
async function continueIds({ sql }: Transaction, after: ReadonlyMap<string, bigint> = new Map()): Promise<void> {
  for (const { name } of GENERATED) {
    const setLastId = template(
      `select setval('${name}_id_seq', used.id) from (select greatest(max(id), cast(`,
      ` as bigint)) as id from ${name}) used, ${name}_id_seq given ` +
        "where used.id > given.last_value or (used.id = given.last_value and not given.is_called)",
    );
    await sql(setLastId, after.get(name) ?? null);
  }
  const last = after.get("events");
  if (last === undefined) return;
  await sql`update event_head set last_position = ${last} where last_position < ${last}`;
}

/** The functions of an engine for generated ids. */
export const generatedIds = { lastIds, continueIds };
