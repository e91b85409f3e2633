/* The stores that are measured: each engine at each size, all open at once so that rounds can be interleaved. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import type { Store } from "../../src/core/ports.ts";
import { openStore } from "../../src/store/index.ts";
import { openService, type TestService } from "../../test/harness.ts";
import type { Postgres } from "../../test/postgres.ts";
import { loadPostgres, loadSqlite } from "./load.ts";
import { type Plan, postgresPlan, sqlitePlan } from "./plans.ts";
import { type HotQuery, type Statement, statementsOf } from "./queries.ts";

export type EngineName = "SQLite" | "PostgreSQL";

export interface Subject {
  readonly engine: EngineName;
  readonly size: number;
  readonly url: string;
  readonly store: Store;
  /** The whole service on this store. */
  readonly shop: TestService;
  readonly bytes: number;
  readonly loadSeconds: number;
  /** The plans of the statements of a query. */
  plans(query: HotQuery): Promise<readonly Plan[]>;
  close(): Promise<void>;
}

/** A row that every reader of answers understands: a statement that is only taken down answers it. */
export const SOME_ROW = [{ id: 1n, quantity: 1n, status: "available" }];

export async function sqliteSubject(folder: string, size: number): Promise<Subject> {
  const path = join(folder, `${size}.db`);
  const url = `sqlite://${path}`;
  const store = await openStore(url, Date.now());
  const shop = await openService({ store });
  const startedAt = performance.now();
  loadSqlite(path, size);
  return {
    engine: "SQLite",
    size,
    url,
    store,
    shop,
    bytes: statSync(path).size,
    loadSeconds: (performance.now() - startedAt) / 1000,
    plans: async (query) =>
      (await statementsOf("?", (facts) => query.run(facts, size), SOME_ROW)).map((sent) => sqlitePlan(path, sent)),
    async close() {
      await shop[Symbol.asyncDispose]();
      await store.close();
    },
  };
}

export async function postgresSubject(server: Postgres, size: number): Promise<Subject> {
  const url = await server.createDatabase();
  const store = await openStore(url, Date.now());
  const shop = await openService({ store });
  const startedAt = performance.now();
  await loadPostgres(url, size);
  const loadSeconds = (performance.now() - startedAt) / 1000;
  const sql = new SQL(url, { max: 1 });
  const [row] = await sql.unsafe<[{ bytes: string }]>("select pg_total_relation_size('pets') as bytes");
  return {
    engine: "PostgreSQL",
    size,
    url,
    store,
    shop,
    bytes: Number(row.bytes),
    loadSeconds,
    async plans(query) {
      const plans: Plan[] = [];
      const sent: readonly Statement[] = await statementsOf("$", (facts) => query.run(facts, size), SOME_ROW);
      for (const statement of sent) plans.push(await postgresPlan(sql, statement));
      return plans;
    },
    async close() {
      await sql.close();
      await shop[Symbol.asyncDispose]();
      await store.close();
    },
  };
}
