import type { Config } from "../config.ts";
import type { Figures } from "../server.ts";
import { Questions, type ToSupervisor, type ToWorker } from "./messages.ts";
import { forwardLines } from "./worker-log.ts";

/** A worker that ends is replaced at once, but each place at most once in so many milliseconds. */
const REPLACE_MS = 1000;

/** So many that end within so many milliseconds before any came to listen: starting more does not help. */
const FAILURES_MAX = 5;
const FAILURES_MS = 10_000;

/** How long workers have to say what they measured; who does not is left out of `/metrics`. */
const MEASURE_MS = 1000;

/** How much longer than requests in flight a worker may take to end before it is killed. */
const END_MS = 5000;

interface Worker {
  readonly number: number;
  readonly process: Bun.Subprocess<"ignore", "pipe", "inherit">;
  readonly startedAt: number;
  isListening: boolean;
}

/** The worker processes: starts them, replaces those that end, and lets them finish. */
export class Supervisor {
  readonly #config: Config;
  readonly #workers = new Map<number, Worker>();
  readonly #measuring = new Questions<Figures>();
  readonly #allListen = Promise.withResolvers<void>();
  readonly #failed = Promise.withResolvers<never>();
  #failures: number[] = [];
  #isStopping = false;

  constructor(config: Config) {
    this.#config = config;
    // A reader of the log that went away does not end the service.
    process.stdout.on("error", () => {});
    this.#failed.promise.catch(() => {});
    for (let number = 1; number <= config.workers; number++) this.#start(number);
  }

  /** Resolves when every worker has come to listen. */
  get allListen(): Promise<void> {
    return Promise.race([this.#allListen.promise, this.failed]);
  }

  /** Rejects when workers end again and again before they listen. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /** Lets every worker finish what is in flight. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const workers = [...this.#workers.values()];
    for (const { process } of workers) tell(process, { kind: "stop" });
    const late = setTimeout(
      () => {
        for (const { process } of workers) process.kill("SIGKILL");
      },
      this.#config.shutdownTimeoutSeconds * 1000 + END_MS,
    );
    await Promise.all(workers.map((worker) => worker.process.exited));
    clearTimeout(late);
  }

  #start(number: number): void {
    if (this.#isStopping) return;
    const child = Bun.spawn([...program(), "worker"], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
      serialization: "json",
      ipc: (message: ToSupervisor) => void this.#hear(worker, message),
      onExit: (_, code, signal) => this.#replace(worker, signal ?? code),
    });
    const worker: Worker = { number, process: child, startedAt: performance.now(), isListening: false };
    this.#workers.set(number, worker);
    tell(child, { kind: "start", number, config: this.#config, isTerminal: process.stdout.isTTY === true });
    void forwardLines(child.stdout, writeOut);
  }

  async #hear(worker: Worker, message: ToSupervisor): Promise<void> {
    if (message.kind === "measured") return this.#measuring.answer(message.id, message.figures);
    if (message.kind === "gather") {
      tell(worker.process, { kind: "gathered", id: message.id, figures: await this.#measure() });
      return;
    }
    worker.isListening = true;
    this.#failures = [];
    if ([...this.#workers.values()].every(({ isListening }) => isListening)) this.#allListen.resolve();
  }

  async #measure(): Promise<readonly Figures[]> {
    const answers = [...this.#workers.values()]
      .filter(({ isListening }) => isListening)
      .map(({ process }) => this.#measuring.ask((id) => tell(process, { kind: "measure", id }), MEASURE_MS));
    return (await Promise.all(answers)).filter((figures) => figures !== undefined);
  }

  #replace(worker: Worker, how: number | string | null): void {
    if (this.#isStopping) return;
    const now = performance.now();
    if (!worker.isListening) this.#failures = [...this.#failures.filter((at) => now - at < FAILURES_MS), now];
    worker.isListening = false;
    if (this.#failures.length >= FAILURES_MAX) {
      this.#isStopping = true;
      const message = `${FAILURES_MAX} workers ended within ${FAILURES_MS / 1000} s before one came to listen; their messages are above`;
      this.#failed.reject(new Error(message));
      return;
    }
    process.stderr.write(`petstore: worker ${worker.number} (${worker.process.pid}) ended: ${how}; starting another\n`);
    setTimeout(() => this.#start(worker.number), Math.max(0, worker.startedAt + REPLACE_MS - now));
  }
}

/** How this program is started: the one-file executable is itself, otherwise it is the runtime with our main file. */
function program(): string[] {
  const isOneFile = Bun.main.startsWith("/$bunfs/");
  return isOneFile ? [process.execPath] : [process.execPath, Bun.main];
}

/** A worker that has just ended hears nothing; that it ended is told elsewhere. */
function tell(worker: Worker["process"], message: ToWorker): void {
  try {
    worker.send(message);
  } catch {
    // See above.
  }
}

function writeOut(lines: Uint8Array): Promise<void> {
  return new Promise((resolve) => process.stdout.write(lines, () => resolve()));
}
