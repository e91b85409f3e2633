import type { Engine, Sql } from "../store/engine.ts";
import { COPY_MARKER, migrate, SchemaError, schemaVersion, unfinishedCopy } from "../store/migrate.ts";
import { clear, countRows, insertRows, lastKey, readBatches, TABLES, type Table } from "../store/tables.ts";

/** How far a copy is. */
export type Report = (table: string, rows: number, ofRows: number) => void;

/** What was copied of a table, and proven equal on both sides. */
export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 over all rows in the order of their key. */
  readonly checksum: string;
}

/** The copy was refused or is not equal to its source. The message is for the operator. */
export class CopyError extends Error {}

/** Refuses a source that is not a whole petstore database of this program's version. */
export async function requireSource(source: Engine): Promise<void> {
  if ((await schemaVersion(source)) === undefined) throw new CopyError("--from: there is no petstore database there");
  await requireVersion(source, "--from");
  const unfinished = await unfinishedCopy(source);
  if (unfinished !== undefined) throw new SchemaError(`--from: ${unfinished}`);
}

/** Gives the target the schema; one that holds an unfinished copy must have it already. */
export async function prepareTarget(target: Engine, now: number): Promise<void> {
  if ((await unfinishedCopy(target)) === undefined) await migrate(target, now);
  else await requireVersion(target, "--to");
}

async function requireVersion(engine: Engine, flag: string): Promise<void> {
  const version = (await schemaVersion(engine)) ?? 0;
  const newest = engine.migrations.at(-1)?.version ?? 0;
  if (version === newest) return;
  const remedy =
    version > newest
      ? "use the newer program that wrote it"
      : flag === "--from"
        ? "start the service on it once with this program"
        : "an older program began this copy; begin again with an empty database";
  throw new SchemaError(`${flag} has schema version ${version}, this program works with ${newest}: ${remedy}`);
}

/**
 * Claims the target for a copy from the source of this name, in one transaction, and says whether it goes on with one
 * that was interrupted. Until `finish` no service starts on the target. Throws `CopyError` when the target has other data.
 */
export async function claim(target: Engine, sourceName: string, now: number): Promise<"begun" | "resumed"> {
  return target.transaction(async ({ sql, script }) => {
    if ((await target.tables(sql)).includes(COPY_MARKER)) {
      const [marker] = await sql<{ source: string }>`select source from unfinished_copy`;
      if (marker?.source === sourceName) return "resumed";
      throw new CopyError(
        `--to holds an unfinished copy of another source, ${marker?.source}: finish that one, or name an empty database`,
      );
    }
    for (const table of TABLES.filter(({ name }) => name !== "key_revision")) {
      const rows = await countRows(sql, table);
      if (rows > 0) throw new CopyError(`--to is not empty (${table.name}: ${rows} rows): name an empty database`);
    }
    await script(`create table ${COPY_MARKER} (source text not null, begun_at bigint not null)`);
    await sql`insert into unfinished_copy (source, begun_at) values (${sourceName}, ${now})`;
    // The schema begins with one row there, which is the source's after the copy.
    for (const table of TABLES.filter(({ name }) => name === "key_revision")) await clear(sql, table);
    return "begun";
  });
}

/** Copies every row that the target does not have yet, a batch and a transaction at a time. */
export async function copyRows(source: Engine, target: Engine, report: Report): Promise<void> {
  for (const table of TABLES) {
    const total = await countRows(source.sql, table);
    let rows = await countRows(target.sql, table);
    const after = (await lastKey(target.sql, table)) ?? table.start;
    for await (const batch of readBatches(source.sql, table, after)) {
      await target.transaction(({ sql }) => insertRows(sql, table, batch));
      rows += batch.length;
      report(table.name, rows, total);
    }
  }
  await target.transaction((transaction) => target.continueIds(transaction));
}

/** Reads both sides from the first row to the last. Throws `CopyError` when they are not equal. */
export async function verify(source: Engine, target: Engine, report: Report): Promise<readonly CopiedTable[]> {
  const copied: CopiedTable[] = [];
  for (const table of TABLES) {
    const total = await countRows(source.sql, table);
    const [from, to] = await Promise.all([
      checksum(source.sql, table, (rows) => report(table.name, rows, total)),
      checksum(target.sql, table, () => {}),
    ]);
    if (from.rows !== to.rows || from.checksum !== to.checksum) {
      throw new CopyError(
        `the copy is not equal to its source: ${table.name} has ${from.rows} rows there and ${to.rows} here` +
          `${from.rows === to.rows ? ", with other content" : ""}. Something wrote to one of them meanwhile: stop every ` +
          "service on both, and copy again into an empty database",
      );
    }
    copied.push(to);
  }
  return copied;
}

/** Lets services start on the target. */
export async function finish(target: Engine): Promise<void> {
  await target.transaction(({ script }) => script(`drop table ${COPY_MARKER}`));
}

async function checksum(sql: Sql, table: Table, report: (rows: number) => void): Promise<CopiedTable> {
  const hash = new Bun.CryptoHasher("sha256");
  let rows = 0;
  for await (const batch of readBatches(sql, table, table.start)) {
    // Integers as decimal digits: engines differ in which of them they answer as bigint.
    const lines = batch.map((row) =>
      JSON.stringify(table.columns.map((column) => (row[column] == null ? null : String(row[column])))),
    );
    hash.update(`${lines.join("\n")}\n`);
    rows += batch.length;
    report(rows);
  }
  return { name: table.name, rows, checksum: hash.digest("hex") };
}
