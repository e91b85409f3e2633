/* The composition root: configuration -> store -> application -> HTTP server -> drain. */

import { EventTail } from "../core/feed/event-tail.ts";
import { Keyring } from "../core/keys/keyring.ts";
import type { Store } from "../core/ports.ts";
import { createApp } from "../http/app.ts";
import type { Application, Log } from "../http/application.ts";
import { ClosedConnections } from "../http/closed-connections.ts";
import type { MetricSamples } from "../http/meters.ts";
import { createMetrics, type Metrics } from "../http/metrics.ts";
import { type HttpServer, listen, reservePort, type StopStep } from "../http/server.ts";
import { sqlitePath } from "../store/url.ts";
import { applicationOf } from "./application.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./database.ts";
import { firstKeyOf } from "./first-key.ts";
import { retentionOf, startHousekeeping } from "./jobs/housekeeping.ts";
import { type AddressRules, systemResolve } from "./jobs/webhook-address.ts";
import { WebhookDelivery } from "./jobs/webhook-delivery.ts";
import { createLog } from "./log.ts";
import { observeDisk, observeServer, observeStore, storeObserver } from "./measurements.ts";
import { originOf } from "./origin.ts";
import { clock, secrets } from "./runtime.ts";
import { readTls } from "./tls.ts";

const newId = () => crypto.randomUUID();

/** How long the service may take to end after the requests in flight. */
const END_MS = 1000;

export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** The first key of a new store: shown now or never. */
  readonly firstKey: string | undefined;
  readonly log: Log;
  /** What this process has measured. */
  samples(): Promise<MetricSamples>;
  /** Stops accepting, finishes the requests in progress within the configured time, closes the store. */
  stop(): Promise<void>;
}

/** One of several processes on one port. */
export interface WorkerPlace {
  readonly number: number;
  /** Sends the samples of this worker and returns those of all; undefined when the supervisor does not respond. */
  gather(samples: MetricSamples): Promise<readonly MetricSamples[] | undefined>;
  /** Resolves when the workers that stop together have all done this step. */
  othersDid(step: StopStep): Promise<void>;
}

/** What is around a service, apart from its configuration. Tests have their own. */
export interface Surroundings {
  readonly log: Log;
  /** The time, in epoch milliseconds. */
  readonly clock: () => number;
  /** Makes the id of a request. */
  readonly newId: () => string;
  /** Differs for each process. */
  readonly instance: string;
  /** Finds the addresses of a webhook's host. */
  readonly resolve: AddressRules["resolve"];
  readonly role: "service" | "worker";
  /** Ends the process when its disk fails. */
  readonly end: (reason: unknown) => void;
}

/** A service that responds to requests, without its background work. */
interface Composed {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly tail: EventTail;
  readonly metrics: Metrics;
  readonly rules: AddressRules;
  readonly server: HttpServer;
}

/** Optional parts of a service. */
interface ComposeOptions {
  readonly worker?: WorkerPlace | undefined;
  /** Parts in place of those that the configuration leads to. */
  readonly changes?: Partial<Application>;
}

/** Puts a service together: store, application, HTTP server. Throws when the store cannot be opened or the port is taken. */
export async function compose(
  config: Config,
  { role, end, resolve, ...surroundings }: Surroundings,
  { worker, changes }: ComposeOptions = {},
): Promise<Composed> {
  const tls = await readTls(config);
  const metrics = createMetrics(worker?.number);
  const observer = storeObserver(metrics, surroundings.log);
  const store = await openDatabase(config, { observer, role, end });
  const tail = new EventTail(store, surroundings.clock);
  const rules = { allowPrivate: config.webhookAllowPrivate === 1, resolve };
  const keyring = new Keyring(store, config.apiKey === "" ? undefined : secrets.sha256(config.apiKey));

  async function gatherMetrics(): Promise<readonly MetricSamples[]> {
    const samples = await metrics.samples();
    // When the supervisor does not respond, this process's own metrics are better than none.
    return (await worker?.gather(samples)) ?? [samples];
  }

  const closed = new ClosedConnections((fields, message) => surroundings.log.warn(fields, message));
  const outside = { ...surroundings, closed, store, keyring, tail, metrics, gatherMetrics, rules };
  try {
    const server = listen({
      appOn: (port) => createApp({ ...applicationOf(config, originOf(config, port), outside), ...changes }),
      hostname: config.host,
      port: config.port,
      isShared: worker !== undefined,
      closed,
      othersDid: worker?.othersDid,
      tls,
      shutdownDelayMs: config.shutdownDelaySeconds * 1000,
      shutdownTimeoutMs: config.shutdownTimeoutSeconds * 1000,
    });
    return { store, keyring, tail, metrics, rules, server };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Runs the service. Throws when the store cannot be opened or the port is taken. */
export async function serve(config: Config, worker?: WorkerPlace): Promise<RunningService> {
  const log = await createLog(config.logLevel, worker?.number);
  const role = worker === undefined ? "service" : "worker";
  const surroundings = { log, clock, newId, instance: newId(), resolve: systemResolve, role, end: endOf(log) } as const;
  const { store, keyring, tail, metrics, rules, server } = await compose(config, surroundings, { worker });
  observeServer(metrics, server, isFirst(worker));
  const housekeeping = startHousekeeping({
    store,
    keyring,
    tail,
    clock,
    ...retentionOf(config),
    isFirst: isFirst(worker),
    warn: (fields, message) => log.warn(fields, message),
  });
  observeStore(metrics, housekeeping, isFirst(worker));
  const path = sqlitePath(config.databaseUrl);
  if (path !== undefined && isFirst(worker)) observeDisk(metrics, path);

  // Of several workers one sends to webhooks, so that a service has one limit.
  const webhooks = isFirst(worker) ? deliverWebhooks({ store, rules, metrics, log }) : undefined;

  async function stop(): Promise<void> {
    await Promise.all([server.stop(), webhooks?.end(config.shutdownTimeoutSeconds * 1000)]);
    await housekeeping.end();
    await store.close();
  }

  const running = { origin: originOf(config, server.port), firstKey: undefined, log, samples: metrics.samples, stop };
  if (worker !== undefined) return running;
  // Only now: a start that fails, for example because the port is in use, must not use up the key that is shown once.
  try {
    return { ...running, firstKey: await firstKeyOf(store, config) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends the process when its disk fails. It sends no more responses: they could show what is lost after a restart. */
function endOf(log: Log): (reason: unknown) => void {
  return (reason) => {
    log.error({ err: reason }, "a sync of the disk failed");
    process.stderr.write(
      `petstore: a sync of the disk failed (${reason}). Everything acknowledged is stored. Check the disk, then start the service again.\n`,
    );
    process.exit(1);
  };
}

/** How long the service takes to stop, at most, in milliseconds. */
export function stopMsOf({ shutdownDelaySeconds, shutdownTimeoutSeconds }: Config): number {
  return (shutdownDelaySeconds + shutdownTimeoutSeconds) * 1000 + END_MS;
}

/** One of several workers does what must happen once. */
function isFirst(worker: WorkerPlace | undefined): boolean {
  return worker === undefined || worker.number === 1;
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

/** Reserves the port of the service, and returns its number. */
export function claimPort({ host, port }: Config): Promise<number> {
  return reservePort(host, port);
}

/** Prepares the store for workers, or throws: the schema, and the first key of a new store, which is returned. */
export async function prepareStore(config: Config): Promise<string | undefined> {
  await using store = await openDatabase(config, { role: "worker" });
  return await firstKeyOf(store, config);
}
