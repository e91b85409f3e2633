/* The composition root: configuration -> store -> application -> HTTP server -> drain. */

import { uptime } from "node:os";
import { INT64_MAX } from "../contract/common.ts";
import { EventTail } from "../core/feed/event-tail.ts";
import { Keyring } from "../core/keys/keyring.ts";
import type { Store } from "../core/ports.ts";
import { remindOfCare } from "../core/shop/care/care-reminder.ts";
import { createApp } from "../http/app.ts";
import type { Application, Log } from "../http/application.ts";
import { ClosedConnections } from "../http/limits/closed-connections.ts";
import { createMetrics, type Metrics } from "../http/observability/metrics.ts";
import { type HttpServer, listen, requirePort } from "../http/server.ts";
import { ProcessEnd } from "../store/engine.ts";
import { sqlitePath } from "../store/url.ts";
import { applicationOf, visitorsOf } from "./application-options.ts";
import { openDatabase } from "./database.ts";
import { firstKeyOf } from "./first-key-setup.ts";
import { retentionOf, startHousekeeping } from "./jobs/housekeeping.ts";
import { type LeftImports, leftImports } from "./jobs/left-imports.ts";
import { type AddressRules, systemResolve } from "./jobs/webhook-address.ts";
import { WebhookDelivery } from "./jobs/webhook-delivery.ts";
import { createLog } from "./log.ts";
import { observeDisk, observeServer, observeStore, storeObserver } from "./measurements.ts";
import { originOf } from "./origin.ts";
import { papersOf } from "./papers/paper-texts.ts";
import { clock, secrets } from "./runtime.ts";
import type { Config } from "./settings/settings.ts";
import { readTls } from "./tls.ts";

const newId = () => crypto.randomUUID();

/** How long the service may take to stop after the last request, in milliseconds. */
const END_MS = 1000;

export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** The first key of a new store. It is not available again. */
  readonly firstKey: string | undefined;
  /** When the newest change was made, in epoch milliseconds, if there is one. */
  readonly newestAt: number | undefined;
  readonly log: Log;
  /** Stops accepting, finishes the requests in progress within the configured time, closes the store. */
  stop(): Promise<void>;
}

/** The environment of a service besides its configuration. Tests replace parts of it. */
export interface Surroundings {
  readonly log: Log;
  /** The time, in epoch milliseconds. */
  readonly clock: () => number;
  /** Creates request ids. */
  readonly newId: () => string;
  /** Unique per process. */
  readonly instance: string;
  /** Resolves the host of a webhook. */
  readonly resolve: AddressRules["resolve"];
  /** Ends the process when its disk fails. */
  readonly end: (reason: unknown) => void;
}

/** A service that handles requests, without its background jobs. */
interface Composed {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly tail: EventTail;
  readonly metrics: Metrics;
  readonly rules: AddressRules;
  readonly server: HttpServer;
  readonly imports: LeftImports;
}

/**
 * Creates store, application and HTTP server. `changes` override parts of the application. Throws if the store cannot be opened or the
 * port is in use.
 */
