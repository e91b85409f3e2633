import type { StoreObserver } from "../core/store.ts";

/** What a statement may carry. */
export type Value = string | number | bigint | null;

/**
 * Runs one statement and answers its rows, as a tagged template: sql`select ... where id = ${id}`. Every value becomes a
 * parameter; an array becomes as many as it has elements, for `in (...)`. 64-bit columns come back as bigint.
 */
export type Sql = <Row>(text: TemplateStringsArray, ...values: readonly (Value | readonly Value[])[]) => Promise<Row[]>;

/** What a transaction may use. */
export interface Transaction {
  readonly sql: Sql;
  /** Runs the statements of a migration. */
  script(text: string): Promise<void>;
  /** The names of the tables that are there. */
  tables(): Promise<readonly string[]>;
}

/** One kind of database. Everything that differs between kinds is behind this, and nothing else is. */
export interface Engine {
  readonly migrations: readonly Migration[];
  /** Statements outside of any transaction: they see what is committed. */
  readonly sql: Sql;
  /** Keeps the promise of `Store.transaction`. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** One step of the schema. Steps are immutable once released. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly script: string;
}

/** The limits of an engine's queue. */
export interface EngineOptions {
  /** More waiting transactions than this are refused with `service_unavailable`. */
  readonly queueMax: number;
  /** How long a write waits for another process that holds the database, in milliseconds. */
  readonly busyMs: number;
  readonly observer: StoreObserver;
}

interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Makes a statement with numbered parameters (`?1` or `$1`). Texts are kept: the same template gives the same string. */
export function statementCompiler(marker: "?" | "$") {
  const texts = new WeakMap<TemplateStringsArray, Map<string, string>>();
  return (parts: TemplateStringsArray, values: readonly (Value | readonly Value[])[]): Statement => {
    const lengths = values.map((value) => (Array.isArray(value) ? value.length : "")).join();
    let byLengths = texts.get(parts);
    if (byLengths === undefined) texts.set(parts, (byLengths = new Map()));
    let text = byLengths.get(lengths);
    if (text === undefined) byLengths.set(lengths, (text = compile(parts, values, marker)));
    return { text, values: values.flat() as Value[] };
  };
}

function compile(parts: TemplateStringsArray, values: readonly (Value | readonly Value[])[], marker: string): string {
  let parameters = 0;
  const markers = (value: Value | readonly Value[] | undefined) =>
    (Array.isArray(value) ? value : [value]).map(() => `${marker}${++parameters}`).join(", ");
  return parts.map((part, index) => (index < values.length ? part + markers(values[index]) : part)).join("");
}
