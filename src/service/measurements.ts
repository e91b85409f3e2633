/* Metrics of the parts of a service. The first of several workers reports what they share. */
import manifest from "../../package.json" with { type: "json" };
import type { StoreObserver } from "../core/ports.ts";
import type { Log } from "../http/application.ts";
import type { Metrics } from "../http/metrics.ts";
import { connectionCounter } from "../http/open-connections.ts";
import type { HttpServer } from "../http/server.ts";
import { freeBytes, lastBackupAt } from "../store/sqlite/disk.ts";
import type { Housekeeping } from "./jobs/housekeeping.ts";

/** What is measured of the server and of the program. */
export function observeServer(metrics: Metrics, { port, pendingRequests }: HttpServer, isFirst: boolean): void {
  const facts = { version: manifest.version, bun_version: Bun.version };
  metrics.info("petstore_build_info", "The version of this program, and of the runtime in it", facts);
  metrics.gauge("petstore_http_requests_in_flight", "Requests whose response is not sent yet", pendingRequests);
  const connections = isFirst ? connectionCounter(port) : undefined;
  if (connections === undefined) return;
  metrics.gauge("petstore_http_connections_open", "Open connections to the port, of all workers", connections);
}

/** What the regular work knows of the store. */
export function observeStore(metrics: Metrics, { feedLagMs, databaseBytes }: Housekeeping, isFirst: boolean): void {
  metrics.gauge(
    "petstore_event_feed_lag_seconds",
    "How long a committed change may have waited for its place in the feed, at most",
    () => feedLagMs() / 1000,
  );
  if (!isFirst) return;
  metrics.gauge("petstore_database_size_bytes", "What the database takes on disk, at most a minute old", databaseBytes);
}

/** The disk of the SQLite database at a path, and its backups. A database server has its own monitoring. */
export function observeDisk(metrics: Metrics, path: string): void {
  metrics.gauge("petstore_disk_free_bytes", "Free space on the disk of the database", () => freeBytes(path));
  metrics.gauge(
    "petstore_last_backup_timestamp_seconds",
    "When `petstore backup` last completed, in seconds since 1970; 0 for never",
    () => lastBackupAt(path) / 1000,
  );
}

/** What a store reports: it is measured, and what an operator should know is logged. */
export function storeObserver(metrics: Metrics, log: Pick<Log, "warn">): StoreObserver {
  return {
    committed: metrics.committed,
    queued: metrics.queued,
    checkpointFailed(reason) {
      metrics.checkpointFailed?.(reason);
      log.warn({ reason }, "the log of SQLite was not copied into the database; it grows until it can be");
    },
    upgradeWaits: () =>
      log.warn(
        {},
        "an upgrade of the schema waits for a table that others use, such as a backup; it begins again until it is free",
      ),
  };
}
