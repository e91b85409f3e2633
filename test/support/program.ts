/* Runs the program as a process for tests. Every wait is bounded, and no process outlives its test. */
import { join } from "node:path";
import { emptyFolder } from "./folder.ts";
import { isQuick } from "./tier.ts";
import { type Client, client } from "./typed-client.ts";

/** The command that runs the program from its source. */
export const SOURCE = [process.execPath, join(import.meta.dir, "../../src/main.ts")] as const;

/** The shape of a key that the program prints (decision D12). */
export const KEY = /pets_(?:live|test)_[0-9A-Za-z]{36}/g;

/** More on a machine that does much else. */
const PATIENCE_MS = Number(process.env["TEST_PATIENCE_MS"] ?? 40_000);

interface RunOptions {
  /** The folder that it runs in, by default with its data; an empty one, deleted at the end, unless it is given. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The command that runs the program: by default the executable, in the quick tier its source. */
  readonly command?: readonly string[];
  /** Whether the pipes of its output are closed once it listens. */
  readonly isLeftAlone?: boolean;
  /** Whether it leads a process group, which a test can send signals to. */
  readonly detached?: boolean;
}

/** The environment of a program. It ends after a moment: the engine optimises only what runs much longer than usual. */
const ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "",
  PORT: "0",
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "20000",
};

async function usualCommand(): Promise<readonly string[]> {
  if (isQuick) return SOURCE;
  // Few tests need what builds the program.
  const { builtProgram } = await import("./built-program.ts");
  return builtProgram();
}

/** A folder that stays, or an empty one until it is disposed of. */
function folderAt(path: string | undefined): ReturnType<typeof emptyFolder> {
  return path === undefined ? emptyFolder() : { path, [Symbol.dispose]() {} };
}

/** A running service. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
  /** The folder that it runs in. */
  readonly cwd: string;
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Every key that it has printed. */
  readonly printedKeys: readonly string[];
  /** Its log lines so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Milliseconds from the start until it listened. */
  readonly startMs: number;
  as(key: string | undefined): Client;
  /** Resolves when stderr matches. */
  until(text: RegExp): Promise<void>;
  /** Sends a signal, unless the process has ended. */
  kill(signal: NodeJS.Signals): void;
  /** The exit code, or the name of the signal that ended the process. */
  ended(): Promise<number | NodeJS.Signals>;
  /** Sends a signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Starts the service on a free port and waits until it listens. */
export async function startProgram({
  cwd: given,
  env = {},
  command,
  isLeftAlone = false,
  detached = false,
}: RunOptions = {}): Promise<Program> {
  const usual = command ?? (await usualCommand());
  const folder = folderAt(given);
  const { path: cwd } = folder;
  const startedAt = performance.now();
  const child = Bun.spawn([...usual, "serve"], {
    cwd,
    detached,
    env: { ...ENVIRONMENT, ...env },
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
    folder[Symbol.dispose]();
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
    cwd,
    origin,
    get printedKeys() {
      return `${stdout.text()}${stderr.text()}`.match(KEY) ?? [];
    },
    stdout: stdout.text,
    stderr: stderr.text,
    startMs: performance.now() - startedAt,
    as: (key) => client(`${origin}/v1`, key),
    until: untilPrinted,
    kill: (signal) => child.kill(signal),
    ended,
    stop(signal) {
      child.kill(signal);
      return ended();
    },
    [Symbol.asyncDispose]: dispose,
  };
}

/** The result of a run of the program. */
export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program with these arguments to its end. */
export async function runProgram(args: readonly string[], { cwd, env = {}, command }: RunOptions = {}): Promise<Run> {
  using folder = folderAt(cwd);
  const child = Bun.spawn([...(command ?? (await usualCommand())), ...args], {
    cwd: folder.path,
    env: { ...ENVIRONMENT, ...env },
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

/** Moves the clocks of the windows that are open (test/windows): theirs stand while nobody waits. */
export const clocks = new Set<() => Promise<void>>();

/** Waits until a condition holds; fails when that takes too long. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    const waited = performance.now() - startedAt;
    if (waited > PATIENCE_MS) throw new Error(`${what} did not come within ${PATIENCE_MS} ms`);
    for (const move of clocks) await move();
    if (clocks.size > 0) continue;
    // What takes long may be noticed a little later, and the processor is left to it.
    await Bun.sleep(Math.min(2 + waited / 20, 50));
  }
}

/** Reads a stream in the background: `text` returns all of it so far, `leave` closes it. */
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
