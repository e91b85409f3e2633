import { UsageError } from "../../files/usage-error.ts";
import type { MetricSamples } from "../../http/meters.ts";
import type { StopStep } from "../../http/server.ts";
import { type RunningService, serve } from "../compose.ts";
import { HEARTBEAT_MS, type ToSupervisor, type ToWorker } from "./messages.ts";

/** How long `/metrics` waits for the supervisor. */
const GATHER_MS = 2000;

/** How long a worker that stops waits for the others at each step. One of them may hang, or the supervisor may be gone. */
const WAIT_MAX_MS = 1000;

type Start = Extract<ToWorker, { kind: "start" }>;

/** Runs one of several processes that share the port, until it gets SIGTERM or its supervisor is gone. */
export async function work(): Promise<void> {
  const send = process.send?.bind(process) as ((message: ToSupervisor) => boolean) | undefined;
  if (send === undefined) throw new UsageError("a worker is started by `petstore serve --workers`, not by hand");

  const started = Promise.withResolvers<Start>();
  const stopped = Promise.withResolvers<void>();
  const allDid = { held: Promise.withResolvers<void>(), closed: Promise.withResolvers<void>() };
  let gathering = Promise.withResolvers<readonly MetricSamples[] | undefined>();
  let service: RunningService | undefined;
  let isStopping = false;
  const settle = (all: readonly MetricSamples[] | undefined) => {
    gathering.resolve(all);
    gathering = Promise.withResolvers();
  };
  process.on("message", (message: ToWorker) => {
    if (message.kind === "start") started.resolve(message);
    else if (message.kind === "allDid") allDid[message.step].resolve();
    else settle(message.all);
  });
  // Ctrl-C in a terminal reaches every process: the supervisor decides what happens.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => stopped.resolve());
  process.on("disconnect", () => {
    // The supervisor was killed. A worker that is not listening yet, or is stopping, ends at once.
    if (isStopping || service === undefined) process.exit(1);
    stopped.resolve();
  });

  const heartbeat = setInterval(async () => {
    const samples = await service?.samples();
    if (process.connected) send({ kind: "heartbeat", samples });
  }, HEARTBEAT_MS);
  /** Undefined when the supervisor does not respond. */
  const gather = (samples: MetricSamples) => {
    const timer = setTimeout(settle, GATHER_MS, undefined);
    const { promise } = gathering;
    send({ kind: "gather", samples });
    return promise.finally(() => clearTimeout(timer));
  };
  /** The supervisor knows when all workers have done a step. */
  const othersDid = (step: StopStep) => {
    const { promise, resolve } = allDid[step];
    const late = setTimeout(resolve, WAIT_MAX_MS);
    if (process.connected) send({ kind: "did", step });
    return promise.finally(() => clearTimeout(late));
  };

  try {
    const { number, config } = await started.promise;
    service = await serve(config, { number, gather, othersDid });
    send({ kind: "listening" });
    await stopped.promise;
    isStopping = true;
    await service.stop();
  } finally {
    clearInterval(heartbeat);
    process.removeAllListeners("disconnect");
    if (process.connected) process.disconnect();
  }
}
