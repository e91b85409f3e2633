import type { Idempotency } from "../../../core/ports.ts";
import type { Sql } from "../../engine.ts";
import { IDEMPOTENCY } from "../../schema/tables.ts";

const ANSWER = IDEMPOTENCY.only("answer");
const FOUND = IDEMPOTENCY.only("fingerprint", "answer");

export function idempotency(sql: Sql): Idempotency {
  return {
    async claim({ id, fingerprint }, at, keptSince) {
      await sql`delete from idempotency where id = ${id} and created_at < ${keptSince}`;
      const rows = await sql`
        insert into idempotency (id, fingerprint, answer, created_at) values (${id}, ${fingerprint}, '', ${at})
        on conflict do nothing returning id`;
      return rows.length > 0;
    },

    async complete({ id }, answer) {
      await sql`update idempotency set ${ANSWER.assign({ answer })} where id = ${id}`;
    },

    async find({ id }, keptSince) {
      const [row] = await sql`
        select ${FOUND.list} from idempotency where id = ${id} and created_at >= ${keptSince}`;
      if (row === undefined) return undefined;
      const { fingerprint, answer } = FOUND.read(row);
      return { fingerprint, response: answer };
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
