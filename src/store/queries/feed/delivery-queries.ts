import { eventTypes } from "../../../contract/events/events.ts";
import { PING } from "../../../contract/webhooks/deliveries.ts";
import { ALL_TYPES } from "../../../contract/webhooks/webhooks.ts";
import { CLAIMED, OPEN_STATES, RETRYABLE_STATES, WAITING } from "../../../core/webhooks/delivery-life.ts";
import type { Deliveries } from "../../../core/webhooks/webhook-ports.ts";
import { fragment, type LeaseSql, literals, type Row, type Sql } from "../../engine.ts";
import { DELIVERIES } from "../../schema/webhook-tables.ts";
import { inOrder, startsAfter } from "../table-slice.ts";

const DELIVERY = DELIVERIES.without("token");

const IS_OPEN = fragment`state in (${literals(OPEN_STATES)})`;

const MESSAGE_TYPES = [...eventTypes, PING];

/** The deliveries of a store. Lease times are by the database's clock, which all instances share. */
export function deliveries(sql: Sql, { now, skipLocked }: LeaseSql): Deliveries {
  return {
    async fanOut({ id, types, fannedOutTo }, to) {
      const rows = await sql`
        update webhooks set fanned_out_to = ${to}
        where id = ${id} and fanned_out_to = ${fannedOutTo} and active = 1 and deleted_at is null returning id`;
      if (rows.length === 0) return false;
      const ofTypes = types.includes(ALL_TYPES) ? fragment`` : fragment`and type in (${types})`;
      await sql`
        insert into webhook_deliveries (webhook_id, position, type, state, created_at, due_at)
        select cast(${id} as bigint), position, type, ${literals([WAITING])}, at, ${now} from events
        where position > ${fannedOutTo} and position <= ${to} ${ofTypes} order by position
        on conflict do nothing`;
      return true;
    },

    async hasOpen(webhookId, type) {
      const rows = await sql`
        select id from webhook_deliveries where webhook_id = ${webhookId} and type = ${type} and ${IS_OPEN} limit 1`;
      return rows.length > 0;
    },

    async insertPing(webhookId, type, at) {
      const [row] = await sql`
        insert into webhook_deliveries (webhook_id, type, state, created_at, due_at)
        values (${webhookId}, ${type}, ${WAITING}, ${at}, ${now}) returning ${DELIVERY.list}`;
      return DELIVERY.read(row as Row);
    },

    async claim(webhookId, limit, token, leaseMs) {
      const rows = await sql`
        update webhook_deliveries
        set state = ${CLAIMED}, token = ${token}, attempts = attempts + 1, due_at = ${now} + ${leaseMs}
        where id in (
          select id from webhook_deliveries
          where webhook_id = ${webhookId} and ${IS_OPEN} and due_at <= ${now}
            and type in (${MESSAGE_TYPES})
          order by due_at, id limit ${limit} ${skipLocked}
        ) returning ${DELIVERY.list}`;
      return rows.map(DELIVERY.read).toSorted((a, b) => Number(a.id - b.id));
    },

    async settle(id, token, { state, delayMs, status, durationMs, response, error }) {
      const [row] = await sql`
        update webhook_deliveries
        set state = ${state}, token = null, due_at = ${now} + ${delayMs}, attempted_at = ${now}, status = ${status ?? null},
          duration_ms = ${durationMs}, response = ${response ?? null}, error = ${error ?? null}
        where id = ${id} and token = ${token} returning attempted_at`;
      return row && Number(row["attempted_at"]);
    },

    async release(id, token) {
      await sql`
        update webhook_deliveries set state = ${WAITING}, token = null, attempts = attempts - 1, due_at = ${now}
        where id = ${id} and token = ${token}`;
    },

    find: async (webhookId, id) =>
      DELIVERY.first(sql`
        select ${DELIVERY.list} from webhook_deliveries where id = ${id} and webhook_id = ${webhookId}`),

    async list(webhookId, state, slice) {
      // A literal: for a parameter, the planner takes the index of all states and reads past a million to find none.
      const inState = state === undefined ? fragment`` : fragment`and state = ${literals([state])}`;
      return DELIVERY.all(sql`
        select ${DELIVERY.list} from webhook_deliveries where webhook_id = ${webhookId} ${inState} and ${startsAfter(slice)} ${inOrder(slice)}`);
    },

    retry: async (webhookId, id) =>
      DELIVERY.first(sql`
        update webhook_deliveries set state = ${WAITING}, attempts_before = attempts, due_at = ${now}
        where id = ${id} and webhook_id = ${webhookId} and state in (${RETRYABLE_STATES}) returning ${DELIVERY.list}`),

    async retryWaiting(webhookId) {
      await sql`
        update webhook_deliveries set attempts_before = attempts, due_at = ${now}
        where webhook_id = ${webhookId} and ${IS_OPEN} and state = ${WAITING}`;
    },

    async purge(before, limit) {
      // Ids roughly ascend with time: reading only the oldest rows needs no index by time.
      const rows = await sql`
        delete from webhook_deliveries where id in (
          select id from (select id, created_at from webhook_deliveries order by id limit ${limit}) oldest
          where created_at < ${before}
        ) returning id`;
      return rows.length;
    },

    async purgeDeleted(limit) {
      const [webhook] = await sql<{ id: bigint }>`select id from webhooks where deleted_at is not null limit 1`;
      if (webhook === undefined) return 0;
      const rows = await sql`
        delete from webhook_deliveries
        where id in (select id from webhook_deliveries where webhook_id = ${webhook.id} order by id limit ${limit})
        returning id`;
      if (rows.length < limit) await sql`delete from webhooks where id = ${webhook.id}`;
      return rows.length + 1;
    },
  };
}
