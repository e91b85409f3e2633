/* Fills a store with many animals quickly: by SQL, past the port. What is measured then goes through the port. */
import { Database } from "bun:sqlite";
import { SQL } from "bun";

/** As in a shop: most of the older half is sold, the newer half is available, and one of ten is pending anywhere. */
function columns(size: number): string {
  const status = `case when n % 10 = 9 then 'pending' when n <= ${size} / 2 then 'sold' else 'available' end`;
  return `'Animal ' || n, 1 + n % 50, ${status}, n % 10`;
}

/** How many rows one statement adds: bounds the memory and the log of one transaction. */
const CHUNK = 500_000;

/** Adds animals with the ids 1 to `size` to an empty data file that has its schema. */
export function loadSqlite(path: string, size: number): void {
  using database = new Database(path, { strict: true });
  for (let from = 1; from <= size; from += CHUNK) {
    database.run(`
      with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${last(from, size)})
      insert into pets (name, category_id, status, quantity) select ${columns(size)} from numbers`);
  }
  database.run("analyze");
  database.run("pragma wal_checkpoint(truncate)");
}

/** Adds animals with the ids 1 to `size` to an empty database that has its schema. */
export async function loadPostgres(url: string, size: number): Promise<void> {
  const sql = new SQL(url, { max: 1 });
  for (let from = 1; from <= size; from += CHUNK) {
    await sql.unsafe(`
      insert into pets (name, category_id, status, quantity)
      select ${columns(size)} from generate_series(${from}, ${last(from, size)}) as numbers (n)`);
  }
  await sql.unsafe("vacuum analyze pets");
  await sql.unsafe("checkpoint");
  await sql.close();
}

function last(from: number, size: number): number {
  return Math.min(from + CHUNK - 1, size);
}
