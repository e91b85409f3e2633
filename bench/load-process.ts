/** The other end of `load.ts`: keeps one generator on the second core and gives it one order at a time. */
import { join } from "node:path";
import type { LoadOrder, LoadResult } from "./load.ts";
import { onCore, type Running } from "./processes.ts";
import { apiKey } from "./servers.ts";

export class LoadProcess {
  #answer = Promise.withResolvers<LoadResult>();
  readonly #child: Bun.Subprocess;

  constructor() {
    this.#child = Bun.spawn(onCore(1, [process.execPath, join(import.meta.dirname, "load.ts")]), {
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (result: LoadResult) => this.#answer.resolve(result),
      onExit: () => this.#answer.reject(new Error("the load generator ended")),
    });
    // Its end is only news while an answer is awaited.
    this.#answer.promise.catch(() => {});
  }

  /** Sends the requests of a workload to the server; one call at a time. */
  async send({ port, pid }: Running, what: Omit<LoadOrder, "port" | "pid" | "key">): Promise<LoadResult> {
    this.#answer = Promise.withResolvers<LoadResult>();
    const order: LoadOrder = { ...what, port, pid, key: apiKey };
    this.#child.send(order);
    return this.#answer.promise;
  }

  stop(): void {
    this.#answer.promise.catch(() => {});
    this.#child.kill();
  }
}
