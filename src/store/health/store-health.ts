/* The checks of `petstore doctor` that are the same on every engine. They change nothing. */
import { INT64_MAX } from "../../contract/common.ts";
import type { EventType } from "../../contract/events/events.ts";
import { conditions } from "../../core/conditions.ts";
import { DAY_MS, QUARTER_MS } from "../../core/feed/local-days.ts";
import type { Key } from "../../core/keys/key-ports.ts";
import { isUsable } from "../../core/keys/key-rules.ts";
import { clockProblem } from "../../core/purge/purge-clock.ts";
import { isoTime } from "../../core/times.ts";
import type { Engine, Sql } from "../engine.ts";
import { formatCount } from "../figures.ts";
import { keys } from "../queries/access/key-queries.ts";
import { importRuns } from "../queries/imports/import-run-queries.ts";
import { purges } from "../queries/purge-queries.ts";
import { findOrphan } from "../rows.ts";
import { TABLES } from "../schema/tables.ts";
import { examineDerived } from "./derived.ts";
import { examineEvents } from "./event-health.ts";
import { type Begin, type Finding, inTime, NAMED_MAX } from "./findings.ts";
import { examinePets } from "./pet-health.ts";
import { checkFillings, checkIndexes, checkSchema } from "./schema-health.ts";

const UNUSED_MS = 90 * 86_400_000;

/** Checks the schema and, when it is this program's, the rows. */
export async function* examine(
  engine: Engine,
  { now, kept, begin }: { readonly now: number; readonly kept: Kept; readonly begin: Begin },
): AsyncGenerator<Finding> {
  const schema = await checkSchema(engine);
  yield schema;
  if (schema.level !== "ok") return;
  yield await checkIndexes(engine);
  yield await checkFillings(engine);
  yield await checkIds(engine);
  yield await inTime("orphans", begin, () => checkReferences(engine.sql));
  yield* examinePets(engine.sql, begin);
  yield* examineDerived(engine, now, begin);
  yield* examineEvents(engine, now, begin);
  const usable = (await keys(engine.sql).list()).filter((key) => isUsable(key, now));
  yield await checkClock(engine.sql, now);
  yield await checkExpired(engine.sql, now, kept);
  yield await checkForm(engine.sql, now);
  yield await checkImports(engine);
  yield checkKeys("keys expiry", usable, (key) => key.expiresAt === undefined, "without an expiry");
  const isUnused = (key: Key) => now - (key.lastUsedAt ?? key.createdAt) > UNUSED_MS;
  yield checkKeys("keys unused", usable, isUnused, "unused for 90 days");
}

/** Generated ids follow the largest one. An import may have brought an id after which few are left, or only ones that clients round. */
async function checkIds(engine: Engine): Promise<Finding> {
  const check = "ids";
  const [last] = [...(await engine.lastIds(engine.sql))].toSorted(([, one], [, other]) => (one < other ? 1 : -1));
  if (last === undefined || last[1] <= BigInt(Number.MAX_SAFE_INTEGER)) {
    return { level: "ok", check, text: "new ids can follow in every table" };
  }
  const [table, id] = last;
  const text = `the last id of ${table} is ${id}: `;
  if (id === INT64_MAX) return { level: "FAIL", check, text: `${text}no id follows`, remedy: "restore a backup" };
  const left = formatCount(INT64_MAX - id, "more id");
  const precision = "clients that read JSON numbers as doubles round them, as they do above 2^53";
  return { level: "warn", check, text: `${text}${left} can follow, but ${precision}` };
}

/** Nothing is deleted while the clock may be wrong (decision 072). */
async function checkClock(sql: Sql, now: number): Promise<Finding> {
  const { check } = conditions.clock;
  const { at, refusedAt } = await purges(sql).last();
  const problem = clockProblem(now, at);
  if (problem !== undefined || refusedAt !== undefined) {
    const since = refusedAt === undefined ? "" : ` since ${isoTime(refusedAt)}`;
    const text = `the clock may be wrong, so nothing that has expired is deleted${since}: ${problem ?? "it had jumped"}`;
    return { level: "FAIL", check, text, remedy: "set the clock, or run petstore doctor --clock-is-right" };
  }
  const text = at === undefined ? "nothing had to be deleted yet" : `expired rows were last deleted at ${isoTime(at)}`;
  return { level: "ok", check, text };
}

