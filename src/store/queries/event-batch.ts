/* Many events of one transaction, as an import makes them. */
import type { NewEvent } from "../../core/event-ports.ts";
import type { Sql } from "../engine.ts";
import { insertRows } from "../insert.ts";
import { INBOX, type Row } from "../tables.ts";
import { codecOf } from "./events.ts";

const DAY_MS = 86_400_000;

const COLUMNS = ["at", "type", "pet_id", "data", "previous"];

/** Records changes by a command, which has no API key, like `Events.append`. */
export async function appendEvents(sql: Sql, hasInbox: boolean, added: readonly NewEvent[]): Promise<void> {
  await insertRows(sql, { name: hasInbox ? INBOX : "events", columns: COLUMNS }, added.map(toRow));
  if (hasInbox) return;
  for (const [key, { length }] of Map.groupBy(added, ({ at, type }) => `${Math.floor(at / DAY_MS)} ${type}`)) {
    const [day, type] = key.split(" ");
    await sql`
      insert into activity (id, day, type, events) values (${key}, ${Number(day)}, ${type ?? ""}, ${length})
      on conflict (id) do update set events = activity.events + excluded.events`;
  }
}

function toRow({ at, type, petId, data, previous }: NewEvent): Row {
  const { write, writePartial } = codecOf(type);
  return {
    at,
    type,
    pet_id: petId ?? null,
    data: write(data),
    previous: previous === undefined ? null : writePartial(previous),
  };
}
