import { type EventType, eventData, eventTypes } from "../../../contract/events/events.ts";
import { parseJson } from "../../../contract/json/json.ts";
import { serializer } from "../../../contract/json/serializer.ts";
import type { Events, NewEvent, StoredEvent } from "../../../core/feed/event-ports.ts";
import { QUARTER_MS } from "../../../core/feed/local-days.ts";
import { type Engine, fragment, type Occurrence, type Row, type Sql } from "../../engine.ts";
import { count, insert, upsert } from "../../rows.ts";
import { newestOf } from "../../schema/record.ts";
import { ACTIVITY, EVENT_INBOX, EVENTS } from "../../schema/tables.ts";
import { allOf, atMost } from "../table-slice.ts";

type Codec = ReturnType<typeof makeCodec>;

function makeCodec(type: EventType) {
  const schema = eventData[type];
  const partial = schema.partial();
  return { schema, partial, write: serializer(schema), writePartial: serializer(partial) };
}

const codecs = new Map<EventType, Codec>();

/** Writes and reads the JSON of events of a type. Made with the first of them: a start need not make those of thirty types. */
function codecOf(type: EventType): Codec {
  let codec = codecs.get(type);
  if (codec === undefined) codecs.set(type, (codec = makeCodec(type)));
  return codec;
}

/** Adds events to the activity. `PUBLISH_EVENTS` counts those of the inbox. */
export async function countEvents(sql: Sql, added: readonly Occurrence[]): Promise<void> {
  const counts = new Map<string, { readonly quarter: number; readonly type: EventType; events: number }>();
  for (const { at, type } of added) {
    const quarter = Math.floor(at / QUARTER_MS);
    const id = `${quarter} ${type}`;
    const count = counts.get(id);
    if (count === undefined) counts.set(id, { quarter, type, events: 1 });
    else count.events += 1;
  }
  const rows = [...counts].map(([id, count]) => ({ id, ...count }));
  await upsert(sql, ACTIVITY, rows, fragment`(id) do update set events = activity.events + excluded.events`);
}

const FEED = EVENTS.without("position");
const INBOX = EVENT_INBOX.without("id");
const HASHED = EVENTS.only("position", "at", "type", "data");
const COUNT = ACTIVITY.only("type", "events");

function toRow({ at, type, petId, key, data, previous, note }: NewEvent) {
  const { write, writePartial } = codecOf(type);
  const before = previous && writePartial(previous);
  return { at, type, petId, keyName: key?.name, keyHint: key?.hint, data: write(data), previous: before, note };
}

/**
 * The events of a store. With one writer, each event gets its position when it is written (and is counted at the commit). With many
 * writers, ids are assigned before they commit, and a reader by id would miss late commits: there, events wait in an inbox until
 * `PUBLISH_EVENTS` assigns their positions.
 */
