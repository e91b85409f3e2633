import type { Orders } from "../../core/ports.ts";
import type { Sql } from "../engine.ts";

interface Row {
  readonly id: bigint;
  readonly pet_id: bigint;
  readonly quantity: bigint | number;
  readonly ship_date: bigint;
  readonly complete: bigint | number;
}

export function orders(sql: Sql): Orders {
  return {
    async list({ after, limit }) {
      const rows = await sql<Row>`
        select id, pet_id, quantity, ship_date, complete from orders where id > ${after} order by id limit ${limit}`;
      return rows.map(({ id, pet_id, quantity, ship_date, complete }) => ({
        id,
        petId: pet_id,
        quantity: Number(quantity),
        shipDate: new Date(Number(ship_date)).toISOString(),
        complete: Number(complete) === 1,
      }));
    },
  };
}
