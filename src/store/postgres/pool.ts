import { Slots } from "../../core/concurrency/slots.ts";
import type { EngineOptions } from "../engine.ts";
import { type Connection, openConnection } from "./postgres-connection.ts";
import { NO_CONNECTION } from "./postgres-errors.ts";

/** Lends connections, each to one caller at a time. */
export interface Pool {
  /**
   * Runs work with a connection, ahead of others if urgent. Throws `service_unavailable` if there is none before the deadline (of
   * `performance.now()`).
   */
  lend<Result>(deadline: number, isUrgent: boolean, work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Replaces all connections; those in use when they are returned. */
  replaceAll(): void;
}

/** Creates a pool that connects on demand. */
export function connectionPool(url: string, options: EngineOptions): Pool {
  const permits = waitingSlots("connections to the database", options.connections);
  let idle: Connection[] = [];
  return {
    async lend(deadline, isUrgent, work) {
      const release = await permits.wait({ waitMs: Math.max(0, deadline - performance.now()), isUrgent });
      const home = idle;
      let connection: Connection | undefined;
      try {
        connection = lastUsed(home) ?? (await openConnection(url, options, deadline));
        return await work(connection);
      } finally {
        if (connection?.isOpen && home === idle) home.push(connection);
        else connection?.close();
        release();
      }
    },
    replaceAll() {
      for (const connection of idle) connection.close();
      idle = [];
    },
  };
}

/** Slots whose callers wait until a deadline. */
export function waitingSlots(what: string, max: number): Slots {
  return new Slots({ what, max, maxWaiting: Number.POSITIVE_INFINITY, late: NO_CONNECTION });
}

/** Takes the connection that was used last, so that few stay busy. It may have been lost meanwhile. */
function lastUsed(idle: Connection[]): Connection | undefined {
  for (;;) {
    const connection = idle.pop();
    if (connection?.isOpen !== false) return connection;
  }
}
