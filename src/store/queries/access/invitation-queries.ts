import type { Invitations } from "../../../core/keys/invitation-ports.ts";
import { fragment, type Sql } from "../../engine.ts";
import { count, insertOne } from "../../rows.ts";
import { INVITATIONS } from "../../schema/key-tables.ts";
import { inOrder, startsAfter } from "../table-slice.ts";

const NEW = INVITATIONS.only("name", "hash", "scopes", "createdAt", "createdBy", "creatorId", "expiresAt");

function isPending(now: number) {
  return fragment`used_at is null and withdrawn_at is null and expires_at > ${now}`;
}

export function invitations(sql: Sql): Invitations {
  return {
    async insert(invitation, max, now) {
      // One at a time: each counts the invitations of those before it.
      await sql`update key_revision set only_row = only_row`;
      if ((await count(sql, fragment`select 1 from invitations where ${isPending(now)}`)) >= max) return undefined;
      return insertOne(sql, NEW, invitation, INVITATIONS);
    },

    find: (id) => INVITATIONS.first(sql`select ${INVITATIONS.list} from invitations where id = ${id}`),

    findByHash: (hash) => INVITATIONS.first(sql`select ${INVITATIONS.list} from invitations where hash = ${hash}`),

    listPending: (slice, now) =>
      INVITATIONS.all(sql`
        select ${INVITATIONS.list} from invitations where ${isPending(now)} and ${startsAfter(slice)} ${inOrder(slice)}`),

    listPendingOf: (creatorId, now) =>
      INVITATIONS.all(sql`
        select ${INVITATIONS.list} from invitations where creator_id = ${creatorId} and ${isPending(now)} order by id`),

    async handOver(creatorId, to, now) {
      await sql`update invitations set creator_id = ${to} where creator_id = ${creatorId} and ${isPending(now)}`;
    },

    async use(id, now) {
      const rows = await sql`
        update invitations set used_at = ${now} where id = ${id} and ${isPending(now)} returning id`;
      return rows.length > 0;
    },

    async withdraw(id, now) {
      const rows = await sql`
        update invitations set withdrawn_at = ${now} where id = ${id} and ${isPending(now)} returning id`;
      return rows.length > 0;
    },

    async purge(before, limit) {
      const rows = await sql`
        delete from invitations where id in (
          select id from invitations where expires_at < ${before} order by id limit ${limit})
        returning id`;
      return rows.length;
    },
  };
}
