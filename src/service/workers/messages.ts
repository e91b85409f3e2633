/* The messages between the supervisor and its workers. Both run the same program, so nothing is validated. */

import type { MetricSamples } from "../../http/metrics.ts";
import type { Config } from "../config.ts";

export type ToWorker =
  /** Run the service with this configuration; a worker does not read the environment. */
  | { readonly kind: "start"; readonly number: number; readonly config: Config }
  /** The response to `gather`: the samples of every worker. */
  | { readonly kind: "gathered"; readonly all: readonly MetricSamples[] }
  /** No worker responds any more: each may close its listener. */
  | { readonly kind: "allHold" };

export type ToSupervisor =
  | { readonly kind: "listening" }
  /** The worker stops, and holds new requests until every worker does. */
  | { readonly kind: "holding" }
  /** The worker is alive. `samples` are its metrics, once it is listening. */
  | { readonly kind: "heartbeat"; readonly samples: MetricSamples | undefined }
  /** Asks for the samples of every worker. `samples` are those of the asking one. */
  | { readonly kind: "gather"; readonly samples: MetricSamples };

/** How often a worker sends a heartbeat. The metrics of other workers are up to this old. */
export const HEARTBEAT_MS = 1000;
