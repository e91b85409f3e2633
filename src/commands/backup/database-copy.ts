import { existsSync } from "node:fs";
import type { MaybePromise } from "../../core/concurrency/maybe-promise.ts";
import { InterruptedError, type Report, UsageError } from "../../files/problems/usage-error.ts";
import type { Engine, Row, Sql, Value } from "../../store/engine.ts";
import { indexesOf } from "../../store/health/schema-health.ts";
import { openEngine } from "../../store/index.ts";
import { publishEvents, waitingEvents } from "../../store/queries/feed/event-queries.ts";
import { insertTags } from "../../store/queries/pets/profile-queries.ts";
import { insertCustomerWords, petWords } from "../../store/queries/words/indexed-words.ts";
import { clear, countRows, insertRows, lastKey, readAhead, readBatches } from "../../store/rows.ts";
import { requireComplete } from "../../store/schema/completeness.ts";
import { COPY_MARKER, migrate, unfinishedCopy } from "../../store/schema/migrate.ts";
import { ORDERS } from "../../store/schema/order-tables.ts";
import { newestOf, requireOurs, SchemaError, schemaRecord } from "../../store/schema/record.ts";
import { PETS, PROFILES, TABLES } from "../../store/schema/tables.ts";
import { sqlitePath } from "../../store/url.ts";
import type { Table } from "../../store/view.ts";

/** A table that was copied and verified. */
export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 over all rows in key order. */
  readonly checksum: string;
}

/** The copy was refused, or differs from its source. The message is for the operator. */
export class CopyError extends Error {}

/** The statement timeout on a database server, in milliseconds: counting or indexing a large table takes long. */
const STATEMENT_MS = 86_400_000;

const INTERRUPTED =
  "interrupted; run the same command again to continue. Until the copy is complete, no service starts on it";

/** The databases of a copy. `sourceName`, without password, marks the target until the copy is finished. */
export interface CopyRequest {
  readonly from: string;
  readonly to: string;
  readonly sourceName: string;
}

/** Receives the progress of a copy, and interrupts it. */
export interface CopyObserver {
  readonly report: Report;
  readonly onResume: () => void;
  readonly signal: AbortSignal;
}

/** Copies all data from one database to another and verifies it. Continues an interrupted copy. */
export async function copyDatabase(
  { from, to, sourceName }: CopyRequest,
  now: number,
  { report: show, onResume, signal }: CopyObserver,
): Promise<readonly CopiedTable[]> {
  // After each batch.
  const report: Report = (...progress) => {
    if (signal.aborted) throw new InterruptedError(INTERRUPTED);
    show(...progress);
  };
  if (from === to) throw new UsageError("--from and --to are the same database");
  await requireUnused(from);
  await using source = await openEngine(from, { statementMs: STATEMENT_MS });
  await requireSource(source);
  await using target = await openEngine(to, { statementMs: STATEMENT_MS });
  // Events without a position in the source would have none in the copy.
  await publishEvents(source);
  await prepareTarget(target, now);
  if ((await claim(target, sourceName, now)) === "resumed") onResume();
  await copyRows(source, target, report);
  await makeIndexes(target, report);
  const tables = await verify(source, target, report);
  await finish(source, target);
  return tables;
}

async function requireUnused(from: string): Promise<void> {
  const path = sqlitePath(from);
  if (path === undefined) return;
  if (!existsSync(path)) throw new CopyError(`--from: no such file: ${path}`);
  const { isInUse } = await import("../../store/sqlite/lock.ts");
  if (isInUse(path)) {
    throw new CopyError("--from is open in another process: stop the service, so that no write is missed");
  }
}

/** Refuses a source that is not a complete petstore database of this version. */
async function requireSource(source: Engine): Promise<void> {
  requireOurs(await source.tables(source.sql));
  if ((await schemaRecord(source)) === undefined) throw new CopyError("--from is not a petstore database");
  await requireVersion(source, "--from");
  const unfinished = await unfinishedCopy(source);
  if (unfinished !== undefined) throw new SchemaError(`--from: ${unfinished.text}: ${unfinished.remedy}`);
}

/** Creates the schema in the target. A target with an unfinished copy must have it already. */
export async function prepareTarget(target: Engine, now: number): Promise<void> {
  if ((await unfinishedCopy(target)) === undefined) await migrate(target, now);
  else await requireVersion(target, "--to");
}

async function requireVersion(engine: Engine, flag: string): Promise<void> {
  const version = (await schemaRecord(engine))?.version ?? 0;
  const newest = newestOf(engine.migrations);
  if (version === newest) return requireComplete(engine);
  const remedy =
    version > newest
      ? "use the newer program"
      : flag === "--from"
        ? "start the service on it once with this program"
        : "an older program began this copy; start again with an empty database";
  throw new SchemaError(`${flag} has schema version ${version}, but this program needs ${newest}: ${remedy}`);
}

/**
 * Claims the target for a copy from the named source, in one transaction. Returns "resumed" if the target holds an interrupted copy of
 * the same source. Until `finish`, no service starts on the target. Throws `CopyError` if the target has other data.
 */
