import type { Transaction } from "../engine.ts";

/** The statements of 1.1: a change by a request, whose text begins with a line break, and one by an import, which names these columns. */
const TEXTS_OF_1_1 = "^\\s+insert into event_inbox |^insert into event_inbox \\(at, type, pet_id, data, previous\\)";

/**
 * Keeps releases before 1.2 from writing to a database that is being upgraded while they run: they would leave pets without words.
 * Each of their changes adds an event to the inbox by a statement that no later release sends. For it, a column that must have a value
 * has none, and the column's name, which the error contains, is the reason. Nothing but its statements tells a release by everywhere:
 * behind PgBouncer all connections have the same settings.
 */
export async function fenceOld(tables: readonly string[], { script }: Transaction): Promise<void> {
  if (!tables.includes("event_inbox")) return;
  await script(`
    alter table event_inbox add column if not exists only_petstore_1_2_or_newer_may_write boolean
    not null default nullif(current_query() ~ '${TEXTS_OF_1_1}', true)`);
}
