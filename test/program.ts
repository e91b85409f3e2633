/* The program as its own process: what the tests of it share. Every wait is bounded, and no process outlives its test. */
import { join } from "node:path";
import { type Client, client } from "../src/client/client.ts";

/** How the program is started from its source. */
export const SOURCE = [process.execPath, join(import.meta.dir, "../src/main.ts")] as const;

/** The shape of a key that the program prints (decision D12). */
export const KEY = /pets_(?:live|test)_[0-9A-Za-z]{36}/g;

const PATIENCE_MS = 20_000;

interface Circumstances {
  /** The folder that it runs in: by default its data is there too. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How the program is started: from its source, or an executable. */
  readonly command?: readonly string[];
  /** Once it listens, nobody reads what it prints: its pipes are closed. */
  readonly isLeftAlone?: boolean;
}

/** A service that listens. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Every key that it has printed so far. */
  readonly printedKeys: readonly string[];
  /** Its log lines. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Milliseconds from the start to the announcement. */
  readonly startMs: number;
  as(key: string | undefined): Client;
  /** Resolves when stderr has a text like this. */
  until(text: RegExp): Promise<void>;
  /** Sends a signal and answers the exit code, or the signal's name when that ended it. */
  stop(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Starts the service on a free port and waits until it announces where it listens. */
export async function startProgram({
  cwd,
  env = {},
  command = SOURCE,
  isLeftAlone = false,
}: Circumstances): Promise<Program> {
  const startedAt = performance.now();
  const child = Bun.spawn([...command, "serve"], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const stdout = follow(child.stdout);
  const stderr = follow(child.stderr);
  const ended = async () => {
    await within(child.exited, "the end of the process");
    return child.signalCode ?? child.exitCode ?? -1;
  };
  const untilPrinted = (text: RegExp) =>
    until(() => {
      if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}: ${stderr.text()}`);
      return text.test(stderr.text());
    }, `${text} on stderr`);
  const dispose = async () => {
    if (child.exitCode === null) child.kill("SIGKILL");
    await child.exited;
  };
  try {
    await untilPrinted(/listens on .*\n$/s);
  } catch (error) {
    await dispose();
    throw error;
  }
  if (isLeftAlone) await Promise.all([stdout.leave(), stderr.leave()]);
  const [, origin = ""] = /listens on (\S+)\/v1/.exec(stderr.text()) ?? [];
  return {
    pid: child.pid,
    origin,
    get printedKeys() {
      return `${stdout.text()}${stderr.text()}`.match(KEY) ?? [];
    },
    stdout: stdout.text,
    stderr: stderr.text,
    startMs: performance.now() - startedAt,
    as: (key) => client(`${origin}/v1`, key),
    until: untilPrinted,
    async stop(signal) {
      child.kill(signal);
      return ended();
    },
    [Symbol.asyncDispose]: dispose,
  };
}

/** What a run of the program gave. */
export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program with these arguments to its end. */
export async function runProgram(
  args: readonly string[],
  { cwd, env = {}, command = SOURCE }: Circumstances,
): Promise<Run> {
  const child = Bun.spawn([...command, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  try {
    const [stdout, stderr, exitCode] = await within(
      Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited]),
      `the end of petstore ${args.join(" ")}`,
    );
    return { exitCode, stdout, stderr };
  } finally {
    child.kill("SIGKILL");
  }
}

/** Fails when a promise takes too long. */
export async function within<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} did not come within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until something is so; fails when it takes too long. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come within ${PATIENCE_MS} ms`);
    await Bun.sleep(2);
  }
}

/** Reads a stream as it comes: `text` answers all of it so far, `leave` closes it. */
function follow(stream: ReadableStream<Uint8Array>): { text(): string; leave(): Promise<void> } {
  let text = "";
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
    }
  })();
  return { text: () => text, leave: () => reader.cancel() };
}
