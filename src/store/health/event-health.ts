/* The checks of `petstore doctor` for events and webhooks. */
import type { EventType } from "../../contract/events/events.ts";
import { conditions } from "../../core/conditions.ts";
import { activityKeptSince } from "../../core/feed/activity-handlers.ts";
import { DAY_MS, QUARTER_MS } from "../../core/feed/local-days.ts";
import { OPEN_STATES } from "../../core/webhooks/delivery-life.ts";
import { type Engine, literals, type Sql } from "../engine.ts";
import { formatCount } from "../figures.ts";
import { type Begin, type Finding, inTime, NAMED_MAX } from "./findings.ts";

/** A committed event has its position in the feed within a second: after a minute, no instance assigns positions any more. */
const LAG_MS = 60_000;

/** Longer than the first retries take. */
const UNDELIVERED_MS = 3_600_000;

/** Checks that events reach the feed and the webhooks. */
export async function* examineEvents(engine: Engine, now: number, begin: Begin): AsyncGenerator<Finding> {
  yield await checkFeed(engine, now);
  yield await checkDates(engine.sql, now);
  yield await inTime("webhooks", begin, () => checkWebhooks(engine.sql, now));
}

async function checkFeed({ sql, runTogether }: Engine, now: number): Promise<Finding> {
  const check = "feed";
  // With one writer, an event has its position at once.
  const [oldest] =
    runTogether === undefined ? [] : await sql<{ at: bigint }>`select at from event_inbox order by id limit 1`;
  const lag = oldest === undefined ? 0 : now - Number(oldest.at);
  if (lag <= LAG_MS) return { level: "ok", check, text: "every event is in the feed" };
  const text = `the feed lags by ${Math.round(lag / 1000)} s: is the service running? Its log says why events are not published`;
  return { level: "warn", check, text };
}

/** Events dated a day ahead: the clock of a machine was wrong. Their dates stay, and they expire late. */
async function checkDates(sql: Sql, now: number): Promise<Finding> {
  const check = "dates";
  const tomorrow = now + DAY_MS;
  const [late] = await sql<{ quarter: bigint; events: bigint | number }>`
    select min(quarter) as quarter, coalesce(sum(events), 0) as events from activity where quarter > ${Math.floor(tomorrow / QUARTER_MS)}`;
  if (late === undefined || Number(late.events) === 0) return { level: "ok", check, text: "no event is in the future" };
  const first = new Date(Number(late.quarter) * QUARTER_MS).toISOString().slice(0, 10);
  const text = `${formatCount(Number(late.events), "event")} in the future, from ${first} on: the clock of a machine was wrong. They stay until then`;
  return { level: "warn", check, text };
}

/** A quarter hour and a type with a wrong count. */
interface Miscounted {
  readonly quarter: bigint;
  readonly type: EventType;
  readonly counted: bigint;
  readonly found: bigint;
}

/**
 * Compares the counts of each quarter hour with the events, on days whose events and counts are all still stored. Returns the differences.
 */
export async function miscounted(sql: Sql, now: number): Promise<readonly Miscounted[]> {
  const [head] = await sql<{ deleted_to: bigint }>`select deleted_to from event_head`;
  const [oldest] = await sql<{ at: bigint }>`select at from events order by position limit 1`;
  // Events are deleted oldest first: of the oldest day some may be gone, of later days none. Days in UTC, because events that were deleted
  // before quarter hours were counted are counted at noon.
  const firstDay = head?.deleted_to === 0n ? 0 : Math.floor(Number(oldest?.at ?? Number.MAX_SAFE_INTEGER) / DAY_MS) + 1;
  // The service may delete more counts while the checks run, which may take many minutes.
  const first = Math.max(firstDay * (DAY_MS / QUARTER_MS), activityKeptSince(now + DAY_MS));
  // One statement, so that an event committed meanwhile counts on both sides or on neither.
  return sql<Miscounted>`
    select quarter, type, cast(sum(counted) as bigint) as counted, cast(sum(found) as bigint) as found from (
      select quarter, type, events as counted, 0 as found from activity
      union all
      select cast(floor(at / ${QUARTER_MS}) as bigint) as quarter, type, 0 as counted, 1 as found from events
    ) every where quarter >= ${first} group by quarter, type having sum(counted) <> sum(found)
    order by quarter, type`;
}

interface Failing {
  readonly id: bigint;
  readonly active: bigint | number;
  readonly failing_since: bigint | null;
  readonly disabled_reason: string | null;
  readonly oldest_at: bigint | null;
}

/** Returns the active webhooks for which the events of the last minute and earlier should have deliveries, but have none. */
async function findStuck(sql: Sql, now: number): Promise<readonly { id: bigint; at: bigint }[]> {
  // An active webhook that is stuck does not delay the others, so each one is compared with the feed.
  const behind = await sql<{ id: bigint; fanned_out_to: bigint }>`
    select id, fanned_out_to from webhooks where active = 1 and deleted_at is null
      and fanned_out_to < (select coalesce(max(position), 0) from events)
    order by id`;
  const stuck: { id: bigint; at: bigint }[] = [];
  for (const { id, fanned_out_to } of behind) {
    const [next] = await sql<{ at: bigint }>`
      select at from events where position > ${fanned_out_to} order by position limit 1`;
    if (next !== undefined && now - Number(next.at) > LAG_MS) stuck.push({ id, at: next.at });
  }
  return stuck;
}

async function checkWebhooks(sql: Sql, now: number): Promise<Finding> {
  const { check } = conditions.webhook;
  const all = await sql<Failing>`
    select w.id as id, w.active as active, w.failing_since as failing_since, w.disabled_reason as disabled_reason,
      min(d.created_at) as oldest_at
    from webhooks w left join webhook_deliveries d on d.webhook_id = w.id and d.state in (${literals(OPEN_STATES)})
    where w.deleted_at is null group by w.id, w.active, w.failing_since, w.disabled_reason order by w.id`;
  const problems = [
    ...all.flatMap((webhook) => problemOf(webhook, now)),
    ...(await findStuck(sql, now)).map(
      ({ id, at }) => `webhook ${id} has no messages for events since ${timeOf(at)}: is the service running?`,
    ),
  ];
  if (problems.length === 0) return { level: "ok", check, text: `none of ${all.length} webhooks fails` };
  const more = problems.length > NAMED_MAX ? `; and ${problems.length - NAMED_MAX} more` : "";
  return { level: "warn", check, text: `${problems.slice(0, NAMED_MAX).join("; ")}${more}` };
}

function problemOf(webhook: Failing, now: number): string[] {
  const name = `webhook ${webhook.id}`;
  if (webhook.disabled_reason === "gone") return [`${name} is switched off: its receiver returned 410`];
  if (webhook.disabled_reason !== null) return [`${name} is switched off: it failed for 5 days`];
  if (Number(webhook.active) === 0) return [];
  if (webhook.failing_since !== null) {
    return [`${name} has failed since ${timeOf(webhook.failing_since)}`];
  }
  const age = webhook.oldest_at === null ? 0 : now - Number(webhook.oldest_at);
  return age > UNDELIVERED_MS ? [`${name} has an event that is ${Math.round(age / 60_000)} minutes old`] : [];
}

function timeOf(at: bigint): string {
  return new Date(Number(at)).toISOString();
}
