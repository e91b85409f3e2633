/* Whether programs of older releases use a database, which may not run beside the next steps of its schema. */
import type { Engine, Sql } from "../engine.ts";
import { SchemaError } from "../schema/migrate.ts";
import { postgresMigrations } from "../schema/migrations.ts";
import { newestOf } from "../schema/record.ts";
import { fenceOld } from "./fence.ts";

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
  readonly name: string;
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
      select pid, application_name as name, host(client_addr) as address,
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