/** How long the service keeps expiring rows, in milliseconds. */
export interface Kept {
  readonly eventsRetentionMs: number;
  readonly inquiriesRetentionMs: number;
}

/** Expired rows are deleted every hour: after a day, no service does it. */
async function checkExpired(
  sql: Sql,
  now: number,
  { eventsRetentionMs, inquiriesRetentionMs }: Kept,
): Promise<Finding> {
  const { check } = conditions.purge;
  const [event] = await sql<{ at: bigint }>`select at from events order by position limit 1`;
  const [inquiry] = await sql<{ at: bigint | null }>`select min(changed_at) as at from inquiries`;
  const late = [
    ...lateSince("events", event?.at, now - eventsRetentionMs),
    ...lateSince("inquiries", inquiry?.at, now - inquiriesRetentionMs),
  ];
  if (late.length === 0) return { level: "ok", check, text: "everything that has expired is deleted" };
  return { level: "warn", check, text: `${late.join("; ")}: is the service running? Its log says why` };
}

function lateSince(what: string, at: bigint | null | undefined, keptSince: number): string[] {
  if (at === null || at === undefined || Number(at) >= keptSince - DAY_MS) return [];
  return [`${what} of ${isoTime(Number(at)).slice(0, 10)} have expired and are not deleted`];
}

/** Warns for a day after the visitors' form reached a limit. */
async function checkForm(sql: Sql, now: number): Promise<Finding> {
  const { check } = conditions.inquiryLimit;
  const type: EventType = "inquiry.limited";
  const [limited] = await sql<{ quarter: bigint | null }>`
    select max(quarter) as quarter from activity where type = ${type} and quarter > ${Math.floor((now - DAY_MS) / QUARTER_MS)}`;
  if (limited?.quarter == null) return { level: "ok", check, text: "the form for visitors reached no limit for a day" };
  const at = isoTime(Number(limited.quarter) * QUARTER_MS);
  const text = `the form for visitors reached a limit in the quarter of an hour from ${at} on, and refused messages: Today in the console says which`;
  return { level: "warn", check, text };
}

/** An all-or-nothing import is visible in part while it cannot be undone (decision 022). */
async function checkImports(engine: Engine): Promise<Finding> {
  const { check } = conditions.leftImport;
  const left = await importRuns(engine.sql, engine).findAbandoned(false, 0n);
  if (left === undefined) return { level: "ok", check, text: "no import was left unfinished" };
  const file = left.file === undefined ? "" : ` of ${left.file}`;
  const text =
    `import ${left.id}${file} was left unfinished, and a part of it shows. A service undoes it within a minute; if it cannot, its log ` +
    `has the reason: then undo it in the console, or with \`petstore import --undo ${left.id}\``;
  return { level: "warn", check, text };
}

async function checkReferences(sql: Sql): Promise<Finding> {
  const check = "orphans";
  for (const table of TABLES) {
    const orphan = await findOrphan(sql, table);
    if (orphan === undefined) continue;
    const text = `row ${orphan} of ${table.name}, and maybe others, refers to a missing row of ${table.reference?.table}`;
    return { level: "FAIL", check, text, remedy: "restore a backup" };
  }
  return { level: "ok", check, text: "every reference leads to a row" };
}

function checkKeys(check: string, usable: readonly Key[], isOdd: (key: Key) => boolean, what: string): Finding {
  const odd = usable.filter(isOdd);
  if (odd.length === 0) return { level: "ok", check, text: `none of ${usable.length} usable keys is ${what}` };
  const names = odd.slice(0, NAMED_MAX).map(({ name, id }) => `${name} (${id})`);
  const more = odd.length > NAMED_MAX ? ` and ${odd.length - NAMED_MAX} more` : "";
  const text = `${odd.length} of ${usable.length} usable keys ${what}: ${names.join(", ")}${more}`;
  return { level: "warn", check, text };
}
