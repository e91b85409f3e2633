/* The checks of `petstore doctor` for events and webhooks. */
import type { Engine, Sql } from "./engine.ts";
import type { Finding } from "./health.ts";

/** A committed event has its place in the feed within a second: after a minute, no instance gives places any more. */
const LAG_MS = 60_000;

/** An event that waits for longer than the first retries take. */
const UNDELIVERED_MS = 3_600_000;

/** How many webhooks a finding names. */
const NAMES_MAX = 5;

/** Checks that events get into the feed and to webhooks. */
export async function* examineEvents(engine: Engine, now: number): AsyncGenerator<Finding> {
  yield await checkFeed(engine, now);
  yield await checkWebhooks(engine.sql, now);
}

async function checkFeed({ sql, runTogether }: Engine, now: number): Promise<Finding> {
  const check = "feed";
  // Where writers take turns, an event has its place at once.
  const [oldest] =
    runTogether === undefined ? [] : await sql<{ at: bigint }>`select at from event_inbox order by id limit 1`;
  const lag = oldest === undefined ? 0 : now - Number(oldest.at);
  if (lag <= LAG_MS) return { level: "ok", check, text: "every event is in the feed" };
  const text = `the feed lags by ${Math.round(lag / 1000)} s: is the service running? Its log says why events are not published`;
  return { level: "warn", check, text };
}

interface Failing {
  readonly id: bigint;
  readonly active: bigint | number;
  readonly failing_since: bigint | null;
  readonly disabled_reason: string | null;
  readonly oldest_at: bigint | null;
}

async function checkWebhooks(sql: Sql, now: number): Promise<Finding> {
  const check = "webhooks";
  // An outer join: Citus cannot run a correlated subquery between a distributed and a local table.
  const all = await sql<Failing>`
    select w.id as id, w.active as active, w.failing_since as failing_since, w.disabled_reason as disabled_reason,
      min(d.created_at) as oldest_at
    from webhooks w left join webhook_deliveries d on d.webhook_id = w.id and d.state in ('waiting', 'sending')
    where w.deleted_at is null group by w.id, w.active, w.failing_since, w.disabled_reason order by w.id`;
  const problems = all.flatMap((webhook) => problemOf(webhook, now));
  if (problems.length === 0) return { level: "ok", check, text: `none of ${all.length} webhooks fails` };
  const more = problems.length > NAMES_MAX ? `; and ${problems.length - NAMES_MAX} more` : "";
  return { level: "warn", check, text: `${problems.slice(0, NAMES_MAX).join("; ")}${more}` };
}

function problemOf(webhook: Failing, now: number): string[] {
  const name = `webhook ${webhook.id}`;
  if (webhook.disabled_reason === "gone") return [`${name} is switched off: its receiver returned 410`];
  if (webhook.disabled_reason !== null) return [`${name} is switched off: it failed for 5 days`];
  if (Number(webhook.active) === 0) return [];
  if (webhook.failing_since !== null) {
    return [`${name} has failed since ${new Date(Number(webhook.failing_since)).toISOString()}`];
  }
  const age = webhook.oldest_at === null ? 0 : now - Number(webhook.oldest_at);
  return age > UNDELIVERED_MS ? [`${name} has an event that is ${Math.round(age / 60_000)} minutes old`] : [];
}
