import { nameKey } from "../core/name-key.ts";
import { type Fragment, fragment, type Transaction } from "./engine.ts";

const BATCH_ROWS = 1000;

/** Gives the pets of a store of version 1.0 their name key and their first stock change. */
export async function backfillLifecycle({ sql }: Transaction, after: bigint, now: number): Promise<bigint | undefined> {
  const pets = await sql<{ id: bigint; name: string; quantity: bigint | number }>`
    select id, name, quantity from pets where id > ${after} order by id limit ${BATCH_ROWS}`;
  if (pets.length === 0) return undefined;
  const keys = pets.map(({ id, name }) => fragment`(cast(${id} as bigint), ${nameKey(name)})`);
  await sql`
    update pets set name_key = named.column2 from (values ${list(keys)}) as named where pets.id = named.column1`;
  const changes = pets.map(({ id, quantity }) => fragment`(${id}, ${quantity}, ${quantity}, 'created', ${now})`);
  await sql`insert into stock_changes (pet_id, delta, quantity, reason, at) values ${list(changes)}`;
  return pets.at(-1)?.id;
}

function list(rows: readonly Fragment[]): Fragment {
  return rows.reduce((all, row) => fragment`${all}, ${row}`);
}
