import { existsSync } from "node:fs";
import type { Repositories, Store } from "../core/ports.ts";
import type { Engine, EngineOptions, Sql, Transaction } from "./engine.ts";
import { migrate } from "./migrate.ts";
import { idempotency } from "./queries/idempotency.ts";
import { inventory } from "./queries/inventory.ts";
import { keys } from "./queries/keys.ts";
import { orders } from "./queries/orders.ts";
import { pets } from "./queries/pets.ts";
import { openSqlite } from "./sqlite/engine.ts";

const LIMITS: EngineOptions = {
  maxQueuedWrites: 10_000,
  waitMs: 5_000,
  statementMs: 10_000,
  connections: 10,
  observer: { committed() {}, queued() {} },
};

/** Opens the store behind a URL, with its schema brought up to date. `now` is the time that migrations are recorded with. */
export async function openStore(url: string, now: number, options: Partial<EngineOptions> = {}): Promise<Store> {
  const engine = await openSchema(url, now, options);
  const version = await engine.versionReader();
  // SQLite has one for all transactions.
  const known = new WeakMap<Transaction, Repositories>();
  const repositoriesIn = (transaction: Transaction): Repositories => {
    let facts = known.get(transaction);
    if (facts === undefined) known.set(transaction, (facts = repositoriesOn(transaction.sql, transaction.changesPet)));
    return facts;
  };
  return {
    ...repositoriesOn(engine.sql),
    transaction: (work) => engine.transaction((transaction) => work(repositoriesIn(transaction))),
    version,
    changesSince: engine.changesSince,
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

/** Opens the database behind a URL with its schema brought up to date, for what works on many rows at once. */
export async function openSchema(url: string, now: number, options: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await openEngine(url, options);
  try {
    await migrate(engine, now);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Opens the database behind a URL as it is, for what works on whole tables. */
export async function openEngine(url: string, changes: Partial<EngineOptions> = {}): Promise<Engine> {
  const options = { ...LIMITS, ...changes };
  if (url.startsWith("sqlite:")) return openSqlite(sqlitePath(url), options);
  // Loaded only when it is used: the driver costs some milliseconds at the start.
  return (await import("./postgres/engine.ts")).openPostgres(url, options);
}

/** The facts behind a connection. */
export function repositoriesOn(sql: Sql, changes: (petId: bigint) => void = () => {}): Repositories {
  return {
    pets: pets(sql, changes),
    inventory: inventory(sql, changes),
    orders: orders(sql),
    keys: keys(sql),
    idempotency: idempotency(sql),
  };
}
