import { program } from "../../program.ts";
import { type MetricSamples, stopMsOf } from "../compose.ts";
import type { Config } from "../config.ts";
import { HEARTBEAT_MS, type ToSupervisor, type ToWorker } from "./messages.ts";

/** A worker that ends is replaced at once, but each place at most once in this time. */
const REPLACE_MS = 1000;

/** This many workers that end within this time, before any of them listens: starting more does not help. */
const FAILURES_MAX = 5;
const FAILURES_MS = 10_000;

/** A worker that misses this many heartbeats in a row hangs, and is killed. */
const MISSED_MAX = 10;

interface Worker {
  readonly number: number;
  readonly process: Bun.Subprocess<"ignore", "inherit", "inherit">;
  readonly startedAt: number;
  isListening: boolean;
  /** Heartbeats missed since the last one received. */
  missed: number;
  /** Its metrics at the last heartbeat. */
  samples: MetricSamples | undefined;
}

/** The worker processes: starts them, replaces those that end or hang, and stops them. */
export class Supervisor {
  readonly #config: Config;
  readonly #workers = new Map<number, Worker>();
  readonly #allListen = Promise.withResolvers<void>();
  readonly #failed = Promise.withResolvers<never>();
  readonly #watch = setInterval(() => this.#killHanging(), HEARTBEAT_MS);
  #failures: number[] = [];
  #isStopping = false;

  constructor(config: Config) {
    this.#config = config;
    this.#failed.promise.catch(() => {});
    for (let number = 1; number <= config.workers; number++) this.#start(number);
  }

  /** Resolves when every worker listens. */
  get allListen(): Promise<void> {
    return Promise.race([this.#allListen.promise, this.failed]);
  }

  /** Rejects when workers keep ending before they listen. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /** Stops every worker after its requests in flight. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#watch);
    const workers = [...this.#workers.values()];
    for (const { process } of workers) process.kill("SIGTERM");
    const kill = () => {
      for (const { process } of workers) process.kill("SIGKILL");
    };
    const late = setTimeout(kill, stopMsOf(this.#config));
    await Promise.all(workers.map(({ process }) => process.exited));
    clearTimeout(late);
  }

  #start(number: number): void {
    if (this.#isStopping) return;
    const child = Bun.spawn([...program(), "worker"], {
      stdin: "ignore",
      // Log lines go to the same stdout: the log writes lines whole (src/service/log.ts).
      stdout: "inherit",
      stderr: "inherit",
      serialization: "json",
      ipc: (message: ToSupervisor) => this.#receive(worker, message),
      onExit: (_, code, signal) => this.#replace(worker, signal ?? code),
    });
    const startedAt = performance.now();
    const worker: Worker = { number, process: child, startedAt, isListening: false, missed: 0, samples: undefined };
    this.#workers.set(number, worker);
    send(worker, { kind: "start", number, config: this.#config });
  }

  #receive(worker: Worker, message: ToSupervisor): void {
    worker.missed = 0;
    if (message.kind === "listening") {
      worker.isListening = true;
      this.#failures = [];
      if ([...this.#workers.values()].every(({ isListening }) => isListening)) this.#allListen.resolve();
      return;
    }
    worker.samples = message.samples;
    if (message.kind === "heartbeat") return;
    const all = [...this.#workers.values()].map(({ samples }) => samples).filter((samples) => samples !== undefined);
    send(worker, { kind: "gathered", all });
  }

  /** Counts missed heartbeats rather than time: after the whole machine was suspended, nobody is late. */
  #killHanging(): void {
    for (const worker of this.#workers.values()) {
      worker.missed += 1;
      if (worker.missed !== MISSED_MAX + 1) continue;
      process.stderr.write(`petstore: worker ${worker.number} (${worker.process.pid}) hangs; killing it\n`);
      worker.process.kill("SIGKILL");
    }
  }

  #replace(worker: Worker, how: number | string | null): void {
    if (this.#isStopping) return;
    const now = performance.now();
    if (!worker.isListening) this.#failures = [...this.#failures.filter((at) => now - at < FAILURES_MS), now];
    worker.isListening = false;
    worker.samples = undefined;
    if (this.#failures.length >= FAILURES_MAX) {
      this.#isStopping = true;
      const message = `${FAILURES_MAX} workers ended within ${FAILURES_MS / 1000} s before one was listening; see their messages above`;
      this.#failed.reject(new Error(message));
      return;
    }
    process.stderr.write(`petstore: worker ${worker.number} (${worker.process.pid}) ended (${how}); replacing it\n`);
    setTimeout(() => this.#start(worker.number), Math.max(0, worker.startedAt + REPLACE_MS - now));
  }
}

/** Sends a message. A worker that has just ended does not get it; `onExit` handles that. */
function send({ process }: Worker, message: ToWorker): void {
  try {
    process.send(message);
  } catch {
    // See above.
  }
}
