import { PING } from "../../contract/deliveries.ts";
import { eventTypes } from "../../contract/events.ts";
import type { Deliveries, DeliveryState, StoredDelivery } from "../../core/webhook-ports.ts";
import { fragment, type LeaseSql, type Sql } from "../engine.ts";
import { inOrder, startsAfter } from "./slice.ts";

interface Row {
  readonly id: bigint;
  readonly webhook_id: bigint;
  readonly position: bigint | null;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: bigint | number;
  readonly created_at: bigint;
  readonly due_at: bigint;
  readonly attempted_at: bigint | null;
  readonly status: bigint | number | null;
  readonly duration_ms: bigint | number | null;
  readonly response: string | null;
  readonly error: string | null;
}

const COLUMNS = fragment`id, webhook_id, position, type, state, attempts, created_at, due_at, attempted_at, status,
  duration_ms, response, error`;

const MESSAGE_TYPES = [...eventTypes, PING];

/** The deliveries of a store. Times of leases are those of the database's clock, which all instances share. */
export function deliveries(sql: Sql, { now, skipLocked }: LeaseSql): Deliveries {
  return {
    async fanOut({ id, types, fannedOutTo }, to) {
      const rows = await sql`
        update webhooks set fanned_out_to = ${to}
        where id = ${id} and fanned_out_to = ${fannedOutTo} and active = 1 and deleted_at is null returning id`;
      if (rows.length === 0) return false;
      await sql`
        insert into webhook_deliveries (webhook_id, position, type, state, created_at, due_at)
        select cast(${id} as bigint), position, type, 'waiting', at, ${now} from events
        where position > ${fannedOutTo} and position <= ${to} and type in (${types}) order by position`;
      return true;
    },

    async insertPing(webhookId, type, at) {
      const [row] = await sql<Row>`
        insert into webhook_deliveries (webhook_id, type, state, created_at, due_at)
        values (${webhookId}, ${type}, 'waiting', ${at}, ${now}) returning ${COLUMNS}`;
      return stored(row as Row);
    },

    async claim(webhookId, limit, token, leaseMs) {
      const rows = await sql<Row>`
        update webhook_deliveries
        set state = 'sending', token = ${token}, attempts = attempts + 1, due_at = ${now} + ${leaseMs}
        where id in (
          select id from webhook_deliveries
          where webhook_id = ${webhookId} and state in ('waiting', 'sending') and due_at <= ${now}
            and type in (${MESSAGE_TYPES})
          order by due_at, id limit ${limit} ${skipLocked}
        ) returning ${COLUMNS}`;
      return rows.map(stored).toSorted((a, b) => Number(a.id - b.id));
    },

    async settle(id, token, { state, delayMs, status, durationMs, response, error }) {
      const rows = await sql`
        update webhook_deliveries
        set state = ${state}, token = null, due_at = ${now} + ${delayMs}, attempted_at = ${now}, status = ${status ?? null},
          duration_ms = ${durationMs}, response = ${response ?? null}, error = ${error ?? null}
        where id = ${id} and token = ${token} returning id`;
      return rows.length > 0;
    },

    async release(id, token) {
      await sql`
        update webhook_deliveries set state = 'waiting', token = null, attempts = attempts - 1, due_at = ${now}
        where id = ${id} and token = ${token}`;
    },

    async find(webhookId, id) {
      const [row] = await sql<Row>`
        select ${COLUMNS} from webhook_deliveries where id = ${id} and webhook_id = ${webhookId}`;
      return row && stored(row);
    },

    async list(webhookId, state, slice) {
      const inState = state === undefined ? fragment`` : fragment`and state = ${state}`;
      const rows = await sql<Row>`
        select ${COLUMNS} from webhook_deliveries where webhook_id = ${webhookId} ${inState} and ${startsAfter(slice)} ${inOrder(slice)}`;
      return rows.map(stored);
    },

    async retry(webhookId, id) {
      const [row] = await sql<Row>`
        update webhook_deliveries set state = 'waiting', attempts = 0, due_at = ${now}
        where id = ${id} and webhook_id = ${webhookId} and state in ('failed', 'waiting') returning ${COLUMNS}`;
      return row && stored(row);
    },

    async purge(before, limit) {
      // Ids ascend with time well enough: reading only the oldest rows needs no index by time.
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

function stored(row: Row): StoredDelivery {
  const number = (value: bigint | number | null) => (value === null ? undefined : Number(value));
  return {
    id: row.id,
    webhookId: row.webhook_id,
    position: row.position ?? undefined,
    type: row.type,
    state: row.state,
    attempts: Number(row.attempts),
    createdAt: Number(row.created_at),
    dueAt: Number(row.due_at),
    attemptedAt: number(row.attempted_at),
    status: number(row.status),
    durationMs: number(row.duration_ms),
    response: row.response ?? undefined,
    error: row.error ?? undefined,
  };
}
