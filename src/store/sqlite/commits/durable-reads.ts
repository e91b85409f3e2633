import type { Database } from "bun:sqlite";
import type { MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import type { Sql } from "../../engine.ts";
import type { LogFile } from "../log/log-file.ts";
import type { LogIndex } from "../log/log-index.ts";
import { prepareVersion, type Statements, statementsOn, versionIn } from "../sqlite-connection.ts";
import type { Reads } from "./shared-reads.ts";

/** A reading connection, and the state of the database at which it is known to show only what is on disk. */
class Reader {
  readonly database: Database;
  readonly statements: Statements;
  /** Its `data_version` then; undefined if there is no such state. */
  durable: bigint | undefined;
  /** The `data_version` of the writer then, or a little before: it changes with commits of other processes only. */
  foreign: bigint | undefined;
  readonly #begin;
  readonly #end;
  readonly #look;

  constructor(database: Database, failureOf: (error: unknown) => unknown) {
    this.database = database;
    this.statements = statementsOn(database, failureOf);
    this.#begin = database.prepare("begin");
    // A commit would throw the error of a read of a damaged page.
    this.#end = database.prepare("rollback");
    this.#look = prepareVersion(database);
  }

  /** Whether a read transaction holds one state. Some errors end it. */
  get isPinned(): boolean {
    return this.database.inTransaction;
  }

  /** Holds the newest state from now on, and returns its `data_version`. */
  pin(): bigint {
    this.unpin();
    this.#begin.run();
    try {
      return versionIn(this.#look);
    } catch (error) {
      this.unpin();
      throw error;
    }
  }

  unpin(): void {
    if (this.isPinned) this.#end.run();
  }

  close(): void {
    this.unpin();
    this.statements.finalize();
    for (const statement of [this.#begin, this.#end, this.#look]) statement.finalize();
    this.database.close();
  }
}

/** A read that waits for the next state. It gets the reader, or an error. */
type Waiting = (reader: Reader, failure?: unknown) => void;

/** The dependencies of `DurableReads`. */
interface Parts {
  /** Opens a connection for reading. */
  readonly open: () => Database;
  readonly writer: Database;
  readonly log: LogFile;
  readonly index: LogIndex;
  readonly failureOf: (error: unknown) => unknown;
  /** Ends the process. A failed sync may have lost writes, and a later one would not report that. */
  readonly end: (reason: unknown) => void;
}

/**
 * Reads beside a writer whose commits are visible before they are on disk. A state is shown once the log was synced after the state was
 * taken; until then, reads get the state before. A read sees every commit that was acknowledged, or shown to anybody, before it by this
 * process or another: each checks whether the state is the newest. The reads of an iteration of the event loop share a transaction, because
 * beginning and ending one costs more than the read; they do not share the check.
 */
export class DurableReads implements Reads {
  readonly #parts: Parts;
  readonly #foreignVersion;
  /** The reader whose state is shown, and the one that takes the next state. */
  #shown: Reader;
  #next: Reader;
  /** Whether a commit of ours is not on disk yet. */
  #isHeld = false;
  /** What `log.lastShown` returned before that commit. */
  #lastShown: number | undefined;
  /** The shown reader while its transaction, in which it was up to date at that position of the index, is shared. */
  #shared: Reader | undefined;
  #waiting: Waiting[] = [];
  #advancing: Promise<void> | undefined;
  #count = 0;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#foreignVersion = prepareVersion(parts.writer);
    this.#shown = new Reader(parts.open(), parts.failureOf);
    this.#next = new Reader(parts.open(), parts.failureOf);
  }

  /** Implements `Engine.sql`. */
  readonly sql: Sql = <Row>(...template: Parameters<Sql>): MaybePromise<Row[]> => {
    const reader = this.#current();
    if (reader !== undefined) return reader.statements.run<Row>(...template);
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
    this.#await((next, failure) => {
      if (failure !== undefined) return reject(failure);
      try {
        resolve(next.statements.run<Row>(...template));
      } catch (error) {
        reject(error);
      }
    });
    return promise;
  };

  /** A number of the shown state; undefined while reads have to wait for one, and after `close`. */
  version(): number | undefined {
    return !this.#isClosed && this.#current() !== undefined ? this.#count : undefined;
  }

  /** Call in each transaction before its commit: the shown state stays until `committed`. */
  hold(): void {
    this.#isHeld = true;
    this.#shared = undefined;
    this.#lastShown = this.#parts.log.lastShown();
    // No other process can commit now. Its earlier commits wait for the sync, like ours.
    if (this.#shown.pin() === this.#shown.durable) this.#shown.foreign = versionIn(this.#foreignVersion);
    else this.#shown.unpin();
  }

  /** Call after each commit, even a failed one: resolves when it is on disk and shown. */
  committed(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#await(() => {
      this.#isHeld = false;
      resolve();
    });
    return promise;
  }

  /** Call after a group without changes: resolves when what it read is on disk. */
  async unchanged(): Promise<void> {
    if (this.#current() === undefined) await this.committed();
  }

  async close(): Promise<void> {
    // A caller that was just served may wait for the next state already.
    while (this.#advancing !== undefined) await this.#advancing;
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#foreignVersion.finalize();
    this.#shown.close();
    this.#next.close();
  }

  /** The reader, if it shows every acknowledged commit, and only what is on disk. */
  #current(): Reader | undefined {
    const shown = this.#shown;
    // Its statements throw then.
    if (this.#isClosed) return shown;
    try {
      return this.#isUpToDate(shown) ? shown : undefined;
    } catch (error) {
      throw this.#parts.failureOf(error);
    }
  }

  /** Releases the log: SQLite can overwrite it from its start once it has no readers. */
  #release(): void {
    this.#shared = undefined;
    if (!this.#isHeld && !this.#isClosed) this.#shown.unpin();
  }

  /** Lets the reads of this iteration share the transaction of a reader that is up to date. */
  #share(shown: Reader): void {
    this.#shared = shown;
    setImmediate(() => this.#release());
  }

  #isUpToDate(shown: Reader): boolean {
    if (this.#isHeld) return shown.isPinned && this.#isNewestToOthers(shown);
    if (this.#shared === shown && shown.isPinned && this.#parts.index.isUnchanged()) return true;
    // Before the state is taken: a commit in between then ends the sharing.
    this.#parts.index.mark();
    const isNewest = shown.pin() === shown.durable;
    if (isNewest) this.#share(shown);
    else shown.unpin();
    return isNewest;
  }

  /** Whether no other process has shown or committed anything since: another process may show our commit before we do. */
  #isNewestToOthers({ foreign }: Reader): boolean {
    return versionIn(this.#foreignVersion) === foreign && this.#parts.log.lastShown() === this.#lastShown;
  }

  #await(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#advancing ??= this.#advance();
  }

  /** Takes the newest state, syncs the log, and shows that state, while reads wait for one. */
  async #advance(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Reads that arrive from here on may need a newer state.
      const waiting = this.#waiting.splice(0);
      const next = this.#next;
      let failure: unknown;
      let hasForeign = true;
      try {
        // Before and after the state is taken: another process may commit at any time.
        next.foreign = versionIn(this.#foreignVersion);
        next.durable = next.pin();
        hasForeign = versionIn(this.#foreignVersion) !== this.#shown.foreign;
      } catch (error) {
        next.durable = undefined;
        failure = this.#parts.failureOf(error);
      }
      await this.#sync(hasForeign);
      this.#next = this.#shown;
      this.#shown = next;
      this.#count += 1;
      for (const serve of waiting) serve(next, failure);
      this.#next.unpin();
      this.#release();
    }
    // Here, not when the promise settles: a caller that was just served may wait for the next state already.
    this.#advancing = undefined;
  }

  async #sync(hasForeign: boolean): Promise<void> {
    const { log, end } = this.#parts;
    try {
      await log.sync();
      if (hasForeign) log.announce();
    } catch (error) {
      end(error);
      // A commit that may be lost is never acknowledged.
      await new Promise(() => {});
    }
  }
}
