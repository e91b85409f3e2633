import { OPEN_STATES } from "../../../core/webhooks/delivery-life.ts";
import type { ActiveWebhook, StoredWebhook, Webhooks } from "../../../core/webhooks/webhook-ports.ts";
import { fragment, type LeaseSql, literals, type Row, type Sql } from "../../engine.ts";
import { count } from "../../rows.ts";
import { WEBHOOKS } from "../../schema/webhook-tables.ts";
import { inOrder, startsAfter } from "../table-slice.ts";

const WEBHOOK = WEBHOOKS.without("deletedAt");
const NEW = WEBHOOKS.only("url", "types", "description", "active", "secret", "createdAt", "fannedOutTo");
const SETTINGS = WEBHOOKS.only("url", "types", "description");
const HEALTH = WEBHOOKS.only("active", "failingSince", "disabledReason", "stateSince", "lastSuccessAt");

/** The deliveries of the outer statement's webhook that are neither delivered nor abandoned. */
const OPEN = fragment`from webhook_deliveries d where d.webhook_id = webhooks.id and d.state in (${literals(OPEN_STATES)})`;

export function webhooks(sql: Sql, { now }: LeaseSql): Webhooks {
  return {
    async insert(webhook, max) {
      // The row that a webhook's position comes from. One at a time: each sees the webhooks of those before it.
      await sql`update event_head set only_row = only_row`;
      if ((await count(sql, fragment`select 1 from webhooks where deleted_at is null`)) >= max) return undefined;
      const [row] = await sql`
        insert into ${NEW.row({ ...webhook, active: true })} returning ${WEBHOOK.list}`;
      return stored(row as Row);
    },

    async find(id) {
      const [row] = await sql`select ${WEBHOOK.list} from webhooks where id = ${id} and deleted_at is null`;
      return row && stored(row);
    },

    async findLocked(id) {
      const [row] = await sql`
        update webhooks set id = id where id = ${id} and deleted_at is null returning ${WEBHOOK.list}`;
      return row && stored(row);
    },

    async list(slice) {
      const rows = await sql`
        select ${WEBHOOK.list} from webhooks where deleted_at is null and ${startsAfter(slice)} ${inOrder(slice)}`;
      return rows.map(stored);
    },

    async active() {
      const rows = await sql`
        select ${WEBHOOK.list}, case when exists (select 1 ${OPEN} and d.due_at <= ${now}) then 1 else 0 end as is_due,
          (select min(d.created_at) ${OPEN}) as oldest_at
        from webhooks where active = 1 and deleted_at is null order by id`;
      return rows.map(active);
    },

    failing: () => count(sql, fragment`select 1 from webhooks where failing_since is not null and deleted_at is null`),

    async replace(expected, { health, continueAfter = null, ...settings }) {
      const [row] = await sql`
        update webhooks set ${SETTINGS.assign(settings)}, ${HEALTH.assign(health)}, revision = revision + 1,
          fanned_out_to = case when fanned_out_to < ${continueAfter} then ${continueAfter} else fanned_out_to end
        where id = ${expected.id} and revision = ${expected.revision} and ${HEALTH.matches(expected)}
          and deleted_at is null
        returning ${WEBHOOK.list}`;
      return row && stored(row);
    },

    async rotate(id, secret, previousValidUntil) {
      const rows = await sql`
        update webhooks set previous_secret = secret, previous_until = ${previousValidUntil}, secret = ${secret}
        where id = ${id} and deleted_at is null returning id`;
      return rows.length > 0;
    },

    async delete(id, at) {
      // Only the transaction that marks it as deleted may clear the rest, so that it can return the webhook as it was.
      const [row] = await sql`
        update webhooks set deleted_at = ${at}, secret = '', previous_secret = null
        where id = ${id} and deleted_at is null returning ${WEBHOOK.list}`;
      if (row !== undefined) await sql`update webhooks set active = 0 where id = ${id}`;
      return row && stored(row);
    },

    async setHealth(id, expected, health) {
      // A client that read an older state must not switch the webhook on again by changing something else.
      const revisions = expected.active === health.active ? 0 : 1;
      const rows = await sql`
        update webhooks set ${HEALTH.assign(health)}, revision = revision + ${revisions}
        where id = ${id} and ${HEALTH.matches(expected)} and deleted_at is null returning id`;
      return rows.length > 0;
    },
  };
}

function stored(row: Row): StoredWebhook {
  const { previousSecret: text, previousUntil: validUntil, ...webhook } = WEBHOOK.read(row);
  const previousSecret = text === undefined || validUntil === undefined ? undefined : { text, validUntil };
  return { ...webhook, previousSecret };
}

function active(row: Row): ActiveWebhook {
  const { is_due, oldest_at } = row;
  return { ...stored(row), isDue: Number(is_due) === 1, oldestAt: oldest_at == null ? undefined : Number(oldest_at) };
}