export async function compose(
  config: Config,
  { end, resolve, ...surroundings }: Surroundings,
  changes?: Partial<Application>,
): Promise<Composed> {
  const tls = await readTls(config);
  const papers = papersOf(config);
  const metrics = createMetrics();
  const observer = storeObserver(metrics, surroundings.log);
  const store = await openDatabase(config, { observer, serves: true, end });
  const warn = (fields: object, message: string) => surroundings.log.warn(fields, message);
  try {
    const imports = leftImports({ store, clock: surroundings.clock, warn });
    // Before the first request: what a killed process left of an import must not be visible.
    if (store.isAlone) await imports.takeBack(true);
    const tail = new EventTail(store, surroundings.clock);
    const rules = { allowPrivate: config.webhookAllowPrivate === 1, resolve };
    const keyring = new Keyring(store, config.apiKey === "" ? undefined : secrets.sha256(config.apiKey));
    const closed = new ClosedConnections(warn);
    const outside = {
      ...surroundings,
      visitorsOf: await visitorsOf(config),
      papers,
      closed,
      store,
      keyring,
      tail,
      metrics,
      rules,
    };
    const server = listen({
      appOn: (port) => createApp({ ...applicationOf(config, originOf(config, port), outside), ...changes }),
      hostname: config.host,
      port: config.port,
      closed,
      tls,
      shutdownDelayMs: config.shutdownDelaySeconds * 1000,
      shutdownTimeoutMs: config.shutdownTimeoutSeconds * 1000,
    });
    return { store, keyring, tail, metrics, rules, server, imports };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Runs the service. Throws if the store cannot be opened or the port is in use. */
export async function serve(config: Config): Promise<RunningService> {
  const log = await createLog(config.logLevel);
  let isStarting = true;
  const surroundings = { log, clock, newId, instance: newId(), resolve: systemResolve, end: endOf(log) };
  const { store, keyring, tail, metrics, rules, server, imports } = await compose(config, surroundings, {
    isStarting: () => isStarting,
  });
  observeServer(metrics, server);
  const housekeeping = startHousekeeping({
    store,
    keyring,
    tail,
    imports,
    clock,
    uptime: () => uptime() * 1000,
    timeZone: config.shopTimeZone,
    remind: (now) =>
      remindOfCare({ store, now, timeZone: config.shopTimeZone, hour: config.careReminderHour, ...secrets }),
    ...retentionOf(config),
    warn: (fields, message) => log.warn(fields, message),
  });
  observeStore(metrics, housekeeping, imports);
  const path = sqlitePath(config.databaseUrl);
  if (path !== undefined) observeDisk(metrics, path);
  const webhooks = deliverWebhooks({ store, rules, metrics, log });

  async function stop(): Promise<void> {
    await Promise.all([server.stop(), webhooks.end(config.shutdownTimeoutSeconds * 1000)]);
    await housekeeping.end();
    await store.close();
  }

  // Not earlier: a failed start, for example because the port is in use, must not use up the key that is shown once.
  try {
    const firstKey = await firstKeyOf(store, config);
    isStarting = false;
    return { origin: originOf(config, server.port), firstKey, newestAt: await newestAt(store), log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function newestAt({ events }: Store): Promise<number | undefined> {
  const [newest] = await events.list({}, { after: INT64_MAX, limit: 1, order: "desc" }, 0n);
  return newest?.at;
}

/**
 * Ends the process when its disk fails or its files are gone. Sends no more responses: they could show data that is lost after a
 * restart.
 */
function endOf(log: Log): (reason: unknown) => void {
  return (reason) => {
    const said =
      reason instanceof ProcessEnd
        ? reason.message
        : `a sync of the disk failed (${reason}). Everything acknowledged is stored. Check the disk, then start the service again`;
    log.error(
      { err: reason },
      reason instanceof ProcessEnd ? "the log of the database is gone" : "a sync of the disk failed",
    );
    process.stderr.write(`petstore: ${said}.\n`);
    process.exit(1);
  };
}

/** The maximum duration of a stop, in milliseconds. */
export function stopMsOf({ shutdownDelaySeconds, shutdownTimeoutSeconds }: Config): number {
  return (shutdownDelaySeconds + shutdownTimeoutSeconds) * 1000 + END_MS;
}

type DeliveryParts = Pick<Composed, "store" | "rules" | "metrics"> & Pick<Surroundings, "log">;

function deliverWebhooks({ store, rules, metrics, log }: DeliveryParts): WebhookDelivery {
  const delivery = new WebhookDelivery({
    store,
    clock,
    newId,
    rules,
    delivered: metrics.delivered,
    warn: (fields, message) => log.warn(fields, message),
  });
  metrics.gauge(
    "petstore_webhook_oldest_undelivered_seconds",
    "Age of the oldest event that a webhook has neither received nor given up; 0 if there is none",
    () => delivery.oldestAge(),
  );
  return delivery;
}

/** Throws if the service cannot listen. */
export function claimPort({ host, port }: Config): Promise<void> {
  return requirePort(host, port);
}
