import { readFileSync } from "node:fs";
import type { MetricSamples } from "../../http/meters.ts";
import type { StopStep } from "../../http/server.ts";
import { program } from "../../program.ts";
import { stopMsOf } from "../compose.ts";
import type { Config } from "../config.ts";
import { Liveness } from "./liveness.ts";
import { HEARTBEAT_MS, type ToSupervisor, type ToWorker } from "./messages.ts";

/** A worker that ends is replaced at once, but each place at most once in this time. */
const REPLACE_MS = 1000;

/** This many workers that end within this time, before any of them listens: starting more does not help. */
const FAILURES_MAX = 5;
const FAILURES_MS = 10_000;

const STEPS: readonly StopStep[] = ["held", "closed"];

interface Worker {
  readonly number: number;
  readonly process: Bun.Subprocess<"ignore", "inherit", "inherit">;
  readonly startedAt: number;
  isListening: boolean;
  readonly liveness: Liveness;
  /** The steps of its end that it has done. */
  readonly did: Set<StopStep>;
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
    const worker: Worker = {
      number,
      process: child,
      startedAt,
      liveness: new Liveness(),
      isListening: false,
      did: new Set(),
      samples: undefined,
    };
    this.#workers.set(number, worker);
    send(worker, { kind: "start", number, config: this.#config });
  }

  #receive(worker: Worker, message: ToSupervisor): void {
    const late = worker.liveness.heard();
    if (late > 0) tell(worker, `responds again after ${late} s; its log names an operation that took so long`);
    if (message.kind === "did") {
      worker.did.add(message.step);
      this.#release(message.step);
      return;
    }
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

  /**
   * Lets workers go on once all have done a step. Clients that have got their last response connect again, and the system may give their
   * connection to any listener: one that closes resets those that it has not accepted. So nobody responds until all are closed.
   */
  #release(step: StopStep): void {
    const isAlive = ({ process }: Worker) => process.exitCode === null && process.signalCode === null;
    const workers = [...this.#workers.values()].filter(isAlive);
    const isReady = !this.#isStopping || workers.every(({ did }) => did.has(step));
    if (isReady) for (const worker of workers) if (worker.did.has(step)) send(worker, { kind: "allDid", step });
  }

  #killHanging(): void {
    for (const worker of this.#workers.values()) {
      const state = worker.liveness.missed(() => secondsUsed(worker.process.pid));
      if (state === "late") tell(worker, "does not respond");
      if (state !== "dead") continue;
      tell(worker, "hangs; killing it");
      worker.process.kill("SIGKILL");
    }
  }

  #replace(worker: Worker, how: number | string | null): void {
    // The others no longer wait for this one.
    if (this.#isStopping) for (const step of STEPS) this.#release(step);
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
    tell(worker, `ended (${how}); replacing it`);
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

/** Tells the operator about a worker. */
function tell(worker: Worker, what: string): void {
  process.stderr.write(`petstore: worker ${worker.number} (${worker.process.pid}) ${what}\n`);
}

/** The seconds of a processor that a process has used; undefined where the system does not tell. */
function secondsUsed(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name may hold blanks and brackets; the fields after it start with the third. Linux counts in hundredths for programs.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}
