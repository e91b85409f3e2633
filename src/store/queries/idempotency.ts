import type { Idempotency, StoredResponse } from "../../core/ports.ts";
import type { Sql } from "../engine.ts";

export function idempotency(sql: Sql): Idempotency {
  return {
    async claim({ id, fingerprint }, at, keptSince) {
      await sql`delete from idempotency where id = ${id} and created_at < ${keptSince}`;
      const rows = await sql`
        insert into idempotency (id, fingerprint, answer, created_at) values (${id}, ${fingerprint}, '', ${at})
        on conflict do nothing returning id`;
      return rows.length > 0;
    },

    async complete({ id }, response) {
      await sql`update idempotency set answer = ${JSON.stringify(response)} where id = ${id}`;
    },

    async find({ id }) {
      const [row] = await sql<{ fingerprint: string; answer: string }>`
        select fingerprint, answer from idempotency where id = ${id}`;
      return row && { fingerprint: row.fingerprint, response: JSON.parse(row.answer) as StoredResponse };
    },

    async purge(keptSince, limit) {
      const rows = await sql`
        delete from idempotency where id in (
          select id from idempotency where created_at < ${keptSince} order by created_at limit ${limit})
        returning id`;
      return rows.length;
    },
  };
}
