import type { Idempotency, StoredAnswer } from "../core/store.ts";
import type { Sql } from "./engine.ts";

export function idempotency(sql: Sql): Idempotency {
  return {
    async claim({ keyId, idempotencyKey, fingerprint }, at, keptSince) {
      await sql`
        delete from idempotency
        where key_id = ${keyId} and idempotency_key = ${idempotencyKey} and created_at < ${keptSince}`;
      const rows = await sql`
        insert into idempotency (key_id, idempotency_key, fingerprint, answer, created_at)
        values (${keyId}, ${idempotencyKey}, ${fingerprint}, '', ${at}) on conflict do nothing returning created_at`;
      return rows.length > 0;
    },

    async complete({ keyId, idempotencyKey }, answer) {
      await sql`
        update idempotency set answer = ${JSON.stringify(answer)}
        where key_id = ${keyId} and idempotency_key = ${idempotencyKey}`;
    },

    async find({ keyId, idempotencyKey }) {
      const [row] = await sql<{ fingerprint: string; answer: string }>`
        select fingerprint, answer from idempotency where key_id = ${keyId} and idempotency_key = ${idempotencyKey}`;
      return row && { fingerprint: row.fingerprint, answer: JSON.parse(row.answer) as StoredAnswer };
    },

    async purge(keptSince, limit) {
      const rows = await sql`
        delete from idempotency where (key_id, idempotency_key) in (
          select key_id, idempotency_key from idempotency where created_at < ${keptSince} order by created_at limit ${limit})
        returning created_at`;
      return rows.length;
    },
  };
}
