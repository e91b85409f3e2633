import type { EventType } from "../../contract/events.ts";
import type { ActiveWebhook, DisabledReason, StoredWebhook, Webhooks } from "../../core/webhook-ports.ts";
import { fragment, type LeaseSql, type Sql } from "../engine.ts";
import { inOrder, startsAfter } from "./slice.ts";

interface Row {
  readonly id: bigint;
  readonly url: string;
  readonly types: string;
  readonly description: string | null;
  readonly active: bigint | number;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: bigint | null;
  readonly created_at: bigint;
  readonly fanned_out_to: bigint;
  readonly failing_since: bigint | null;
  readonly disabled_reason: DisabledReason | null;
  readonly revision: bigint | number;
}

const COLUMNS = fragment`id, url, types, description, active, secret, previous_secret, previous_until, created_at,
  fanned_out_to, failing_since, disabled_reason, revision`;

type ActiveRow = Row & { readonly is_due: bigint | number; readonly oldest_at: bigint | null };

export function webhooks(sql: Sql, { now }: LeaseSql): Webhooks {
  return {
    async insert({ url, types, description, secret, createdAt, fannedOutTo }) {
      const [row] = await sql<Row>`
        insert into webhooks (url, types, description, active, secret, created_at, fanned_out_to)
        values (${url}, ${types.join(" ")}, ${description ?? null}, 1, ${secret}, ${createdAt}, ${fannedOutTo})
        returning ${COLUMNS}`;
      return stored(row as Row);
    },

    async find(id) {
      const [row] = await sql<Row>`select ${COLUMNS} from webhooks where id = ${id} and deleted_at is null`;
      return row && stored(row);
    },

    async list(slice) {
      const rows = await sql<Row>`
        select ${COLUMNS} from webhooks where deleted_at is null and ${startsAfter(slice)} ${inOrder(slice)}`;
      return rows.map(stored);
    },

    async active() {
      const rows = await sql<ActiveRow>`
        select ${COLUMNS},
          case when exists (
            select 1 from webhook_deliveries d
            where d.webhook_id = webhooks.id and d.state in ('waiting', 'sending') and d.due_at <= ${now}
          ) then 1 else 0 end as is_due,
          (
            select min(d.created_at) from webhook_deliveries d
            where d.webhook_id = webhooks.id and d.state in ('waiting', 'sending')
          ) as oldest_at
        from webhooks where active = 1 and deleted_at is null order by id`;
      return rows.map(active);
    },

    async replace(expected, { url, types, description, active, fannedOutTo }) {
      const [row] = await sql<Row>`
        update webhooks set url = ${url}, types = ${types.join(" ")}, description = ${description ?? null},
          active = ${active ? 1 : 0}, fanned_out_to = ${fannedOutTo}, failing_since = null, disabled_reason = null,
          revision = revision + 1
        where id = ${expected.id} and revision = ${expected.revision} and deleted_at is null returning ${COLUMNS}`;
      return row && stored(row);
    },

    async rotate(id, secret, previousValidUntil) {
      const rows = await sql`
        update webhooks set previous_secret = secret, previous_until = ${previousValidUntil}, secret = ${secret}
        where id = ${id} and deleted_at is null returning id`;
      return rows.length > 0;
    },

    async delete(id, at) {
      const rows = await sql`
        update webhooks set deleted_at = ${at}, active = 0, secret = '', previous_secret = null
        where id = ${id} and deleted_at is null returning id`;
      return rows.length > 0;
    },

    async succeeded(id) {
      await sql`update webhooks set failing_since = null where id = ${id} and failing_since is not null`;
    },

    async failed(id, isFinal, giveUpAfterMs) {
      await sql`update webhooks set failing_since = ${now} where id = ${id} and failing_since is null`;
      const reason = isFinal ? "gone" : "failing";
      const rows = await sql`
        update webhooks set active = 0, disabled_reason = ${reason}, revision = revision + 1
        where id = ${id} and active = 1 and failing_since <= ${now} - ${isFinal ? 0 : giveUpAfterMs} returning id`;
      return rows.length > 0 ? reason : undefined;
    },
  };
}

function stored(row: Row): StoredWebhook {
  return {
    id: row.id,
    url: row.url,
    types: row.types.split(" ") as EventType[],
    description: row.description ?? undefined,
    active: Number(row.active) === 1,
    secret: row.secret,
    previousSecret:
      row.previous_secret === null || row.previous_until === null
        ? undefined
        : { text: row.previous_secret, validUntil: Number(row.previous_until) },
    createdAt: Number(row.created_at),
    fannedOutTo: row.fanned_out_to,
    failingSince: row.failing_since === null ? undefined : Number(row.failing_since),
    disabledReason: row.disabled_reason ?? undefined,
    revision: Number(row.revision),
  };
}

function active(row: ActiveRow): ActiveWebhook {
  return {
    ...stored(row),
    isDue: Number(row.is_due) === 1,
    oldestAt: row.oldest_at === null ? undefined : Number(row.oldest_at),
  };
}
