import { eventData, eventTypes } from "../../contract/events.ts";
import { parseJson } from "../../contract/json.ts";
import { serializer } from "../../contract/serializer.ts";
import type { Events, NewEvent, StoredEvent } from "../../core/event-ports.ts";
import { type Engine, fragment, type Sql } from "../engine.ts";
import { allOf } from "./slice.ts";

interface Row {
  readonly position: bigint;
  readonly at: bigint;
  readonly type: NewEvent["type"];
  readonly pet_id: bigint | null;
  readonly key_name: string | null;
  readonly key_hint: string | null;
  readonly data: string;
  readonly previous: string | null;
  readonly note: string | null;
}

const DAY_MS = 86_400_000;

const codecs = new Map(
  Object.entries(eventData).map(([type, schema]) => [
    type,
    { schema, partial: schema.partial(), write: serializer(schema), writePartial: serializer(schema.partial()) },
  ]),
);

/** Writes and reads the JSON of events of a type. */
export function codecOf(type: string) {
  const codec = codecs.get(type);
  if (codec === undefined) throw new Error(`there is no event type ${type}`);
  return codec;
}

/** The UTC day of a time in milliseconds, counted from 1970. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** Adds events to the activity of a day. Events of the inbox are counted by `PUBLISH_EVENTS`. */
export async function countEvents(sql: Sql, day: number, type: string, count: number): Promise<void> {
  await sql`
    insert into activity (id, day, type, events) values (${`${day} ${type}`}, ${day}, ${type}, ${count})
    on conflict (id) do update set events = activity.events + excluded.events`;
}

/**
 * The events of a store. Where writers take turns (`hasInbox` is false), each event gets its position when it is written. Where many
 * write at once, ids are given before they commit, and a reader by id would miss those that commit late: there, events wait in an
 * inbox until `PUBLISH_EVENTS` gives them positions.
 */
export function events(sql: Sql, hasInbox: boolean): Events {
  return {
    async append({ at, type, petId = null, key, data, previous, note = null }) {
      const { write, writePartial } = codecOf(type);
      const json = write(data);
      const before = previous === undefined ? null : writePartial(previous);
      const [name, hint] = [key?.name ?? null, key?.hint ?? null];
      // Two statements that differ in their table: one whose text depends on a value is put together at each change.
      if (hasInbox) {
        await sql`
          insert into event_inbox (at, type, pet_id, key_name, key_hint, data, previous, note)
          values (${at}, ${type}, ${petId}, ${name}, ${hint}, ${json}, ${before}, ${note})`;
        return;
      }
      await sql`
        insert into events (at, type, pet_id, key_name, key_hint, data, previous, note)
        values (${at}, ${type}, ${petId}, ${name}, ${hint}, ${json}, ${before}, ${note})`;
      await countEvents(sql, dayOf(at), type, 1);
    },

    async hashesAt(positions) {
      if (positions.length === 0) return new Map();
      const rows = await sql<Row>`select position, at, type, data from events where position in (${positions})`;
      return new Map(rows.map((row) => [row.position, hashOf(row)]));
    },

    async list({ types = eventTypes, petId }, { after, limit, order }, end) {
      const isDescending = order === "desc";
      const conditions = allOf([
        isDescending
          ? fragment`position < ${after} and position >= ${end}`
          : fragment`position > ${after} and position <= ${end}`,
        fragment`type in (${types})`,
        // With "= x", PostgreSQL may read the feed instead of the index by pet.
        ...(petId === undefined ? [] : [fragment`pet_id in (${[petId, petId]})`]),
      ]);
      const direction = isDescending ? fragment`desc` : fragment`asc`;
      const byPet = petId === undefined ? fragment`` : fragment`pet_id ${direction},`;
      const rows = await sql<Row>`
        select position, at, type, pet_id, key_name, key_hint, data, previous, note from events
        where ${conditions} order by ${byPet} position ${direction} limit ${limit}`;
      return rows.map(stored);
    },

    async head() {
      const [last] = await sql<{ position: bigint | null }>`select max(position) as position from events`;
      const [head] = await sql<{ deleted_to: bigint }>`select deleted_to from event_head`;
      const deleted = head?.deleted_to ?? 0n;
      return { last: last?.position ?? deleted, deleted };
    },

    async activity(from) {
      const rows = await sql<{ day: bigint; type: NewEvent["type"]; events: bigint }>`
        select day, type, events from activity where day >= ${from} order by day, type`;
      return rows.map(({ day, type, events }) => ({ day: Number(day), type, count: Number(events) }));
    },

    async purge(before, limit) {
      // Only the oldest are looked at: a search by time would read every event that is kept.
      const oldest = await sql<{ position: bigint; at: bigint }>`
        select position, at from events order by position limit ${limit}`;
      const kept = oldest.findIndex(({ at }) => at >= before);
      const expired = kept === -1 ? oldest : oldest.slice(0, kept);
      const last = expired.at(-1)?.position;
      if (last === undefined) return 0;
      // First of all: a reader that misses an event must find out that it is gone.
      await sql`update event_head set deleted_to = ${last} where deleted_to < ${last}`;
      await sql`delete from events where position <= ${last}`;
      return expired.length;
    },
  };
}

