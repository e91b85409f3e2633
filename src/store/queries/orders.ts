import type { Order } from "../../contract/orders.ts";
import type { OrderFilter, Orders, Slice } from "../../core/ports.ts";
import { type Fragment, fragment, type Sql } from "../engine.ts";
import { allOf, inOrder, startsAfter } from "./slice.ts";

interface Row {
  readonly id: bigint;
  readonly pet_id: bigint;
  readonly quantity: bigint | number;
  readonly ship_date: bigint | null;
  readonly complete: bigint | number;
}

export function orders(sql: Sql): Orders {
  return {
    async insert({ petId, quantity, shipDate }) {
      const shippedAt = shipDate === undefined ? null : Date.parse(shipDate);
      const [row] = await sql<Row>`
        insert into orders (pet_id, quantity, ship_date, complete) values (${petId}, ${quantity}, ${shippedAt}, 0)
        returning id, pet_id, quantity, ship_date, complete`;
      if (row === undefined) throw new Error("insert returned no row");
      return order(row);
    },

    async find(id) {
      const [row] = await sql<Row>`select id, pet_id, quantity, ship_date, complete from orders where id = ${id}`;
      return row && order(row);
    },

    list: async (filter, slice) => (await listOrders(sql, filter, slice)).map(order),

    async complete(id, at) {
      const [row] = await sql<Row>`
        update orders set complete = 1, ship_date = coalesce(ship_date, ${at}) where id = ${id} and complete = 0
        returning id, pet_id, quantity, ship_date, complete`;
      return row && order(row);
    },

    async deleteOpen(id) {
      const [row] = await sql<Row>`
        delete from orders where id = ${id} and complete = 0
        returning id, pet_id, quantity, ship_date, complete`;
      return row && order(row);
    },

    async countOpen(max) {
      const [row] = await sql<{ count: bigint | number }>`
        select count(*) as count from (
          select 1 from orders where complete in (0, 0) order by complete, id limit ${max}
        ) found`;
      return Number(row?.count ?? 0);
    },
  };
}

/** By orders_by_pet (pet_id, complete, id), orders_by_completion (complete, id) or the primary key. */
function listOrders(sql: Sql, { petId, complete }: OrderFilter, slice: Slice): Promise<Row[]> {
  const direction = slice.order === "desc" ? fragment`desc` : fragment`asc`;
  const key = petId === undefined ? fragment`complete` : fragment`pet_id ${direction}, complete`;
  const byIndex = fragment`order by ${key} ${direction}, id ${direction} limit ${slice.limit}`;
  const branch = (isComplete: 0 | 1): Fragment => {
    const conditions = allOf([
      ...(petId === undefined ? [] : [fragment`pet_id in (${[petId, petId]})`]),
      fragment`complete in (${[isComplete, isComplete]})`,
      startsAfter(slice),
    ]);
    return fragment`select id, pet_id, quantity, ship_date, complete from orders where ${conditions} ${byIndex}`;
  };
  if (complete !== undefined) return sql<Row>`${branch(complete ? 1 : 0)}`;
  if (petId !== undefined) {
    return sql<Row>`
      select id, pet_id, quantity, ship_date, complete from (
        select id, pet_id, quantity, ship_date, complete from (${branch(0)}) open
        union all select id, pet_id, quantity, ship_date, complete from (${branch(1)}) completed
      ) every ${inOrder(slice)}`;
  }
  return sql<Row>`
    select id, pet_id, quantity, ship_date, complete from orders where ${startsAfter(slice)} ${inOrder(slice)}`;
}

function order({ id, pet_id, quantity, ship_date, complete }: Row): Order {
  return {
    id,
    petId: pet_id,
    quantity: Number(quantity),
    ...(ship_date !== null && { shipDate: new Date(Number(ship_date)).toISOString() }),
    complete: Number(complete) === 1,
  };
}
