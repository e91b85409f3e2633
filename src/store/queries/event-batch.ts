/* Many events of one transaction, as an import makes them. */
import type { NewEvent } from "../../core/event-ports.ts";
import type { Sql } from "../engine.ts";
import { insertRows } from "../insert.ts";
import { INBOX, type Row } from "../tables.ts";
import { codecOf, countEvents, dayOf } from "./events.ts";

const COLUMNS = ["at", "type", "pet_id", "data", "previous"];

/** Records changes by a command, which has no API key, like `Events.append`. */
export async function appendEvents(sql: Sql, hasInbox: boolean, added: readonly NewEvent[]): Promise<void> {
  await insertRows(sql, { name: hasInbox ? INBOX : "events", columns: COLUMNS }, added.map(toRow));
  if (hasInbox) return;
  for (const [key, { length }] of Map.groupBy(added, ({ at, type }) => `${dayOf(at)} ${type}`)) {
    const [day, type = ""] = key.split(" ");
    await countEvents(sql, Number(day), type, length);
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
