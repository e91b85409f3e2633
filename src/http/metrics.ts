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

/** What one process has measured, as plain data that another process can read. */
export type MetricSamples = readonly MetricObject[];

/** What is measured of the service, for Prometheus. */
export interface Metrics extends StoreObserver {
  /** A response was sent. A path that does not exist is the operation `none`, so that clients cannot add series. */
  finished(operation: string, status: number, seconds: number): void;
  /** A list was served from the cache, or had to be read. */
  cached(outcome: "hit" | "miss"): void;
  /** A key called an operation that will be removed. */
  calledDeprecated(operation: string): void;
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

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
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
  // Not all default metrics: those of Node's event loop and heap are not real numbers on Bun, and to make them collects all garbage.
  for (const measure of [osMemory, processCpu, maxFds, openFds, startTime]) measure(registry);
  for (const { name } of registry.getMetricsAsArray())
    if (!PROCESS_METRICS.has(name)) registry.removeSingleMetric(name);

  const { requests, durations, cache, commits, queued, deliveries, deprecated } = instruments(registers);
  // A rate needs a series from the start, not from the first count on.
  for (const outcome of ["hit", "miss"]) cache.inc({ outcome }, 0);
  for (const outcome of deliveryOutcomes) deliveries.inc({ outcome }, 0);
  // Looking labels up takes longer than counting.
  const hits = { hit: cache.labels("hit"), miss: cache.labels("miss") };
  const countersOf = memoized((operation: string) => ({
    duration: durations.labels(operation),
    byStatus: memoized((status: number) => requests.labels(operation, String(status))),
  }));

  return {
    finished(operation, status, seconds) {
      const { duration, byStatus } = countersOf(operation);
      byStatus(status).inc();
      duration.observe(seconds);
    },
    cached: (outcome) => hits[outcome].inc(),
    calledDeprecated: (operation) => deprecated.inc({ operation }),
    delivered: (outcome) => deliveries.inc({ outcome }),
    committed: (transactions) => commits.observe(transactions),
    queued: (transactions) => queued.set(transactions),
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

/** Everything that is measured as it happens. */
function instruments(registers: Registry[]) {
  const requests = new Counter({
    name: "petstore_http_requests_total",
    help: "Responses sent",
    labelNames: ["operation", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "petstore_http_request_duration_seconds",
    help: "Time from the arrival of a request until its response is made, for streams until their end",
    labelNames: ["operation"],
    buckets: SECONDS,
    registers,
  });
  const cache = new Counter({
    name: "petstore_http_cache_requests_total",
    help: "Lists from the cache (hit) or read from the store (miss)",
    labelNames: ["outcome"],
    registers,
  });
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
  const deliveries = new Counter({
    name: "petstore_webhook_deliveries_total",
    help: "Attempts to send an event to a webhook: succeeded, failed and to be retried, or failed and given up (failed)",
    labelNames: ["outcome"],
    registers,
  });
  const deprecated = new Counter({
    name: "petstore_http_deprecated_requests_total",
    help: "Requests of operations that will be removed; `petstore deprecations` lists who sends them",
    labelNames: ["operation"],
    registers,
  });
  return { requests, durations, cache, commits, queued, deliveries, deprecated };
}

function memoized<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(key)));
    return value;
  };
}

/** The text for Prometheus of what one or several processes have measured. */
export async function renderMetrics(all: readonly MetricSamples[]): Promise<string> {
  return AggregatorRegistry.aggregate(all.map((one) => [...one])).metrics();
}
