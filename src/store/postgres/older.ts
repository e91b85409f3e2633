/* Whether programs of older releases use a database, which may not run beside the next steps of its schema. */
import type { Engine, Sql, Transaction } from "../engine.ts";
import { SchemaError } from "../schema/migrate.ts";
import { postgresMigrations } from "../schema/migrations.ts";
import { newestOf } from "../schema/record.ts";

/** How often it is asked whether they are gone. */
const RETRY_MS = 200;

/** What sessions are named. Those of releases up to 1.2 have no version in it. */
const NAME = "petstore";

/** The name of this program's sessions: it tells how new it is. */
export const APPLICATION_NAME = `${NAME} schema ${newestOf(postgresMigrations)}`;

/** What keeps older releases from a database whose schema is no longer theirs. */
export function againstOlder(sql: Sql, waitMs: number): Pick<Engine, "requireNoOlder" | "fenceOld"> {
  return { requireNoOlder: () => requireNoOlder(sql, waitMs), fenceOld };
}

interface Session {
  readonly pid: number | bigint;
  readonly address: string | null;
  readonly since: string;
}

/**
 * Waits until no program of another release has the database open. Throws `SchemaError` after a while, and says which it is. One that
 * comes back later meets the fence.
 */
async function requireNoOlder(sql: Sql, waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const [session] = await sql<Session>`
      select pid, host(client_addr) as address,
        to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
      from pg_stat_activity
      where datname = current_database() and application_name like ${`${NAME}%`} and application_name <> ${APPLICATION_NAME}
      order by backend_start limit 1`;
    if (session === undefined) return;
    if (performance.now() > deadline) throw new SchemaError(describe(session));
    await Bun.sleep(RETRY_MS);
  }
}

function describe({ pid, address, since }: Session): string {
  const where = address === null ? "" : ` from ${address}`;
  return (
    `a petstore of another release uses the database (server process ${pid}, connected${where} since ${since}), ` +
    "and this upgrade needs it to be stopped: stop it first"
  );
}

/** The statements of 1.1: a change by a request, whose text begins with a line break, and one by an import, which names these columns. */
const TEXTS_OF_1_1 = "^\\s+insert into event_inbox |^insert into event_inbox \\(at, type, pet_id, data, previous\\)";

/**
 * Keeps releases before 1.2 from writing to a database that is being upgraded while they run: they would leave pets without words.
 * Each of their changes adds an event to the inbox by a statement that no later release sends. For it, a column that must have a value
 * has none, and the column's name, which the error contains, is the reason. Nothing but its statements tells a release by everywhere:
 * behind PgBouncer all connections have the same settings.
 */
async function fenceOld(tables: readonly string[], { script }: Transaction): Promise<void> {
  if (!tables.includes("event_inbox")) return;
  await script(`
    alter table event_inbox add column if not exists only_petstore_1_2_or_newer_may_write boolean
    not null default nullif(current_query() ~ '${TEXTS_OF_1_1}', true)`);
}
