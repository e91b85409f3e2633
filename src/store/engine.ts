import { Failure } from "../contract/errors.ts";
import type { Store, StoreObserver } from "../core/ports.ts";

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
  /** Notes that an animal is added or changed, for `Store.changesSince`. */
  changesPet(id: bigint): void;
}

/** One kind of database. Everything that differs between kinds is behind this, and nothing else is. */
export interface Engine {
  readonly migrations: readonly Migration[];
  /** Statements outside of any transaction: they see what is committed. */
  readonly sql: Sql;
  /** Keeps the promise of `Store.transaction`. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** The same, and no other process does it at the same time. */
  exclusively(work: (transaction: Transaction) => Promise<void>): Promise<void>;
  /** The names of the tables that are there. */
  tables(sql: Sql): Promise<readonly string[]>;
  /** Makes the ids that the database gives go on after the largest one that is there, when rows came with ids of their own. */
  continueIds(transaction: Transaction): Promise<void>;
  /** Decides, once for a store, how the promise of `Store.version` is kept on this very database. Never throws. */
  versionReader(): Promise<Store["version"]>;
  /** Keeps the promise of `Store.changesSince`. */
  readonly changesSince: Store["changesSince"];
  close(): Promise<void>;
}

/** One step of the schema. Steps are immutable once released. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly script: string;
}

/** The limits of an engine. */
export interface EngineOptions {
  /** More waiting transactions than this are refused with `service_unavailable`. */
  readonly maxQueuedWrites: number;
  /** How long work waits for the database, in milliseconds: for another process's lock, or for a connection. */
  readonly waitMs: number;
  /** How long a statement may take on a database server, in milliseconds. */
  readonly statementMs: number;
  /** How many connections to a database server this process has. */
  readonly connections: number;
  readonly observer: StoreObserver;
}

/** The refusal of work that the database cannot do now. The client may ask again. */
export function storeUnavailable(message: string, cause?: unknown): Failure {
  return new Failure("service_unavailable", message, { cause });
}

interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Makes a statement with numbered parameters (`?1` or `$1`). Texts are kept: the same template gives the same string. */
export function statementCompiler(marker: "?" | "$") {
  const texts = new WeakMap<TemplateStringsArray, string>();
  return (parts: TemplateStringsArray, values: readonly (Value | readonly Value[])[]): Statement => {
    // A list has another text for each length; lists are rare and have at most some hundred elements.
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
