/* The instances behind the "load balancer" of the clients, of several releases, on one database. */
import { type Program, runProgram, startProgram } from "../../test/support/program.ts";
import type { Release } from "./releases.ts";

export const apiKey = "rolling-key-of-the-benchmark-of-48-characters-00";

/** One instance that runs. */
export interface Instance {
  readonly release: Release;
  readonly program: Program;
}

/** A request's response, whatever it is. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What a request sends. */
interface Content {
  readonly body?: unknown;
  readonly key?: string;
  /** A list is sent as a file, a line for each. */
  readonly isFile?: boolean;
}

function lines(list: readonly unknown[]): string {
  return list.map((one) => JSON.stringify(one)).join("\n");
}

/** How long an instance may take for a response. */
const SILENCE_MS = 15_000;

/** The instances that take requests, by turns. */
export class Fleet {
  readonly databaseUrl: string;
  readonly live: Instance[] = [];
  #next = 0;

  constructor(databaseUrl: string) {
    this.databaseUrl = databaseUrl;
  }

  #environment(databaseUrl: string): Record<string, string> {
    return {
      DATABASE_URL: databaseUrl,
      PETSTORE_API_KEY: apiKey,
      RATE_LIMIT: "0",
      LOG_LEVEL: "error",
      WEBHOOK_ALLOW_PRIVATE: "1",
      DATABASE_CONNECTIONS: "6",
    };
  }

  /** Starts an instance, which takes requests as soon as it listens. */
  async add(release: Release, databaseUrl = this.databaseUrl): Promise<Instance> {
    const program = await startProgram({ command: release.command, env: this.#environment(databaseUrl) });
    const instance = { release, program };
    this.live.push(instance);
    return instance;
  }

  /** Stops an instance as a service manager does; it takes requests until it says that it is not ready. */
  async remove(instance: Instance): Promise<void> {
    instance.program.kill("SIGTERM");
    this.live.splice(this.live.indexOf(instance), 1);
    const code = await instance.program.ended();
    if (code !== 0) throw new Error(`${instance.release.name} ended with ${code}: ${instance.program.stderr()}`);
  }

  /** Runs a command of a release on the database. */
  run(release: Release, ...args: readonly string[]) {
    return runProgram(args, { command: release.command, env: this.#environment(this.databaseUrl) });
  }

  /** Sends a request to the next instance. Rejects when there is none or it is gone. */
  async send(method: string, path: string, options: Content = {}): Promise<Reply> {
    const instance = this.live[this.#next++ % Math.max(1, this.live.length)];
    if (instance === undefined) throw new Error("no instance runs");
    return this.sendTo(instance, method, path, options);
  }

  /** Sends a request to one instance. */
  async sendTo(
    { program }: Instance,
    method: string,
    path: string,
    { body, key, isFile = false }: Content = {},
  ): Promise<Reply> {
    const url = path.startsWith("/") ? `${program.origin}/v1${path}` : path;
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { "Content-Type": isFile ? "application/x-ndjson" : "application/json" }),
        ...(key !== undefined && { "Idempotency-Key": key }),
      },
      ...(body !== undefined && { body: isFile ? lines(body as unknown[]) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(SILENCE_MS),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.live.map(({ program }) => program[Symbol.asyncDispose]()));
  }
}
