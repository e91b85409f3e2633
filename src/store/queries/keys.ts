import type { GrantedScope } from "../../contract/operation.ts";
import type { Key, Keys } from "../../core/ports.ts";
import type { Sql } from "../engine.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly hash: string;
  readonly scopes: string;
  readonly created_at: bigint;
  readonly expires_at: bigint | null;
  readonly revoked_at: bigint | null;
  readonly last_used_at: bigint | null;
}

export function keys(sql: Sql): Keys {
  const changed = () => sql`update key_revision set revision = revision + 1`;
  return {
    async insert(key) {
      await sql`
        insert into api_keys (id, name, hint, hash, scopes, created_at, expires_at, revoked_at, last_used_at)
        values (${key.id}, ${key.name}, ${key.hint}, ${key.hash}, ${key.scopes.join(" ")}, ${key.createdAt},
          ${key.expiresAt ?? null}, ${key.revokedAt ?? null}, ${key.lastUsedAt ?? null})`;
      await changed();
    },

    async list() {
      const rows = await sql<Row>`
        select id, name, hint, hash, scopes, created_at, expires_at, revoked_at, last_used_at
        from api_keys order by created_at, id`;
      return rows.map(key);
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

function key(row: Row): Key {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    hash: row.hash,
    scopes: row.scopes.split(" ") as GrantedScope[],
    createdAt: Number(row.created_at),
    expiresAt: optional(row.expires_at),
    revokedAt: optional(row.revoked_at),
    lastUsedAt: optional(row.last_used_at),
  };
}

function optional(time: bigint | null): number | undefined {
  return time === null ? undefined : Number(time);
}