export async function claim(target: Engine, sourceName: string, now: number): Promise<"begun" | "resumed"> {
  return target.transaction(async ({ sql, script }) => {
    if ((await target.tables(sql)).includes(COPY_MARKER)) {
      const [marker] = await sql<{ source: string }>`select source from unfinished_copy`;
      if (marker?.source === sourceName) return "resumed";
      throw new CopyError(
        `--to holds an unfinished copy of another source, ${marker?.source}: finish that copy, or use an empty database`,
      );
    }
    for (const table of TABLES.filter(({ hasInitialRow }) => !hasInitialRow)) {
      const rows = await countRows(sql, table);
      if (rows > 0) throw new CopyError(`--to is not empty (${table.name}: ${rows} rows): use an empty database`);
    }
    await script(`create table ${COPY_MARKER} (source text not null, begun_at bigint not null)`);
    await sql`insert into unfinished_copy (source, begun_at) values (${sourceName}, ${now})`;
    // With millions of rows, creating indexes last saves most of the time.
    for (const name of indexesOf(target.migrations).keys()) await script(`drop index if exists ${name}`);
    // The copy includes the source's row.
    for (const table of TABLES.filter(({ hasInitialRow }) => hasInitialRow)) await clear(sql, table);
    return "begun";
  });
}

/** Rows written in one transaction: pets together with their profiles, so that each pet's words are written once. */
interface Batch {
  readonly rows: readonly Row[];
  readonly profiles: readonly Row[];
}

/** Copies all rows that the target lacks, one batch per transaction. */
export async function copyRows(source: Engine, target: Engine, report: Report): Promise<void> {
  for (const table of TABLES) {
    const total = await countRows(source.sql, table);
    let done = await countRows(target.sql, table);
    const after = (await lastKey(target.sql, table)) ?? table.start;
    for await (const batch of readAhead(batches(source.sql, table, after))) {
      await target.transaction(({ sql }) => write(sql, target, table, batch));
      done += batch.rows.length;
      report(`copying ${table.name}`, done, total);
    }
  }
}

async function* batches(sql: Sql, table: Table, after: Value): AsyncGenerator<Batch> {
  let before = after;
  for await (const rows of readBatches(sql, table, after)) {
    const last = rows.at(-1)?.[table.key] ?? null;
    const profiles =
      table === PETS
        ? await sql`select ${PROFILES.list} from profiles where pet_id > ${before} and pet_id <= ${last} order by pet_id`
        : [];
    yield { rows, profiles };
    before = last;
  }
}

/** On a server, sends the writes without waiting for each. */
async function write(sql: Sql, target: Engine, table: Table, { rows, profiles }: Batch): Promise<void> {
  const words = petWords(sql, target);
  const written: MaybePromise<unknown>[] = [insertRows(sql, table, rows)];
  if (table === PETS) {
    const known = profiles.map(PROFILES.read);
    const ofPets = new Map(known.map((profile) => [profile.petId, profile]));
    const pets = rows.map(PETS.read).map((pet) => ({ ...pet, profile: ofPets.get(pet.id) ?? {} }));
    written.push(insertRows(sql, PROFILES, profiles), insertTags(sql, known), words.insert(pets));
  }
  if (table === ORDERS) written.push(insertCustomerWords(sql, rows.map(ORDERS.read)));
  await Promise.all(written);
}

/** Creates the indexes that an interrupted copy has not created yet. */
async function makeIndexes(target: Engine, report: Report): Promise<void> {
  const statements = [...indexesOf(target.migrations).values()];
  for (const [made, statement] of statements.entries()) {
    report("making indexes", made, statements.length);
    await target.exclusively(({ script }) => script(statement.replace(" index ", " index if not exists ")));
  }
}

/** Reads all rows on both sides. Throws `CopyError` if they differ. */
async function verify(source: Engine, target: Engine, report: Report): Promise<readonly CopiedTable[]> {
  const copied: CopiedTable[] = [];
  for (const table of TABLES) {
    const total = await countRows(source.sql, table);
    const [from, to] = await Promise.all([
      checksum(source.sql, table, (rows) => report(`verifying ${table.name}`, rows, total)),
      checksum(target.sql, table, () => {}),
    ]);
    if (from.rows !== to.rows || from.checksum !== to.checksum) {
      throw new CopyError(
        `the copy is not equal to its source: ${table.name} has ${from.rows} rows in the source and ${to.rows} in the copy` +
          `${from.rows === to.rows ? " with other content" : ""}. Something wrote to one of them during the copy: stop ` +
          "every service on both, and copy again into an empty database",
      );
    }
    copied.push(to);
  }
  if (source.runTogether !== undefined && (await waitingEvents(source.sql)) > 0) {
    throw new CopyError("--from has new events: stop every service on it, and copy again into an empty database");
  }
  return copied;
}

/** Continues ids after those of the source, and lets services start on the target. */
async function finish(source: Engine, target: Engine): Promise<void> {
  // The newest row may be deleted; its id must not be reused, since others may refer to it.
  const lastIds = await source.lastIds(source.sql);
  await target.transaction(async (transaction) => {
    await target.continueIds(transaction, lastIds);
    await transaction.script(`drop table ${COPY_MARKER}`);
  });
}

/** Integers as decimal digits: engines differ in which columns they return as bigint. */
function textOf(value: Value): string | null {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).toString("base64");
  return value === null ? null : String(value);
}

async function checksum(sql: Sql, table: Table, report: (rows: number) => void): Promise<CopiedTable> {
  const hash = new Bun.CryptoHasher("sha256");
  let rows = 0;
  for await (const batch of readAhead(readBatches(sql, table, table.start))) {
    const lines = batch.map((row) => JSON.stringify(table.columns.map((column) => textOf(row[column] ?? null))));
    hash.update(`${lines.join("\n")}\n`);
    rows += batch.length;
    report(rows);
  }
  return { name: table.name, rows, checksum: hash.digest("hex") };
}
