import type { Operation } from "../contract/operation.ts";
import type { Environment, NewestEvents } from "../core/context.ts";
import type { FileReader } from "../core/imports/import-ports.ts";
import type { Interval } from "../core/intervals.ts";
import type { Keyring } from "../core/keys/keyring.ts";
import type { Store } from "../core/ports.ts";
import type { ConvertPhoto } from "../core/shop/photo-ports.ts";
import type { FailedPage, HttpRequest, Page } from "./message.ts";
import type { MetricSamples, Metrics } from "./metrics.ts";
import type { Log } from "./request-log.ts";

/** Everything the application is made of. */
export interface AppParts {
  readonly operations: readonly Operation[];
  readonly store: Store;
  readonly keyring: Keyring;
  readonly tail: NewestEvents;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What this process and its fellow workers have measured. */
  readonly gatherMetrics: () => Promise<readonly MetricSamples[]>;
  /** The time, in epoch milliseconds. */
  readonly clock: () => number;
  readonly environment: Environment;
  readonly newId: () => string;
  /** Differs for each process. */
  readonly instance: string;
  readonly sha256: (data: string | Uint8Array) => string;
  readonly crc32: (text: string) => number;
  readonly random: (bytes: number) => Uint8Array;
  /** Throws `validation_failed` unless messages may be sent to a URL. */
  readonly requirePublic: (url: string) => Promise<void>;
  /** Reads the lines of a file to import. */
  readonly readFile: FileReader;
  /** Makes the files of a photo. */
  readonly convertPhoto: ConvertPhoto;
  /** What the shop is called; empty if it has no name. */
  readonly shopName: string;
  /** The address clients use for this environment, ending in `/v1`: absolute links start with it. */
  readonly baseUrl: string;
  /** The address of the reference for people. */
  readonly referenceUrl: string;
  /** The published document, as JSON text. */
  readonly document: () => Promise<string>;
  /** The files of the pages for people, by path: the reference and the console. */
  readonly pages: Readonly<Record<string, Page>>;
  /** What people see at a path that does not exist; without it, an Error body. */
  readonly notFound?: FailedPage | undefined;
  readonly corsOrigins: readonly string[];
  /** When deprecated operations are refused as after their sunset. */
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
  /** Clients reach this very process by TLS. */
  readonly hasTls?: boolean;
  /** The address of a request's client. The runtime takes a microsecond to tell it. */
  readonly clientOf: (request: HttpRequest) => string | undefined;
}
