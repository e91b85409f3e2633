import { CONFIGURED_KEY_ID, type Keys } from "../../../core/keys/key-ports.ts";
import { fragment, type Sql } from "../../engine.ts";
import { upsert } from "../../rows.ts";
import { API_KEYS, DEPRECATED_CALLS } from "../../schema/key-tables.ts";
import { inOrder, startsAfter } from "../table-slice.ts";

const KEY = API_KEYS.without("position");
const CALLS = DEPRECATED_CALLS.without("id");
/** Adds calls to those that are counted. */
const ADD_CALLS = fragment`(id) do update set
  calls = deprecated_calls.calls + excluded.calls,
  last_at = case when excluded.last_at > deprecated_calls.last_at then excluded.last_at else deprecated_calls.last_at end`;
const POSITION = fragment`position`;
/** When a revoked or expiring key ended, or will end. */
const ENDED_AT = fragment`coalesce(revoked_at, expires_at)`;
const CHANGE = API_KEYS.only("name", "scopes", "expiresAt");

function isUsable(now: number) {
  return fragment`revoked_at is null and (expires_at is null or expires_at > ${now})`;
}

export function keys(sql: Sql): Keys {
  const changed = async () => {
    const [row] = await sql<{ revision: bigint }>`
      update key_revision set revision = revision + 1 returning revision`;
    if (row === undefined) throw new Error("key_revision has no row");
    return row.revision;
  };
  return {
    async lock() {
      await sql`update key_revision set only_row = only_row`;
    },

    async insert(key) {
      // The lock of this row makes revisions unique and ascending.
      const position = await changed();
      await sql`insert into ${API_KEYS.row({ ...key, position })}`;
    },

    find: (id) => KEY.first(sql`select ${KEY.list} from api_keys where id = ${id}`),

    list: () => KEY.all(sql`select ${KEY.list} from api_keys order by position`),

    listUsable: (now) =>
      KEY.all(sql`
        select ${KEY.list} from api_keys where ${isUsable(now)} order by position`),

    listPage: (slice) =>
      API_KEYS.all(sql`
        select ${API_KEYS.list} from api_keys where ${startsAfter(slice, POSITION)} ${inOrder(slice, POSITION)}`),

    async count(now) {
      const [row] = await sql<{ total: bigint | number; usable: bigint | number }>`
        select count(*) as total, count(case when ${isUsable(now)} then 1 end) as usable from api_keys`;
      const usable = Number(row?.usable ?? 0);
      return { usable, ended: Number(row?.total ?? 0) - usable };
    },

    async update(id, change) {
      await changed();
      return KEY.first(sql`
        update api_keys set ${CHANGE.assign(change)} where id = ${id} and revoked_at is null returning ${KEY.list}`);
    },

    async revision() {
      const [row] = await sql<{ revision: bigint }>`select revision from key_revision`;
      if (row === undefined) throw new Error("key_revision has no row");
      return row.revision;
    },

    async revoke(id, at) {
      await changed();
      return KEY.first(sql`
        update api_keys set revoked_at = ${at} where id = ${id} and revoked_at is null returning ${KEY.list}`);
    },

    async touch(ids, at) {
      await sql`update api_keys set last_used_at = ${at} where id in (${ids})`;
    },

    async addDeprecatedCalls(all) {
      // In the same order in all processes, because they lock the rows.
      const rows = all.map((calls) => ({ id: `${calls.keyId} ${calls.operation}`, ...calls }));
      const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      await upsert(sql, DEPRECATED_CALLS, sorted, ADD_CALLS);
    },

    async deprecatedCalls(keyIds) {
      if (keyIds?.length === 0) return [];
      const condition = keyIds === undefined ? fragment`1 = 1` : fragment`key_id in (${keyIds})`;
      return CALLS.all(sql`
        select ${CALLS.list} from deprecated_calls where ${condition} order by operation, key_id`);
    },

    async purge(endedAt, limit) {
      const rows = await sql`
        delete from api_keys where id in (
          select id from api_keys where ${ENDED_AT} <= ${endedAt} order by ${ENDED_AT} limit ${limit})
        returning id`;
      if (rows.length > 0) {
        await sql`
          delete from deprecated_calls
          where key_id not in (select id from api_keys) and key_id <> ${CONFIGURED_KEY_ID}`;
      }
      return rows.length;
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
