import { Failure } from "../contract/errors.ts";
import type { StoreObserver } from "../core/ports.ts";

/** A parameter of a statement. */
export type Value = string | number | bigint | null;

/**
 * Runs one statement and returns its rows, as a tagged template: sql`select ... where id = ${id}`. Every value becomes a parameter;
 * an array becomes one parameter per element, for `in (...)`. 64-bit columns come back as bigint.
 */
export type Sql = <Row>(text: TemplateStringsArray, ...values: readonly (Value | readonly Value[])[]) => Promise<Row[]>;

/** An open transaction. */
export interface Transaction {
  readonly sql: Sql;
  /** Runs the statements of a migration. */
  script(text: string): Promise<void>;
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
  /** Makes generated ids continue after the largest existing one, once rows have been inserted with their own ids. */
  continueIds(transaction: Transaction): Promise<void>;
  /** Keeps the promise of `Store.version`. */
  version(): number | undefined;
  close(): Promise<void>;
}

/** One step of the schema. Released steps never change. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly script: string;
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

/** Makes a statement with numbered parameters (`?1` or `$1`). The same template always gives the same string. */
export function statementCompiler(marker: "?" | "$") {
  const texts = new WeakMap<TemplateStringsArray, string>();
  return (parts: TemplateStringsArray, values: readonly (Value | readonly Value[])[]): Statement => {
    // A statement with a list has another text for each length of the list.
    if (values.some(Array.isArray)) return { text: compile(parts, values, marker), values: values.flat() as Value[] };
    let text = texts.get(parts);
    if (text === undefined) texts.set(parts, (text = compile(parts, values, marker)));
    return { text, values: values as Value[] };
  };
}

function compile(parts: TemplateStringsArray, values: readonly (Value | readonly Value[])[], marker: string): string {
  let parameters = 0;
  const markers = (value: Value | readonly Value[] | undefined) =>
    (Array.isArray(value) ? value : [value]).map(() => `${marker}${++parameters}`).join(", ");
  return parts.map((part, index) => (index < values.length ? part + markers(values[index]) : part)).join("");
}
