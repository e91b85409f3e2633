/* Whether a SQLite database may be upgraded: a release before 1.2 that has it open would write what the new schema cannot tell. */
import type { Database } from "bun:sqlite";
import { existsSync, readFileSync, statSync } from "node:fs";
import { SchemaError } from "../schema/migrate.ts";
import { sqliteMigrations } from "../schema/migrations.ts";
import { isAddition, MIGRATIONS_TABLE, type Recorded, recorded, STEPS_TABLE } from "../schema/record.ts";
import { tablesOf } from "./connection.ts";
import { isInUse, open } from "./lock.ts";

/** How often it is tried again while another process upgrades the database. */
const RETRY_MS = 50;

/** Reads which steps of the schema a database has. */
export function recordIn(database: Database): Recorded {
  const tables = tablesOf(database);
  const rowsOf = <Row>(table: string) => {
    if (!tables.includes(table)) return [];
    using statement = database.prepare<Row, []>(`select * from ${table}`);
    return statement.all();
  };
  return recorded(rowsOf(MIGRATIONS_TABLE), rowsOf(STEPS_TABLE));
}

/**
 * Waits until no other process has a database open whose upgrade takes something away: to it, and to everything that it has not
 * written yet, the upgrade would come unnoticed. Throws `SchemaError` after a while. Other upgrades may run beside it.
 */
export async function requireAlone(path: string, waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (existsSync(path) && changesMuch(path) && isInUse(path)) {
    if (performance.now() > deadline) {
      const others = processesWith(path);
      const named = others.length === 0 ? "" : ` (${others.join(", ")})`;
      throw new SchemaError(
        `${path} is open in another process${named}, and is upgraded only alone: stop that process first`,
      );
    }
    await Bun.sleep(RETRY_MS);
  }
}

/** The ids of other processes that have locked a file, as Linux knows them: every process that has a database open does. */
function processesWith(path: string): readonly number[] {
  if (!existsSync("/proc/locks")) return [];
  const { ino } = statSync(path);
  const locks = readFileSync("/proc/locks", "latin1").split("\n");
  const pids = locks.flatMap((line) => {
    const [, pid, inode] = /^\d+: \w+ +\w+ +\w+ +(\d+) \w+:\w+:(\d+) /.exec(line) ?? [];
    return inode === String(ino) ? [Number(pid)] : [];
  });
  // A process of another container has no id here.
  return [...new Set(pids)].filter((pid) => pid > 0 && pid !== process.pid).sort((one, other) => one - other);
}

/** Whether the next upgrade takes away what older programs need. A new database has nothing yet. */
function changesMuch(path: string): boolean {
  let database: Database | undefined;
  try {
    database = open(path);
    const { version } = recordIn(database);
    return version > 0 && sqliteMigrations.some((step) => step.version > version && !isAddition(step));
  } catch {
    // What is wrong with it is found when it is opened.
    return false;
  } finally {
    database?.close();
  }
}