export function events(sql: Sql, { uncounted, migrations }: Pick<Engine, "uncounted" | "migrations">): Events {
  const written = uncounted === undefined ? INBOX : FEED;
  // Only the inbox has a column for it.
  const knownStep = newestOf(migrations);
  const rowOf = (event: NewEvent) => ({ ...toRow(event), knownStep });
  return {
    async append(...added) {
      const [event] = added;
      // Most changes have one event. Its statements have a constant text, which saves a tenth of a small change.
      if (event !== undefined && added.length === 1) await sql`insert into ${written.row(rowOf(event))}`;
      else await insert(sql, written, added.map(rowOf));
      uncounted?.push(...added);
    },

    async hashesAt(positions) {
      if (positions.length === 0) return new Map();
      const rows = await sql`select ${HASHED.list} from events where position in (${positions})`;
      return new Map(rows.map(HASHED.read).map((event) => [event.position, hashOf(event)]));
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
      const rows = await sql`
        select ${EVENTS.list} from events
        where ${conditions} order by ${byPet} position ${direction} ${atMost(limit)}`;
      return rows.map(stored);
    },

    async head() {
      const [last] = await sql<{ position: bigint | null }>`select max(position) as position from events`;
      const [head] = await sql<{ deleted_to: bigint }>`select deleted_to from event_head`;
      const deleted = head?.deleted_to ?? 0n;
      return { last: last?.position ?? deleted, deleted };
    },

    async activity(from, length, days) {
      const rows = await sql`
        select day, type, cast(sum(events) as bigint) as events from (
          select cast(floor((quarter - ${from}) / ${length}) as bigint) as day, type, events
          from activity where quarter >= ${from} and quarter < ${from + length * days}
        ) dated group by day, type order by day, type`;
      return rows.map((row) => {
        const { type, events } = COUNT.read(row);
        return { day: Number(row["day"]), type, count: events };
      });
    },

    async purgeActivity(before, limit) {
      const rows = await sql`
        delete from activity where id in (
          select id from activity where quarter < ${before} order by quarter, type ${atMost(limit)}
        ) returning id`;
      return rows.length;
    },

    async purge(before, limit, now) {
      // Reads only the oldest: a search by time would read every event.
      const oldest = await sql<{ position: bigint; at: bigint }>`
        select position, at from events where at <= ${now} order by position ${atMost(limit)}`;
      const kept = oldest.findIndex(({ at }) => at >= before);
      const expired = oldest.slice(0, kept === -1 ? limit : kept).at(-1)?.position;
      if (expired === undefined) return 0;
      // Including those dated in the future, there may be more than the limit.
      const batch = await sql<{ position: bigint }>`
        select position from events where position <= ${expired} order by position ${atMost(limit)}`;
      const last = batch.at(-1)?.position ?? expired;
      // First, so that a reader that misses an event finds out that it is gone.
      await sql`update event_head set deleted_to = ${last} where deleted_to < ${last}`;
      await sql`delete from events where position <= ${last}`;
      return batch.length;
    },
  };
}

/** How many events get their positions at once. */
const PUBLISH_MAX = 1000;

/** Assigns positions to all committed events, on an engine where they wait for them. */
export async function publishEvents({ sql, runTogether }: Engine): Promise<void> {
  if (runTogether === undefined) return;
  for (let waiting = PUBLISH_MAX; waiting === PUBLISH_MAX; ) {
    waiting = await waitingEvents(sql);
    if (waiting > 0) await runTogether(PUBLISH_EVENTS);
  }
}

/** Counts the committed events that wait for a position, up to `PUBLISH_MAX`. Takes no lock. */
export function waitingEvents(sql: Sql): Promise<number> {
  return count(sql, fragment`select id from event_inbox limit ${PUBLISH_MAX}`);
}

const COLUMNS = FEED.columns.join(", ");

/**
 * Moves committed events from the inbox to the feed, in one message and so in one transaction: a paused client cannot hold the lock. The
 * second statement starts after the lock is granted, so it sees every earlier move (decision 040).
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
    insert into activity (id, quarter, type, events)
    select cast(quarter as text) || ' ' || type, quarter, type, count(*)
    from (select at / ${QUARTER_MS} as quarter, type from moved) dated group by quarter, type
    on conflict (id) do update set events = activity.events + excluded.events
  )
  update event_head set last_position = (select max(position) from moved)
  where only_row = 1 and exists (select 1 from moved)`;

function hashOf({ at, type, data }: { readonly at: number; readonly type: string; readonly data: string }): string {
  return Bun.hash.crc32(`${at} ${type} ${data}`).toString(36);
}

function stored(row: Row): StoredEvent {
  const { keyName, keyHint, data, previous, ...event } = EVENTS.read(row);
  const { schema, partial } = codecOf(event.type);
  return {
    ...event,
    hash: hashOf({ ...event, data }),
    ...(keyName !== undefined && keyHint !== undefined && { key: { name: keyName, hint: keyHint } }),
    data: schema.parse(parseJson(data)) as object,
    ...(previous !== undefined && { previous: partial.parse(parseJson(previous)) as object }),
  };
}
