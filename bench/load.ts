/** The load generator's process, and what it is told and answers. */
import { join } from "node:path";
import { onCore, type Running } from "./processes.ts";

export interface LoadOrder {
  /** The id of a workload. */
  readonly workload: string;
  /** How many pets the server holds. */
  readonly pets: number;
  readonly connections: number;
  /** The share of the rounds that are done: each round sends another part of the requests. */
  readonly done: number;
  readonly warmupMs: number;
  readonly measureMs: number;
  readonly port: number;
  /** The server, whose processor time is read at both ends of the measured time. */
  readonly pid: number;
}

export interface LoadResult {
  readonly seconds: number;
  readonly requests: number;
  readonly bytes: number;
  /** Responses with an unexpected status, and connections that broke. */
  readonly errors: number;
  readonly firstError: string | undefined;
  readonly p50: number;
  readonly p99: number;
  /** Of the requests that change nothing. */
  readonly p99OfReads: number;
  readonly serverCpuSeconds: number;
  /** The share of its core that the generator used: near 1, the generator is the bottleneck. */
  readonly loadShare: number;
}

/** A load generator on the second core. It does one order at a time. */
export class LoadGenerator implements Disposable {
  #result = Promise.withResolvers<LoadResult>();
  readonly #child: Bun.Subprocess;

  constructor() {
    this.#child = Bun.spawn(onCore(1, [process.execPath, join(import.meta.dirname, "load-generator.ts")]), {
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (result: LoadResult) => this.#result.resolve(result),
      onExit: () => this.#result.reject(new Error("the load generator ended")),
    });
    // Nobody may be waiting when it ends.
    this.#result.promise.catch(() => {});
  }

  async send({ port, pid }: Running, order: Omit<LoadOrder, "port" | "pid">): Promise<LoadResult> {
    this.#result = Promise.withResolvers<LoadResult>();
    this.#child.send({ ...order, port, pid });
    return this.#result.promise;
  }

  [Symbol.dispose](): void {
    this.#result.promise.catch(() => {});
    this.#child.kill();
  }
}