/** Events that get their positions at once. */
const PUBLISH_MAX = 1000;

/** Gives all committed events their positions, on an engine where they wait for them. */
export async function publishEvents({ sql, runTogether }: Engine): Promise<void> {
  if (runTogether === undefined) return;
  for (let waiting = PUBLISH_MAX; waiting === PUBLISH_MAX; ) {
    waiting = await waitingEvents(sql);
    if (waiting > 0) await runTogether(PUBLISH_EVENTS);
  }
}

/** How many committed events wait for a position, counted up to `PUBLISH_MAX`. It takes no lock. */
export async function waitingEvents(sql: Sql): Promise<number> {
  const [row] = await sql<{ waiting: bigint }>`
    select count(*) as waiting from (select id from event_inbox limit ${PUBLISH_MAX}) first`;
  return Number(row?.waiting);
}

const COLUMNS = "at, type, pet_id, key_name, key_hint, data, previous, note";

/**
 * Moves committed events from the inbox to the feed, in one message and so in one transaction: a client that is paused cannot hold the
 * lock. The second statement starts after the lock is granted, so it sees every earlier move (decision 040). The day is rounded,
 * because on CockroachDB the quotient of two integers is a decimal.
 */
const PUBLISH_EVENTS = `
  set transaction isolation level read committed;
  select last_position from event_head where only_row = 1 for update;
  with taken as (
    delete from event_inbox where id in (select id from event_inbox order by id limit ${PUBLISH_MAX})
    returning id, ${COLUMNS}
  ), moved as (
    insert into events (position, ${COLUMNS})
    select (select last_position from event_head where only_row = 1) + row_number() over (order by id), ${COLUMNS}
    from taken returning position, at, type
  ), counted as (
    insert into activity (id, day, type, events)
    select cast(day as text) || ' ' || type, day, type, count(*)
    from (select cast(floor(at / ${DAY_MS}) as bigint) as day, type from moved) dated group by day, type
    on conflict (id) do update set events = activity.events + excluded.events
  )
  update event_head set last_position = (select max(position) from moved)
  where only_row = 1 and exists (select 1 from moved)`;

function hashOf({ at, type, data }: Pick<Row, "at" | "type" | "data">): string {
  return Bun.hash.crc32(`${at} ${type} ${data}`).toString(36);
}

function stored(row: Row): StoredEvent {
  const { position, at, type, pet_id, key_name, key_hint, data, previous, note } = row;
  const { schema, partial } = codecOf(type);
  return {
    position,
    hash: hashOf(row),
    at: Number(at),
    type,
    ...(pet_id !== null && { petId: pet_id }),
    ...(key_name !== null && key_hint !== null && { key: { name: key_name, hint: key_hint } }),
    data: schema.parse(parseJson(data)) as object,
    ...(previous !== null && { previous: partial.parse(parseJson(previous)) as object }),
    ...(note !== null && { note }),
  };
}
