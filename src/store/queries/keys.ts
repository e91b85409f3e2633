import type { Keys } from "../../core/ports.ts";
import type { Sql } from "../engine.ts";
import { API_KEYS } from "../tables.ts";

export function keys(sql: Sql): Keys {
  const changed = () => sql`update key_revision set revision = revision + 1`;
  return {
    async insert(key) {
      await sql`insert into api_keys ${API_KEYS.row(key)}`;
      await changed();
    },

    async list() {
      const rows = await sql`select ${API_KEYS.list} from api_keys order by created_at, id`;
      return rows.map(API_KEYS.read);
    },

    async revision() {
      const [row] = await sql<{ revision: bigint }>`select revision from key_revision`;
      if (row === undefined) throw new Error("key_revision has no row");
      return row.revision;
    },

    async revoke(id, at) {
      const rows =
        await sql`update api_keys set revoked_at = ${at} where id = ${id} and revoked_at is null returning id`;
      await changed();
      return rows.length > 0;
    },

    async expire(id, at) {
      const rows =
        await sql`update api_keys set expires_at = ${at} where id = ${id} and revoked_at is null returning id`;
      await changed();
      return rows.length > 0;
    },

    async touch(ids, at) {
      await sql`update api_keys set last_used_at = ${at} where id in (${ids})`;
    },

    async claimFirst(at) {
      const rows = await sql`
        insert into first_key (only_row, claimed_at)
        select 1, cast(${at} as bigint) where not exists (select 1 from api_keys)
        on conflict do nothing returning only_row`;
      return rows.length > 0;
    },
  };
}
