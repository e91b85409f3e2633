// Not all of prom-client: its index loads clients of HTTP, which doubles the time that it takes.
import type { MetricObject } from "prom-client";
import AggregatorRegistry from "prom-client/lib/cluster.js";
import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import Histogram from "prom-client/lib/histogram.js";
import osMemory from "prom-client/lib/metrics/osMemoryHeap.js";
import processCpu from "prom-client/lib/metrics/processCpuTotal.js";
import maxFds from "prom-client/lib/metrics/processMaxFileDescriptors.js";
import openFds from "prom-client/lib/metrics/processOpenFileDescriptors.js";
import startTime from "prom-client/lib/metrics/processStartTime.js";
import Registry from "prom-client/lib/registry.js";
import type { StoreObserver } from "../core/ports.ts";
import { type DeliveryOutcome, deliveryOutcomes } from "../core/webhooks/delivery-life.ts";
import { Meter } from "./meters.ts";

/** What one process has measured, as plain data that another process can read. */
export type MetricSamples = readonly MetricObject[];

/** What is measured of the service, for Prometheus. */
export interface Metrics extends StoreObserver {
  /** Where the responses of an operation are counted. A path that does not exist is the operation `none`, so that clients cannot add series. */
  meter(operation: string): Meter;
  /** A list was served from the cache, or had to be read. */
  cached(outcome: "hit" | "miss"): void;
  /** An attempt to send an event to a webhook ended. */
  delivered(outcome: DeliveryOutcome): void;
  /** Reports a number whenever the metrics are read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Reports facts about this process as labels of the number 1. */
  info(name: string, help: string, facts: Readonly<Record<string, string>>): void;
  samples(): Promise<MetricSamples>;
}

/** The media type of `renderMetrics`. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const TRANSACTIONS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

const PROCESS_METRICS: ReadonlySet<string> = new Set([
  "process_cpu_seconds_total",
  "process_cpu_system_seconds_total",
  // Its collection also sets the other two.
  "process_cpu_user_seconds_total",
  "process_max_fds",
  "process_open_fds",
  "process_resident_memory_bytes",
  "process_start_time_seconds",
]);

/** The metrics of this process. A worker labels its own, so that Prometheus notices when it is replaced and starts at 0. */
export function createMetrics(worker?: number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (worker !== undefined) registry.setDefaultLabels({ worker: String(worker) });
  // Not all default metrics: those of Node's event loop and heap are not real numbers on Bun, and reading them forces a full collection.
  for (const measure of [osMemory, processCpu, maxFds, openFds, startTime]) measure(registry);
  for (const { name } of registry.getMetricsAsArray())
    if (!PROCESS_METRICS.has(name)) registry.removeSingleMetric(name);

  const meters = new Map<string, Meter>();
  // A rate needs a series from the start, not from the first count on.
  const hits = { hit: 0, miss: 0 };
  countWhenRead(registry, meters, hits);
  const { commits, queued, checkpoints, deliveries } = instruments(registers);
  for (const outcome of deliveryOutcomes) deliveries.inc({ outcome }, 0);

  return {
    meter(operation) {
      let meter = meters.get(operation);
      if (meter === undefined) meters.set(operation, (meter = new Meter(operation)));
      return meter;
    },
    cached(outcome) {
      hits[outcome] += 1;
    },
    delivered: (outcome) => deliveries.inc({ outcome }),
    committed: (transactions) => commits.observe(transactions),
    queued: (transactions) => queued.set(transactions),
    checkpointFailed: () => checkpoints.inc(),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          // One number that cannot be read must not take the others with it.
          this.set(await Promise.try(read).catch(() => Number.NaN));
        },
      });
    },
    info(name, help, facts) {
      new Gauge({ name, help, labelNames: Object.keys(facts), registers }).set(facts, 1);
    },
    // Workers differ in a label, so a sum over them leaves every series as it is.
    samples: async () => (await registry.getMetricsAsJSON()).map((metric) => ({ ...metric, aggregator: "sum" })),
  };
}

/** What happens with every request is added up when the metrics are read: a counter of the library takes longer than its request may. */
function countWhenRead(
  registry: Registry,
  meters: ReadonlyMap<string, Meter>,
  hits: Readonly<Record<"hit" | "miss", number>>,
): void {
  const read = [
    {
      name: "petstore_http_requests_total",
      help: "Responses sent",
      type: "counter",
      values: () => [...meters.values()].flatMap((meter) => meter.requests()),
    },
    {
      name: "petstore_http_request_duration_seconds",
      help: "Time from the arrival of a request until its response is made, for streams until their end",
      type: "histogram",
      values: (name: string) => [...meters.values()].flatMap((meter) => meter.durations(name)),
    },
    {
      name: "petstore_http_cache_requests_total",
      help: "Lists from the cache (hit) or read from the store (miss)",
      type: "counter",
      values: () => Object.entries(hits).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      name: "petstore_http_deprecated_requests_total",
      help: "Requests of operations that will be removed; `petstore deprecations` lists who sends them",
      type: "counter",
      values: () => [...meters.values()].flatMap((meter) => meter.deprecated()),
    },
  ];
  for (const { values, ...metric } of read) {
    const get = async () => ({ ...metric, values: values(metric.name) });
    // All that a registry needs of a metric, and less than its type says.
    registry.registerMetric({ name: metric.name, get } as unknown as Counter);
  }
}

/** What is measured as it happens. */
function instruments(registers: Registry[]) {
  const commits = new Histogram({
    name: "petstore_store_commit_transactions",
    help: "Transactions per commit",
    buckets: TRANSACTIONS,
    registers,
  });
  const queued = new Gauge({
    name: "petstore_store_queued_transactions",
    help: "Transactions that are waiting",
    registers,
  });
  const checkpoints = new Counter({
    name: "petstore_store_failed_checkpoints_total",
    help: "Times that the log of SQLite could not be copied into the database; the log grows meanwhile",
    registers,
  });
  const deliveries = new Counter({
    name: "petstore_webhook_deliveries_total",
    help: "Attempts to send an event to a webhook: succeeded, failed and to be retried, or failed and given up (failed)",
    labelNames: ["outcome"],
    registers,
  });
  return { commits, queued, checkpoints, deliveries };
}

/** The text for Prometheus of what one or several processes have measured. */
export async function renderMetrics(all: readonly MetricSamples[]): Promise<string> {
  return AggregatorRegistry.aggregate(all.map((one) => [...one])).metrics();
}
