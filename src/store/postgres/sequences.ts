import type { Transaction } from "../engine.ts";

/** Sets the sequences of ids to the largest id. They never go back: ids given to rows that are not there yet stay given. */
export async function continueIds({ sql }: Transaction): Promise<void> {
  await sql`
    select setval('pets_id_seq', greatest(rows.id, ids.last_value))
    from (select max(id) as id from pets) rows, pets_id_seq ids where rows.id is not null`;
  await sql`
    select setval('orders_id_seq', greatest(rows.id, ids.last_value))
    from (select max(id) as id from orders) rows, orders_id_seq ids where rows.id is not null`;
}
