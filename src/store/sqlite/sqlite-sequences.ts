import type { Sql, Transaction } from "../engine.ts";
import { GENERATED } from "../schema/tables.ts";

/** Returns the largest id that AUTOINCREMENT has given in each table. */
async function lastIds(sql: Sql): Promise<ReadonlyMap<string, bigint>> {
  const rows = await sql<{ name: string; seq: bigint }>`select name, seq from sqlite_sequence`;
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

/** The tables with AUTOINCREMENT. Other engines number events themselves. */
const NUMBERED = [...GENERATED.map(({ name }) => name), "events"];

/** Makes ids continue after these too. They always continue after existing rows. */
async function continueIds({ sql }: Transaction, after: ReadonlyMap<string, bigint> = new Map()): Promise<void> {
  for (const name of NUMBERED) {
    const last = after.get(name);
    if (last === undefined) continue;
    // The table has no key that `on conflict` could name.
    await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${name}`;
    await sql`
      insert into sqlite_sequence (name, seq)
      select ${name}, ${last} where not exists (select 1 from sqlite_sequence where name = ${name})`;
  }
}

/** The functions of an engine for generated ids. */
export const generatedIds = { lastIds, continueIds };
