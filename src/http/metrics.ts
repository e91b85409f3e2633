import type { MetricObject } from "prom-client";
import type { StoreObserver } from "../core/ports.ts";

/** What one process has measured, as plain data that another process can read. */
export type Figures = readonly MetricObject[];

/** What is measured of the service, for Prometheus. */
export interface Metrics extends StoreObserver {
  began(): void;
  ended(operation: string, status: number, seconds: number): void;
  /** A list was answered from memory, or had to be read. */
  cached(isHit: boolean): void;
  figures(): Figures;
}

/** The type of the text that `renderFigures` makes. */
export const FIGURES_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The text for Prometheus of what one or several processes have measured. */
export async function renderFigures(all: readonly Figures[]): Promise<string> {
  // Loaded when it is first asked for: it takes longer than the rest of the start.
  const { AggregatorRegistry } = await import("prom-client");
  return AggregatorRegistry.aggregate(all.map((one) => [...one])).metrics();
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const TRANSACTIONS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * Counts in plain numbers: prom-client hashes the labels at every count, which takes longer than all else that is done for
 * a refusal. One of several workers labels what it measures with its number. The numbers are not added up here: a worker
 * that was replaced starts at 0 again, which Prometheus understands of a series of its own, but not of a sum.
 */
export function metrics(worker?: number): Metrics {
  const common: Labels = worker === undefined ? {} : { worker: String(worker) };
  let inFlight = 0;
  let queued = 0;
  const requests = counter("petstore_http_requests_total", "Answered requests", ["operation", "status"]);
  const lists = counter("petstore_http_cache_total", "Lists answered from memory (hit) or read (miss)", ["outcome"]);
  const seconds = histogram(
    "petstore_http_request_seconds",
    "Time from a request's arrival to its last byte",
    "operation",
    SECONDS,
  );
  const commits = histogram(
    "petstore_store_commit_transactions",
    "Transactions that one commit put on disk",
    "store",
    TRANSACTIONS,
  );

  return {
    began() {
      inFlight += 1;
    },
    ended(operation, status, duration) {
      inFlight -= 1;
      requests.add(operation, status);
      seconds.add(operation, duration);
    },
    cached: (isHit) => lists.add(isHit ? "hit" : "miss"),
    committed: (transactions) => commits.add("main", transactions),
    queued(transactions) {
      queued = transactions;
    },
    figures: () => [
      requests.figure(common),
      seconds.figure(common),
      gauge("petstore_http_requests_in_flight", "Requests that are being answered", inFlight, common),
      lists.figure(common),
      commits.figure(common),
      gauge("petstore_store_queued_transactions", "Transactions that wait for their turn", queued, common),
    ],
  };
}

type Labels = Readonly<Record<string, string | number>>;

interface Sample {
  readonly value: number;
  readonly labels: Labels;
  readonly metricName?: string;
}

function figureOf(
  type: "counter" | "gauge" | "histogram",
  name: string,
  help: string,
  values: readonly Sample[],
): MetricObject {
  // prom-client's own typings call the kind a number; what it reads is this text.
  return { name, help, type, aggregator: "sum", values } as unknown as MetricObject;
}

function gauge(name: string, help: string, value: number, labels: Labels): MetricObject {
  return figureOf("gauge", name, help, [{ value, labels }]);
}

/** A counter with one label or two. */
function counter(name: string, help: string, [first, second]: readonly [string, string?]) {
  const totals = new Map<string, Map<string | number, number>>();
  return {
    add(one: string, other: string | number = "") {
      let counts = totals.get(one);
      if (counts === undefined) totals.set(one, (counts = new Map()));
      counts.set(other, (counts.get(other) ?? 0) + 1);
    },
    figure(common: Labels): MetricObject {
      const samples = [...totals].flatMap(([one, counts]) =>
        [...counts].map(([other, value]) => {
          const labels = second === undefined ? { [first]: one } : { [first]: one, [second]: other };
          return { value, labels: { ...labels, ...common } };
        }),
      );
      return figureOf("counter", name, help, samples);
    },
  };
}

interface Distribution {
  /** How many fell into each bucket; the last one is without bound. */
  readonly buckets: number[];
  sum: number;
}

/** A histogram. */
function histogram(name: string, help: string, labelName: string, bounds: readonly number[]) {
  const all = new Map<string, Distribution>();
  return {
    add(label: string, value: number) {
      let one = all.get(label);
      if (one === undefined) all.set(label, (one = { buckets: new Array(bounds.length + 1).fill(0), sum: 0 }));
      let index = 0;
      while (index < bounds.length && value > (bounds[index] ?? 0)) index++;
      one.buckets[index] = (one.buckets[index] ?? 0) + 1;
      one.sum += value;
    },
    figure(common: Labels): MetricObject {
      const samples = [...all].flatMap(([label, one]) =>
        samplesOf(name, bounds, { [labelName]: label, ...common }, one),
      );
      return figureOf("histogram", name, help, samples);
    },
  };
}

function samplesOf(name: string, bounds: readonly number[], labels: Labels, { buckets, sum }: Distribution): Sample[] {
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
}
