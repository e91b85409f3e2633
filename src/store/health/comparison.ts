/* Compares derived data with the rows that it is derived from. */
import { batchesOf, yieldToEventLoop } from "../../core/concurrency/event-loop.ts";
import { type Fragment, named, type Row, type Sql } from "../engine.ts";
import { readAhead } from "../rows.ts";
import type { Table } from "../view.ts";

/** Rows that are compared or written at a time. */
export const BATCH_ROWS = 1000;

/** Rows that are compared before the connection is served: a server waits while its buffer is full. */
const ROWS_PER_ITERATION = 100;

/** A row whose derived data is wrong. */
export interface Wrong {
  /** Absent if no single row is wrong. */
  readonly row?: Row;
  readonly problem: string;
}

/** How the rows of a table are compared. */
export interface Comparison {
  readonly table: Table;
  /** Selects rows with keys after one, up to another, with their derived data. */
  readonly select: (after: bigint, last: bigint) => Fragment;
  readonly isRight: (row: Row) => boolean;
  readonly problem: (row: Row) => string;
}

/** The wrong rows of each batch, in the order of id. A server reads the next batch while the program compares one. */
export async function* compare(
  sql: Sql,
  { table, select, isRight, problem }: Comparison,
): AsyncGenerator<readonly Wrong[]> {
  for await (const rows of readAhead(batches(sql, table, select))) {
    const wrong: Wrong[] = [];
    for (const part of batchesOf(rows, ROWS_PER_ITERATION)) {
      await yieldToEventLoop();
      wrong.push(...part.filter((row) => !isRight(row)).map((row) => ({ row, problem: problem(row) })));
    }
    yield wrong;
  }
}

async function* batches(sql: Sql, { table }: Table, select: Comparison["select"]): AsyncGenerator<readonly Row[]> {
  for (let after = 0n; ; ) {
    const [batch] = await sql<{ last: bigint | null }>`
      select max(id) as last from (select id from ${table} where id > ${after} order by id limit ${BATCH_ROWS}) batch`;
    if (batch === undefined || batch.last === null) return;
    yield await sql`${select(after, batch.last)}`;
    after = batch.last;
  }
}

/** Rows of a derived table whose source row is gone. */
export async function* strays(sql: Sql, derived: Table, source: Table, what: string): AsyncGenerator<readonly Wrong[]> {
  const key = named(derived.key);
  const rows = await sql`
    select distinct derived.${key} as id from ${derived.table} derived
    left join ${source.table} source on source.id = derived.${key}
    where source.id is null order by id limit ${BATCH_ROWS}`;
  yield rows.map((row) => ({ row, problem: `${source.noun} ${row["id"]} does not exist, but is found by ${what}` }));
}
