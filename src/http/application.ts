import type { Operation } from "../contract/operation.ts";
import type { Provisions } from "../core/context.ts";
import type { Interval } from "../core/intervals.ts";
import type { Keyring } from "../core/keys/keyring.ts";
import type { Store } from "../core/ports.ts";
import type { ClosedConnections } from "./limits/closed-connections.ts";
import type { Metrics } from "./observability/metrics.ts";
import type { Exchange, FailedPage, Page } from "./pipeline/exchange.ts";

/** The log of the service. */
export interface Log {
  isLevelEnabled(level: "info" | "debug"): boolean;
  /** Adds a line of the level `info`, whose members are given as JSON. */
  line(members: string, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Which log lines have the address of the client: those of refused, failed and slow requests (`some`), all, or none. */
export const LOGGED_ADDRESSES = ["some", "all", "none"] as const;

/** State that all requests share. */
export interface Application extends Provisions {
  readonly operations: readonly Operation[];
  readonly store: Store;
  readonly keyring: Keyring;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Whether the service listens but is not ready yet. */
  readonly isStarting: () => boolean;
  /** The time, in epoch milliseconds. */
  readonly clock: () => number;
  /** Counts the connections that the service closes. */
  readonly closed: ClosedConnections;
  /** A clock of milliseconds that only measures how long something takes. */
  readonly stopwatch: () => number;
  readonly newId: () => string;
  /** Differs for each process. */
  readonly instance: string;
  /** The address clients use for this environment, ending in `/v1`: absolute links start with it. */
  readonly baseUrl: string;
  /** The address of the reference for people. */
  readonly referenceUrl: string;
  /** The published document, as JSON text. */
  readonly document: () => Promise<string>;
  /** The files of the pages for people, by path: the reference and the console. */
  readonly pages: Readonly<Record<string, Page>>;
  /** The page at a path that does not exist; by default an Error body. */
  readonly notFound?: FailedPage | undefined;
  readonly corsOrigins: readonly string[];
  /** When deprecated operations are refused as if after their sunset. */
  readonly rehearsals: readonly Interval[];
  /** Requests per second for each key; 0 for no limit. */
  readonly rateLimit: number;
  /** Requests in progress at one time. */
  readonly maxInFlight: number;
  /** Open streams, in total and per key. */
  readonly maxStreams: number;
  readonly maxStreamsPerKey: number;
  /** How long a body may take to arrive. */
  readonly bodyTimeoutMs: number;
  /** How long the response to a change waits for work after its transaction. */
  readonly followMs: number;
  /** Whether this process itself serves TLS. */
  readonly hasTls?: boolean;
  /** The address of a request's client. Reading it from the runtime takes three microseconds. */
  readonly clientOf: (exchange: Pick<Exchange, "header" | "peer">) => string | undefined;
  /** Which log lines have that address. */
  readonly logAddresses: (typeof LOGGED_ADDRESSES)[number];
}
