/* The metrics, as data: plain numbers while the service runs, formatted only when they are scraped. */
import type { StoreObserver } from "../../core/ports.ts";
import { type DeliveryOutcome, deliveryOutcomes } from "../../core/webhooks/delivery-life.ts";
import { counter, Distribution, gauge, histogram, Meter, type Metric, type ReadMetric, type Sample } from "./meters.ts";
import { readProcess } from "./process-metrics.ts";

/** The metrics of the service, for Prometheus. */
export interface Metrics extends StoreObserver {
  /** Where the responses of an operation are counted. A path that does not exist is the operation `none`, so that clients cannot add series. */
  meter(operation: string): Meter;
  /** A list was served from the cache, or read from the store. */
  cached(outcome: "hit" | "miss"): void;
  /** An attempt to send an event to a webhook ended. */
  delivered(outcome: DeliveryOutcome): void;
  /** Reports a number whenever the metrics are read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Reports facts about this process as labels of the number 1. */
  info(name: string, help: string, facts: Readonly<Record<string, string>>): void;
  /** Reads all metrics. */
  read(): Promise<readonly ReadMetric[]>;
}

const TRANSACTIONS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The metrics of this process. */
export function createMetrics(): Metrics {
  const meters = new Map<string, Meter>();
  // A rate needs a series from the start, not from the first count on.
  const hits: Record<"hit" | "miss", number> = { hit: 0, miss: 0 };
  const deliveries = Object.fromEntries(deliveryOutcomes.map((outcome) => [outcome, 0])) as Record<
    DeliveryOutcome,
    number
  >;
  const commits = new Distribution(TRANSACTIONS);
  const store = { queued: 0, failedCheckpoints: 0 };
  const declared: Metric[] = [
    ...ofRequests(meters),
    counter("petstore_http_cache_requests_total", "Lists from the cache (hit) or read from the store (miss)", () =>
      byOutcome(hits),
    ),
    histogram("petstore_store_commit_transactions", "Transactions per commit", (name) => commits.samples(name, {})),
    gauge("petstore_store_queued_transactions", "Transactions that are waiting", () => store.queued),
    counter(
      "petstore_store_failed_checkpoints_total",
      "Times that the log of SQLite could not be copied into the database; the log grows meanwhile",
      () => [{ labels: {}, value: store.failedCheckpoints }],
    ),
    counter(
      "petstore_webhook_deliveries_total",
      "Attempts to send an event to a webhook: succeeded, failed and to be retried, or failed and given up (failed)",
      () => byOutcome(deliveries),
    ),
  ];

  return {
    meter(operation) {
      let meter = meters.get(operation);
      if (meter === undefined) meters.set(operation, (meter = new Meter(operation)));
      return meter;
    },
    cached(outcome) {
      hits[outcome] += 1;
    },
    delivered(outcome) {
      deliveries[outcome] += 1;
    },
    committed: (transactions) => commits.observe(transactions),
    queued(transactions) {
      store.queued = transactions;
    },
    checkpointFailed() {
      store.failedCheckpoints += 1;
    },
    gauge(name, help, read) {
      declared.push(gauge(name, help, read));
    },
    info(name, help, facts) {
      declared.push({ name, help, type: "gauge", read: () => [{ labels: facts, value: 1 }] });
    },
    read: () =>
      Promise.all(
        [...declared, ...readProcess()].map(async ({ read, ...metric }) => ({ ...metric, values: await read() })),
      ),
  };
}

/** The metrics of requests. */
function ofRequests(meters: ReadonlyMap<string, Meter>): readonly Metric[] {
  const all = (samples: (meter: Meter) => readonly Sample[]) => [...meters.values()].flatMap(samples);
  return [
    counter("petstore_http_requests_total", "Responses sent", () => all((meter) => meter.requests())),
    histogram(
      "petstore_http_request_duration_seconds",
      "Time from the arrival of a request until its response is made, for streams until their end",
      (name) => all((meter) => meter.durations(name)),
    ),
    counter(
      "petstore_http_deprecated_requests_total",
      "Requests of operations that will be removed; `petstore deprecations` lists who sends them",
      () => all((meter) => meter.deprecated()),
    ),
  ];
}

function byOutcome(counts: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(counts).map(([outcome, value]) => ({ labels: { outcome }, value }));
}
