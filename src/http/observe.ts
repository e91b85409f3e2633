import { AggregatorRegistry, Counter, Gauge, Histogram, type MetricObject, Registry } from "prom-client";
import type { StoreObserver } from "../core/store.ts";
import type { Exchange } from "./answer.ts";

/** The part of a pino logger that is used here. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What one process has measured, as plain data that another process can read. */
export type Figures = readonly MetricObject[];

/** What is measured of the service, for Prometheus. */
export interface Metrics extends StoreObserver {
  began(): void;
  ended(operation: string, status: number, seconds: number): void;
  /** How many requests are on their way now. */
  inFlight(): number;
  render(): Promise<string>;
  figures(): Promise<Figures>;
  readonly contentType: string;
}

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
  const registers = [registry];
  let inFlight = 0;
  let queued = 0;
  const requests = new Counter({
    name: "petstore_http_requests_total",
    help: "Answered requests",
    labelNames: ["operation", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "petstore_http_request_seconds",
    help: "Time from a request's arrival to its last byte",
    labelNames: ["operation"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const batch = new Histogram({
    name: "petstore_store_commit_transactions",
    help: "Transactions that one commit put on disk",
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  new Gauge({
    name: "petstore_http_requests_in_flight",
    help: "Requests that are being answered",
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  new Gauge({
    name: "petstore_store_queued_transactions",
    help: "Transactions that wait for their turn",
    registers,
    collect() {
      this.set(queued);
    },
  });

  return {
    began() {
      inFlight += 1;
    },
    ended(operation, status, duration) {
      inFlight -= 1;
      requests.inc({ operation, status });
      seconds.observe({ operation }, duration);
    },
    inFlight: () => inFlight,
    committed: (transactions) => batch.observe(transactions),
    queued(transactions) {
      queued = transactions;
    },
    render: () => registry.metrics(),
    figures: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  };
}

/** Text that may stand in a log line and go back in a header: nothing that could forge either. */
const SANE_REQUEST_ID = /^[\w.~:+/=-]{1,128}$/;

/** The request's own id when it is sane, else a new one. */
export function requestIdOf(request: Request, newId: () => string): string {
  const given = request.headers.get("x-request-id");
  return given !== null && SANE_REQUEST_ID.test(given) ? given : newId();
}

/** One line for each request. It names the key by its last characters only, and no query: people put secrets there. */
export function logExchange(log: Log, { requestId, operation, keyHint }: Exchange, status: number, ms: number): void {
  log.info({ operation, status, ms: Math.round(ms * 1000) / 1000, requestId, key: keyHint }, "request");
}
