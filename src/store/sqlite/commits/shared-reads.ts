import type { Database } from "bun:sqlite";
import type { Sql } from "../../engine.ts";
import type { LogFile } from "../log/log-file.ts";
import { prepareVersion, statementsOn, versionIn } from "../sqlite-connection.ts";

/** Reads of committed data, with hooks for the group commit, so that they show only what is on disk. */
export interface Reads {
  readonly sql: Sql;
  version(): number | undefined;
  /** Called in each transaction before its commit. */
  hold(): void;
  /** Called after each commit, even a failed one: resolves when it is on disk and shown. */
  committed(): Promise<void>;
  /** Called after a transaction without changes: resolves when what it read is on disk. */
  unchanged(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  /** Other processes may make commits visible before they are on disk: then the log is synced before they are shown. */
  readonly log: LogFile;
  readonly failureOf: (error: unknown) => unknown;
}

/** Reads beside a writer whose commits are visible only when they are on disk: each read is its own transaction. */
export function sharedReads({ database, log, failureOf }: Parts): Reads {
  const statements = statementsOn(database, failureOf);
  const dataVersion = prepareVersion(database);
  let synced: bigint | undefined;
  const showing = new Set<Promise<void>>();

  /** Resolves when what was read is on disk and the other processes know that it is shown. */
  async function show(): Promise<void> {
    await log.sync();
    log.announce();
  }

  return {
    async sql<Row>(...template: Parameters<Sql>) {
      const rows = statements.run<Row>(...template);
      const seen = versionIn(dataVersion);
      if (seen !== synced) {
        const shown = show();
        showing.add(shown);
        await shown.finally(() => showing.delete(shown));
      }
      synced = seen;
      return rows;
    },
    // SQLite counts the commits of all other connections: of our writer and of other processes.
    version() {
      try {
        return Number(versionIn(dataVersion));
      } catch (error) {
        throw failureOf(error);
      }
    },
    hold() {},
    async committed() {},
    async unchanged() {},
    async close() {
      statements.finalize();
      // The log is closed next. Its number may then belong to another file.
      await Promise.allSettled(showing);
      dataVersion.finalize();
      database.close();
    },
  };
}
