/* Metrics of the service's parts. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import manifest from "../../package.json" with { type: "json" };
import { conditions } from "../core/conditions.ts";
import type { StoreObserver } from "../core/ports.ts";
import type { Log } from "../http/application.ts";
import type { Metrics } from "../http/observability/metrics.ts";
import type { HttpServer } from "../http/server.ts";
import { freeBytes, lastBackupAt } from "../store/sqlite/disk.ts";
import type { Housekeeping } from "./jobs/housekeeping.ts";
import type { LeftImports } from "./jobs/left-imports.ts";

/** Adds metrics of the server and the process. */
export function observeServer(metrics: Metrics, { port, pendingRequests }: HttpServer): void {
  const facts = { version: manifest.version, bun_version: Bun.version };
  metrics.info("petstore_build_info", "The version of this program, and of the runtime in it", facts);
  metrics.gauge("petstore_http_requests_in_flight", "Requests whose response is not sent yet", pendingRequests);
  const connections = connectionCounter(port);
  if (connections === undefined) return;
  metrics.gauge("petstore_http_connections_open", "Open connections to the port", connections);
}

/** Adds metrics of the store that background jobs collect. */
export function observeStore(metrics: Metrics, housekeeping: Housekeeping, imports: Pick<LeftImports, "count">): void {
  const { feedLagMs, databaseBytes, failingWebhooks, failingPurges, isClockRefused } = housekeeping;
  metrics.gauge(
    "petstore_event_feed_lag_seconds",
    "How long a committed change may have waited for its place in the feed, at most",
    () => feedLagMs() / 1000,
  );
  metrics.gauge("petstore_database_size_bytes", "What the database takes on disk, at most a minute old", databaseBytes);
  const show = ({ metric, help }: (typeof conditions)[keyof typeof conditions], read: () => number) =>
    metrics.gauge(metric, help, read);
  show(conditions.webhook, failingWebhooks);
  show(conditions.purge, failingPurges);
  show(conditions.clock, () => Number(isClockRefused()));
  show(conditions.leftImport, imports.count);
}

/** Adds metrics of the SQLite database's disk and its backups. A database server has its own monitoring. */
export function observeDisk(metrics: Metrics, path: string): void {
  metrics.gauge("petstore_disk_free_bytes", "Free space on the disk of the database", () => freeBytes(path));
  metrics.gauge(
    "petstore_last_backup_timestamp_seconds",
    "When `petstore backup` last completed, in seconds since 1970; 0 for never",
    () => lastBackupAt(path) / 1000,
  );
}

/** Measures what a store reports, and logs what an operator should know. */
export function storeObserver(metrics: Metrics, log: Pick<Log, "warn">): StoreObserver {
  const away = new Set<string>();
  const { standby: standbyAway } = conditions;
  metrics.gauge(standbyAway.metric, standbyAway.help, () => away.size);
  return {
    committed: metrics.committed,
    queued: metrics.queued,
    checkpointFailed(reason) {
      metrics.checkpointFailed?.(reason);
      log.warn({ reason }, "the log of SQLite was not copied into the database; it grows until it can be");
    },
    standbyChanged(standby, reason) {
      if (reason === undefined) {
        away.delete(standby);
        log.warn({ standby }, "a standby answers reads again");
      } else {
        away.add(standby);
        log.warn({ standby, reason }, standbyAway.log);
      }
    },
    upgradeWaits: () =>
      log.warn(
        {},
        "an upgrade of the schema waits for a table that others use, such as a backup; it begins again until it is free",
      ),
  };
}

/** TCP sockets of this network namespace. Bun does not count the connections of its server. */
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"] as const;

/** An established connection: number, local address and port, remote ones, and state 01. */
const ESTABLISHED = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:[\dA-F]{4} 01 /gm;

/** How long a count is reused: anyone can request the metrics, and the tables can be long. */
const COUNT_MS = 1000;

/** Creates a function that counts open connections to a port, at most once a second; undefined on systems without these tables. */
export function connectionCounter(port: number, clock = () => performance.now()): (() => Promise<number>) | undefined {
  if (!existsSync(TABLES[0])) return undefined;
  let counted: Promise<number> | undefined;
  let countedAt = 0;
  return () => {
    if (counted === undefined || clock() - countedAt >= COUNT_MS) {
      countedAt = clock();
      counted = countTo(port);
    }
    return counted;
  };
}

async function countTo(port: number): Promise<number> {
  // Without IPv6 the second table is missing.
  const texts = await Promise.all(TABLES.map((table) => readFile(table, "latin1").catch(() => "")));
  const ports = texts.flatMap((text) => [...text.matchAll(ESTABLISHED)].map(([, local = ""]) => local));
  return ports.filter((local) => Number.parseInt(local, 16) === port).length;
}
