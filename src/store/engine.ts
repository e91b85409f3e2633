import { Failure } from "../contract/errors/errors.ts";
import type { MaybePromise } from "../core/concurrency/maybe-promise.ts";
import type { NewEvent } from "../core/feed/event-ports.ts";
import type { Freshness } from "../core/freshness.ts";
import type { StoreObserver } from "../core/ports.ts";

/** A parameter of a statement. */
export type Value = string | number | bigint | Uint8Array | null;

/** A row as the engine returns it: values by the names of their columns. */
export type Row = Readonly<Record<string, Value>>;

/** A part of a statement with its parameters, from `fragment`. */
export interface Fragment {
  readonly parts: TemplateStringsArray;
  readonly values: readonly Part[];
}

/** What a template may contain: a parameter, a list of them for `in (...)`, rows of them for `values`, or a part of a statement. */
export type Part = Value | readonly Value[] | Rows | Fragment;

/** Rows of the same length: sql`insert into tags (pet_id, tag) values ${{ rows }}`. */
interface Rows {
  readonly rows: readonly (readonly Value[])[];
}

/** A part of a statement: sql`select ... where ${fragment`id > ${after}`}`. */
export function fragment(parts: TemplateStringsArray, ...values: readonly Part[]): Fragment {
  return { parts, values };
}

/** Creates the template of a statement, or of a part of one, at runtime. Never use it with input. */
export function template(...parts: string[]): TemplateStringsArray {
  return Object.assign(parts, { raw: parts });
}

/** A name, such as that of a table, as a part of a statement. Never use it with input. */
export function named(name: string): Fragment {
  return fragment(template(name));
}

/** A list of the program's own words as literals, for `in (...)`: with parameters, a planner cannot use a partial index. */
export function literals(words: readonly string[]): Fragment {
  return named(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", "));
}

/**
 * Runs one statement and returns its rows, as a tagged template: sql`select ... where id = ${id}`. Every value becomes a parameter;
 * an array becomes one parameter per element, for `in (...)`. 64-bit columns come back as bigint.
 */
export type Sql = <Result = Row>(text: TemplateStringsArray, ...values: readonly Part[]) => MaybePromise<Result[]>;

/** An open transaction. */
export interface Transaction {
  readonly sql: Sql;
  /** Runs the statements of a migration. */
  script(text: string): Promise<void>;
}

/** Differences between engines for work that several instances share under leases. */
export interface LeaseSql {
  /** The time in epoch milliseconds, by the one clock that all instances share. */
  readonly now: Fragment;
  /** For the end of a subquery: locks its rows, and skips those that another instance has locked. */
  readonly skipLocked: Fragment;
}

/** A column of a table. */
export interface Column {
  readonly table: string;
  readonly name: string;
}

