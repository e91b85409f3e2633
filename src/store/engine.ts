import { Failure } from "../contract/errors.ts";
import type { StoreObserver } from "../core/ports.ts";

/** A parameter of a statement. */
export type Value = string | number | bigint | null;

/** A part of a statement with its parameters, made by `fragment`. */
export interface Fragment {
  readonly parts: TemplateStringsArray;
  readonly values: readonly Part[];
}

/** What a template may contain: a parameter, a list of them for `in (...)`, or a part of a statement. */
export type Part = Value | readonly Value[] | Fragment;

/** A part of a statement: sql`select ... where ${fragment`id > ${after}`}`. */
export function fragment(parts: TemplateStringsArray, ...values: readonly Part[]): Fragment {
  return { parts, values };
}

/**
 * Runs one statement and returns its rows, as a tagged template: sql`select ... where id = ${id}`. Every value becomes a parameter;
 * an array becomes one parameter per element, for `in (...)`. 64-bit columns come back as bigint.
 */
export type Sql = <Row>(text: TemplateStringsArray, ...values: readonly Part[]) => Promise<Row[]>;

/** An open transaction. */
export interface Transaction {
  readonly sql: Sql;
  /** Runs the statements of a migration. */
  script(text: string): Promise<void>;
}

/** What engines differ in for work that several instances share under leases. */
export interface LeaseSql {
  /** The time in epoch milliseconds, by the one clock that all instances share. */
  readonly now: Fragment;
  /** At the end of a subquery: locks its rows and passes over those that another instance has locked. */
  readonly skipLocked: Fragment;
}

/** One kind of database. Everything that differs between kinds is behind this interface. */
export interface Engine {
  readonly migrations: readonly Migration[];
  /** Runs statements outside of a transaction: they see what is committed. */
  readonly sql: Sql;
  /** Keeps the promise of `Store.transaction`. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Like `transaction`, and no other process does it at the same time. */
  exclusively(work: (transaction: Transaction) => Promise<void>): Promise<void>;
  /** The names of the tables that exist. Views do not count. */
  tables(sql: Sql): Promise<readonly string[]>;
  /** Returns the message for the operator when transactions on the tables, as the server stores them, are not atomic. */
  readonly findUnsafeLayout?: (sql: Sql) => Promise<string | undefined>;
  /** The largest id that was ever generated in each table; its row may be gone. */
  lastIds(sql: Sql): Promise<ReadonlyMap<string, bigint>>;
  /**
   * Makes generated ids continue after the largest existing one, once rows have been inserted with their own ids; and after
   * these ids of another database.
   */
  continueIds(transaction: Transaction, after?: ReadonlyMap<string, bigint>): Promise<void>;
  /**
   * Runs statements in one message and one transaction, so that a client which is paused cannot hold their locks. Only an engine
   * with many writers has it: there, events wait in an inbox for their position.
   */
  readonly runTogether?: (text: string) => Promise<void>;
  readonly leases: LeaseSql;
  /** Keeps the promise of `Store.version`. */
  version(): number | undefined;
  close(): Promise<void>;
}

/** One step of the schema. Released steps never change. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly script: string;
  /**
   * Fills in the columns of pets that the script cannot, for one batch of the pets after a position. Returns undefined after the
   * last pet.
   */
  readonly backfill?: (sql: Sql, after: bigint, now: number) => Promise<Filled | undefined>;
}

/** A batch of rows that a migration has filled in. */
export interface Filled {
  /** Where the next batch starts. */
  readonly position: bigint;
  readonly rows: number;
}

/** The limits of an engine. */
export interface EngineOptions {
  /** Transactions that may wait at once. More are refused with `service_unavailable`. */
  readonly maxQueuedWrites: number;
  /** How long work waits for another process's lock or for a connection, in milliseconds. */
  readonly waitMs: number;
  /** How long a statement may take on a database server, in milliseconds. */
  readonly statementMs: number;
  /** Connections to a database server, per process. */
  readonly connections: number;
  readonly observer: StoreObserver;
}

/** The failure for work that the database cannot do now. The client may retry. */
export function storeUnavailable(message: string, cause?: unknown): Failure {
  return new Failure("service_unavailable", message, { cause });
}

interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Makes statements with numbered parameters (`?1` or `$1`). The same template always gives the same text. */
export function statementCompiler(marker: "?" | "$") {
  const texts = new WeakMap<TemplateStringsArray, string>();
  return (parts: TemplateStringsArray, values: readonly Part[]): Statement => {
    const known = texts.get(parts);
    if (known !== undefined) return { text: known, values: values as Value[] };
    const statement = compile({ parts, values }, marker);
    // With lists or fragments, the text depends on the values.
    if (values.every(isValue)) texts.set(parts, statement.text);
    return statement;
  };
}

function isValue(part: Part): part is Value {
  return typeof part !== "object" || part === null;
}

function compile(whole: Fragment, marker: string): Statement {
  const values: Value[] = [];
  const parameter = (value: Value) => `${marker}${values.push(value)}`;
  const textOf = ({ parts, values }: Fragment): string =>
    parts.map((part, index) => (index < values.length ? part + inserted(values[index] as Part) : part)).join("");
  const inserted = (part: Part): string => {
    if (isValue(part)) return parameter(part);
    return "parts" in part ? textOf(part) : padded(part).map(parameter).join(", ");
  };
  return { text: textOf(whole), values };
}

/** Repeats the last value of a list up to a power of two: clients choose the length, and each length is a statement to cache. */
function padded(list: readonly Value[]): readonly Value[] {
  const length = 2 ** Math.ceil(Math.log2(list.length));
  return [...list, ...Array<Value>(length - list.length).fill(list.at(-1) ?? null)];
}
