import type { Repositories, Store } from "../core/ports.ts";
import type { Engine, EngineOptions, OpenEngine, Sql } from "./engine.ts";
import { idempotency } from "./queries/access/idempotency-queries.ts";
import { invitations } from "./queries/access/invitation-queries.ts";
import { keys } from "./queries/access/key-queries.ts";
import { deliveries } from "./queries/feed/delivery-queries.ts";
import { events, publishEvents } from "./queries/feed/event-queries.ts";
import { webhooks } from "./queries/feed/webhook-queries.ts";
import { importRuns } from "./queries/imports/import-run-queries.ts";
import { inquiries } from "./queries/inquiry-queries.ts";
import { orders } from "./queries/orders/order-queries.ts";
import { receipts } from "./queries/orders/receipt-queries.ts";
import { care } from "./queries/pets/care-queries.ts";
import { categories } from "./queries/pets/category-queries.ts";
import { imports } from "./queries/pets/imported-rows.ts";
import { inventory } from "./queries/pets/inventory-queries.ts";
import { pets } from "./queries/pets/pet-queries.ts";
import { photos } from "./queries/pets/photo-queries.ts";
import { profiles } from "./queries/pets/profile-queries.ts";
import { purges } from "./queries/purge-queries.ts";
import { fillings, fillNext } from "./schema/filling.ts";
import { migrate, type Upgrades } from "./schema/migrate.ts";
import { noteData } from "./sqlite/data-note.ts";
import { keepReserve } from "./sqlite/reserve.ts";
import { openSqlite } from "./sqlite/sqlite-engine.ts";
import { sqlitePath } from "./url.ts";

/** How long a statement of a command may take that reads a whole table on a database server, in milliseconds. */
export const WHOLE_TABLE_MS = 600_000;

const DEFAULTS: EngineOptions = {
  maxQueuedWrites: 10_000,
  waitMs: 5_000,
  statementMs: 10_000,
  connections: 10,
  observer: { committed() {}, queued() {} },
  readUrls: [],
  readLagMs: 0,
  nextSteps: [],
  serves: false,
  idleMs: 60_000,
  end(reason) {
    throw reason;
  },
};

/** Opens the store at a URL and brings its schema up to date. `now` is the time recorded with migrations. */
export async function openStore(
  url: string,
  now: number,
  options: Partial<EngineOptions> & Upgrades = {},
): Promise<Store & AsyncDisposable> {
  const engine = await openSchema(url, now, options);
  const own = { ...repositoriesOn(engine.sql, engine), keys: repositoriesOn(engine.unqueued, engine).keys };
  return {
    ...own,
    ...(await standbyReads(engine, own)),
    transaction: (work, isOfClient) => engine.transaction(({ sql }) => work(repositoriesOn(sql, engine)), isOfClient),
    publishEvents: () => publishEvents(engine),
    version: engine.version,
    isAlone: options.serves === true && sqlitePath(url) !== undefined,
    size: engine.size,
    fillNext: (at) => fillNext(engine, at),
    fillings: shared(() => fillings(engine)),
    ping: shared(async () => {
      engine.requireIntact?.();
      // In a sharded engine, pets may be on another server than the one that responds (decision 010).
      await engine.unqueued`select id from pets order by id limit 1`;
    }),
    close: engine.close,
    [Symbol.asyncDispose]: engine.close,
  };
}

/** Repositories that read from standbys, except keys and invitations, and whatever no standby is fresh enough for. */
async function standbyReads(
  engine: Engine,
  own: Repositories,
): Promise<Pick<Store, "reading"> & Partial<Pick<Store, "position">>> {
  const { standbys } = engine;
  if (standbys === undefined) return { reading: () => own };
  await standbys.verify(engine).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  const { keys, invitations } = own;
  const known = new Map<Sql, Repositories>();
  const on = (sql: Sql) => {
    const made = known.get(sql) ?? { ...repositoriesOn(sql, engine), keys, invitations };
    known.set(sql, made);
    return made;
  };
  return {
    reading(freshness) {
      const sql = standbys.choose(freshness);
      return sql === undefined ? own : on(sql);
    },
    position: standbys.position,
  };
}

/** Shares one run of the work between callers while it runs: anybody may call `ping`, and must not block others. */
function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().finally(() => (running = undefined));
    return running;
  };
}

/** Opens the database at a URL and brings its schema up to date, for work on many rows at once. */
export async function openSchema(
  url: string,
  now: number,
  options: Partial<EngineOptions> & Upgrades = {},
): Promise<OpenEngine> {
  const engine = await openEngine(url, options);
  try {
    await migrate(engine, now, options);
    const path = sqlitePath(url);
    if (path !== undefined && options.serves) {
      noteData(path);
      keepReserve(path);
    }
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Loaded on first use: a shop on SQLite does not need the other driver. */
async function openPostgres(url: string, options: EngineOptions): Promise<Engine> {
  return (await import("./postgres/postgres-engine.ts")).openPostgres(url, options);
}

/** Opens the database at a URL as it is, for work on whole tables. */
export async function openEngine(url: string, changes: Partial<EngineOptions> = {}): Promise<OpenEngine> {
  const options = { ...DEFAULTS, ...changes };
  const path = sqlitePath(url);
  const engine = path === undefined ? await openPostgres(url, options) : openSqlite(path, options);
  return { ...engine, [Symbol.asyncDispose]: engine.close };
}

const repositories = new WeakMap<Sql, Repositories>();

type RepositoryEngine = Pick<
  Engine,
  "uncounted" | "erased" | "leases" | "continueIds" | "claim" | "indexesWords" | "migrations"
>;

/** The repositories on a connection. SQLite has one connection for all transactions, so they are created once. */
export function repositoriesOn(sql: Sql, engine: RepositoryEngine): Repositories {
  let made = repositories.get(sql);
  if (made === undefined) {
    const { erased, leases } = engine;
    made = {
      pets: pets(sql, engine),
      photos: photos(sql),
      profiles: profiles(sql, engine),
      inventory: inventory(sql),
      orders: orders(sql, erased),
      receipts: receipts(sql),
      inquiries: inquiries(sql, erased),
      care: care(sql),
      categories: categories(sql),
      imports: imports(sql, engine),
      importRuns: importRuns(sql, engine),
      events: events(sql, engine),
      purges: purges(sql),
      webhooks: webhooks(sql, leases),
      deliveries: deliveries(sql, leases),
      keys: keys(sql),
      invitations: invitations(sql),
      idempotency: idempotency(sql),
    };
    repositories.set(sql, made);
  }
  return made;
}