/** One kind of database. Everything that differs between kinds is behind this interface. */
export interface Engine {
  readonly migrations: readonly Migration[];
  /** Runs statements outside of a transaction: they see what is committed. */
  readonly sql: Sql;
  /** Like `sql`, but does not queue behind the statements of requests: for checks that decide whether a request may run. */
  readonly unqueued: Sql;
  /** Implements `Store.transaction`. */
  transaction<Result>(work: (transaction: Transaction) => MaybePromise<Result>, isOfClient?: boolean): Promise<Result>;
  /** Like `transaction`, but only one process at a time may do it. */
  exclusively(work: (transaction: Transaction) => Promise<void>): Promise<void>;
  /** The names of the tables that exist. Views do not count. */
  tables(sql: Sql): Promise<readonly string[]>;
  /** Reads the columns of every table. */
  columns(sql: Sql): Promise<readonly Column[]>;
  /** Reads the names of all indexes. */
  indexes(sql: Sql): Promise<readonly string[]>;
  /** From the commit on, changes by programs that do not know this step fail with `service_unavailable`. */
  fence(transaction: Transaction, needs: number): Promise<void>;
  /** Returns the largest id that was ever generated in each table; its row may be gone. */
  lastIds(sql: Sql): Promise<ReadonlyMap<string, bigint>>;
  /**
   * Makes generated ids continue after the largest existing one, once rows have been inserted with their own ids, and after these ids of
   * another database.
   */
  continueIds(transaction: Pick<Transaction, "sql">, after?: ReadonlyMap<string, bigint>): Promise<void>;
  /** Implements `Profiles.claim` for these texts. Only on engines with many writers. */
  readonly claim?: (transaction: Pick<Transaction, "sql">, texts: readonly string[]) => Promise<void>;
  /**
   * Runs statements in one message and one transaction, so that a paused client cannot hold their locks. Only on engines with many writers,
   * where events wait in an inbox for their position.
   */
  readonly runTogether?: (text: string) => Promise<void>;
  /** The events of open transactions, which are counted at their commit. Absent where events wait in an inbox and the feed counts them. */
  readonly uncounted?: Occurrence[];
  /**
   * Call in a transaction that erases personal data, so that it is soon gone from every database file. Absent where the engine does that
   * itself.
   */
  readonly erased?: () => void;
  /** Whether the engine itself writes the words of pets before each commit. Otherwise each change writes `pet_words`. */
  readonly indexesWords?: true;
  readonly leases: LeaseSql;
  /** Standbys for reads that need not see the newest change, if there are any. */
  readonly standbys?: Standbys | undefined;
  /** Implements `Store.version`. */
  version(): number | undefined;
  /** Throws when a damaged page was read since the database was opened. */
  readonly requireIntact?: () => void;
  /** Implements `Store.size`. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/** An engine that closes at the end of its block. */
export interface OpenEngine extends Engine, AsyncDisposable {}

/** Servers that replicate the primary. */
export interface Standbys {
  /** Returns the statements of one that is fresh enough, or undefined. */
  choose(freshness: Freshness): Sql | undefined;
  /** Implements `Store.position`. */
  position(): Promise<string>;
  /** Throws when a server is no standby of this engine, or has an older schema. Call it once, before `choose`. */
  verify(engine: Pick<Engine, "sql" | "tables" | "migrations">): Promise<void>;
  close(): void;
}

/** The part of an event that the activity counts. */
export type Occurrence = Pick<NewEvent, "at" | "type">;

/** One step of the schema. Released steps never change. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly script: string;
  readonly backfill?: Backfill;
  /**
   * The oldest step that a program must know to run together with this one, for a step that contracts (drops or renames something). A step
   * without it expands: the release before continues to work.
   */
  readonly needs?: number;
}

/** What a migration fills in while the service runs, because its script cannot. */
export interface Backfill {
  /** The table that it reads, in the order of this key. */
  readonly table: { readonly name: string; readonly key: string };
  /**
   * Derives data from at most so many rows after a position. Returns where the next batch starts and how many rows this one had; undefined
   * after the last row.
   */
  fill(
    sql: Sql,
    after: bigint,
    batch: { readonly now: number; readonly limit: number },
  ): Promise<{ readonly position: bigint; readonly rows: number } | undefined>;
}

/** The limits of an engine. */
export interface EngineOptions {
  /** Transactions of clients that may wait at once. More are refused with `service_unavailable`. */
  readonly maxQueuedWrites: number;
  /** How long work waits for another process's lock or for a connection, in milliseconds. */
  readonly waitMs: number;
  /** How long a statement may take on a database server, in milliseconds. */
  readonly statementMs: number;
  /** Connections to a database server, per process. */
  readonly connections: number;
  /** Hot standbys for reads. */
  readonly readUrls: readonly string[];
  /** How stale their data may be, in milliseconds. */
  readonly readLagMs: number;
  readonly observer: StoreObserver;
  /** Steps after those of this release: tests invent one. */
  readonly nextSteps: readonly Migration[];
  /**
   * True for a service: on SQLite, reads show what is on disk while the newest commit is being synced. Commands show each commit at once.
   */
  readonly serves: boolean;
  /** After so long without a commit, a service copies SQLite's log into the file, in milliseconds. */
  readonly idleMs: number;
  /** Ends the process without another read or write: the disk may have lost writes. Only a service calls it. */
  readonly end: (reason: unknown) => void;
}

/** The message for a change by a program that the schema has fenced off. */
export const FENCED = "A newer release has taken over the store: this one can no longer change it";

/** The process has to end. The message is for the operator, and says what to do. */
export class ProcessEnd extends Error {}

/** A server that cannot be used as a standby. */
export class StandbyError extends Error {}

/** The failure for work that the database cannot do now. The client may retry. */
export function storeUnavailable(message: string, cause?: unknown): Failure {
  return new Failure("service_unavailable", message, { cause });
}
