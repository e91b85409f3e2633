/* What a request costs the PostgreSQL server: statements that it runs and bytes of its log (WAL). */
import { SQL } from "bun";
import { type HotQuery, hotQueries, runOn, statementsOf } from "./queries.ts";
import { SOME_ROW, type Subject } from "./subjects.ts";

/** So many times each is run for the average. */
const TIMES = 2000;

/** Changes to so few animals stay on the same pages. */
const FEW = 1000;

export interface Cost {
  readonly name: string;
  /** With BEGIN and COMMIT. */
  readonly statements: number;
  /** Bytes of WAL for each when any animal may be touched, just after a checkpoint: each page is logged whole once. */
  readonly walAnywhere: number;
  /** Bytes of WAL for each when the same few animals are touched again, before the next checkpoint. */
  readonly walAgain: number;
}

/** The costs of each hot query on this store. */
export async function costs({ store, size, url }: Subject): Promise<readonly Cost[]> {
  const sql = new SQL(url, { max: 1 });
  const found: Cost[] = [];
  for (const query of hotQueries) {
    const { length } = await statementsOf("$", (facts) => query.run(facts, size), SOME_ROW);
    await sql.unsafe("checkpoint");
    const walAnywhere = await wal(sql, () => runOn(store, query, size));
    await wal(sql, () => runOn(store, query, FEW));
    found.push({
      name: query.name,
      statements: length + (query.isWrite ? 2 : 0),
      walAnywhere,
      walAgain: await wal(sql, () => runOn(store, query, FEW)),
    });
  }
  await sql.close();
  return found;
}

async function wal(sql: SQL, run: () => ReturnType<HotQuery["run"]>): Promise<number> {
  const before = await written(sql);
  for (let time = 0; time < TIMES; time++) await run();
  return ((await written(sql)) - before) / TIMES;
}

/** How far the server's log has come, in bytes. */
async function written(sql: SQL): Promise<number> {
  const [row] = await sql.unsafe<[{ bytes: string }]>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint::text as bytes",
  );
  return Number(row.bytes);
}
