import { AggregatorRegistry, Gauge, type Metric, type MetricObject, Registry } from "prom-client";
import type { StoreObserver } from "../core/store.ts";

/** What one process has measured, as plain data that another process can read. */
export type Figures = readonly MetricObject[];

/** What is measured of the service, for Prometheus. */
export interface Metrics extends StoreObserver {
  began(): void;
  ended(operation: string, status: number, seconds: number): void;
  /** How many requests are on their way now. */
  inFlight(): number;
  /** A list was answered from memory, or had to be read. */
  cached(isHit: boolean): void;
  render(): Promise<string>;
  figures(): Promise<Figures>;
  readonly contentType: string;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const TRANSACTIONS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The text for Prometheus of what several processes have measured. */
export function renderAll(figures: readonly Figures[]): Promise<string> {
  return AggregatorRegistry.aggregate(figures.map((one) => [...one])).metrics();
}

/**
 * One of several workers labels what it measures with its number. The numbers are not added up here: a worker that was
 * replaced starts at 0 again, which Prometheus understands of a series of its own, but not of a sum.
 */
export function metrics(worker?: number): Metrics {
  const registry = new Registry();
  if (worker !== undefined) registry.setDefaultLabels({ worker: String(worker) });
  let inFlight = 0;
  let queued = 0;
  const requests = counts("petstore_http_requests_total", "Answered requests", ["operation", "status"]);
  const seconds = distribution(
    "petstore_http_request_seconds",
    "Time from a request's arrival to its last byte",
    "operation",
    SECONDS,
  );
  const commits = distribution(
    "petstore_store_commit_transactions",
    "Transactions that one commit put on disk",
    "store",
    TRANSACTIONS,
  );
  const lists = counts("petstore_http_cache_total", "Lists answered from memory (hit) or read (miss)", ["outcome"]);
  for (const { metric } of [requests, seconds, commits, lists]) registry.registerMetric(metric);
  gauge(registry, "petstore_http_requests_in_flight", "Requests that are being answered", () => inFlight);
  gauge(registry, "petstore_store_queued_transactions", "Transactions that wait for their turn", () => queued);

  return {
    began() {
      inFlight += 1;
    },
    ended(operation, status, duration) {
      inFlight -= 1;
      requests.add(`${operation} ${status}`);
      seconds.add(operation, duration);
    },
    inFlight: () => inFlight,
    cached: (isHit) => lists.add(isHit ? "hit" : "miss"),
    committed: (transactions) => commits.add("main", transactions),
    queued(transactions) {
      queued = transactions;
    },
    render: () => registry.metrics(),
    figures: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  };
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/*
 * prom-client hashes the labels at every count, which takes longer than all else that is done for a refusal. So counts are
 * kept here, one number for each label, and given to its registry when they are asked for.
 */

/** A counter. The label values of one count are separated by a space. */
function counts(name: string, help: string, labelNames: readonly string[]) {
  const totals = new Map<string, number>();
  const get = async () => ({
    name,
    help,
    type: "counter",
    aggregator: "sum",
    values: [...totals].map(([label, value]) => {
      const values = label.split(" ");
      return { value, labels: Object.fromEntries(labelNames.map((labelName, index) => [labelName, values[index]])) };
    }),
  });
  return {
    metric: { name, get, reset: () => totals.clear() } as unknown as Metric,
    add: (label: string) => void totals.set(label, (totals.get(label) ?? 0) + 1),
  };
}

interface Distribution {
  /** How many fell into each bucket; the last one is without bound. */
  readonly buckets: number[];
  sum: number;
}

/** A histogram. */
function distribution(name: string, help: string, labelName: string, bounds: readonly number[]) {
  const all = new Map<string, Distribution>();
  const values = (label: string, { buckets, sum }: Distribution) => {
    const labels = { [labelName]: label };
    let count = 0;
    const cumulative = [...bounds, "+Inf"].map((le, index) => {
      count += buckets[index] ?? 0;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...cumulative,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  };
  const get = async () => ({
    name,
    help,
    type: "histogram",
    aggregator: "sum",
    values: [...all].flatMap(([label, one]) => values(label, one)),
  });
  return {
    metric: { name, get, reset: () => all.clear() } as unknown as Metric,
    add(label: string, value: number) {
      let one = all.get(label);
      if (one === undefined) all.set(label, (one = { buckets: new Array(bounds.length + 1).fill(0), sum: 0 }));
      let index = 0;
      while (index < bounds.length && value > (bounds[index] ?? 0)) index++;
      one.buckets[index] = (one.buckets[index] ?? 0) + 1;
      one.sum += value;
    },
  };
}
