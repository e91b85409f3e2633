/* The messages between the supervisor and its workers. Both run the same program, so nothing is validated. */

import type { MetricSamples } from "../../http/meters.ts";
import type { StopStep } from "../../http/server.ts";
import type { Config } from "../config.ts";

export type ToWorker =
  /** Run the service with this configuration; a worker does not read the environment. */
  | { readonly kind: "start"; readonly number: number; readonly config: Config }
  /** The response to `gather`: the samples of every worker. */
  | { readonly kind: "gathered"; readonly all: readonly MetricSamples[] }
  /** All workers have done this step: each may go on to the next. */
  | { readonly kind: "allDid"; readonly step: StopStep };

export type ToSupervisor =
  | { readonly kind: "listening" }
  /** The worker stops, and waits for the others after this step. */
  | { readonly kind: "did"; readonly step: StopStep }
  /** The worker is alive. `samples` are its metrics, once it is listening. */
  | { readonly kind: "heartbeat"; readonly samples: MetricSamples | undefined }
  /** Asks for the samples of every worker. `samples` are those of the asking one. */
  | { readonly kind: "gather"; readonly samples: MetricSamples };

/** How often a worker sends a heartbeat. The metrics of other workers are up to this old. */
export const HEARTBEAT_MS = 1000;
