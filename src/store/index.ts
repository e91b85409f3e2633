import { existsSync } from "node:fs";
import type { Facts, Store } from "../core/store.ts";
import type { Engine, EngineOptions, Sql } from "./engine.ts";
import { inventory } from "./inventory.ts";
import { keys } from "./keys.ts";
import { migrate } from "./migrate.ts";
import { orders } from "./orders.ts";
import { pets } from "./pets.ts";
import { openSqlite } from "./sqlite.ts";

const LIMITS: EngineOptions = {
  queueMax: 10_000,
  waitMs: 5_000,
  statementMs: 10_000,
  connections: 10,
  observer: { committed() {}, queued() {} },
};

/** Opens the store behind a URL, with its schema brought up to date. `now` is the time that migrations are recorded with. */
export async function openStore(url: string, now: number, options: Partial<EngineOptions> = {}): Promise<Store> {
  const engine = await openEngine(url, { ...LIMITS, ...options });
  try {
    await migrate(engine, now);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return {
    ...facts(engine.sql),
    transaction: (work) => engine.transaction(({ sql }) => work(facts(sql))),
    version: engine.version,
    async ping() {
      await engine.sql`select 1`;
    },
    close: () => engine.close(),
  };
}

/** The path in a `sqlite:` URL: `sqlite://./data/petstore.db` is relative, `sqlite:///var/lib/petstore.db` absolute. */
export function sqlitePath(url: string): string {
  return url.replace(/^sqlite:\/\//, "");
}

/** Whether there is a database to open; one on a server is asked when it is opened. */
export function storeExists(url: string): boolean {
  return !url.startsWith("sqlite:") || existsSync(sqlitePath(url));
}

async function openEngine(url: string, options: EngineOptions): Promise<Engine> {
  if (url.startsWith("sqlite:")) return openSqlite(sqlitePath(url), options);
  // Loaded only when it is used: the driver costs some milliseconds at the start.
  return (await import("./postgres.ts")).openPostgres(url, options);
}

function facts(sql: Sql): Facts {
  return { pets: pets(sql), inventory: inventory(sql), orders: orders(sql), keys: keys(sql) };
}
