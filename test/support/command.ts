/*
 * Runs a command in this process: the same arguments, settings, output and exit code as those of the program, without its start. What
 * only a process has (signals, pipes, the executable's own files) is tested with `runProgram`.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Writable } from "node:stream";
import { run } from "../../src/commands/run.ts";
import type { Run } from "./program.ts";

/** What a process has to itself. */
interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

const current = new AsyncLocalStorage<Surroundings>();

for (const name of ["env", "stdout", "stderr"] as const) {
  const ofProcess = process[name];
  Object.defineProperty(process, name, { configurable: true, get: () => current.getStore()?.[name] ?? ofProcess });
}

/** Collects what is written, as a pipe does. */
function pipe(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, encoding, done) {
      chunks.push(Buffer.from(chunk, encoding));
      done();
    },
  });
  return { stream, text: () => new TextDecoder().decode(Buffer.concat(chunks)) };
}

const home = process.cwd();
let running = 0;

/** Runs a command in a folder. Commands that run at once share the folder. */
export async function runCommand(cwd: string, env: Surroundings["env"], args: readonly string[]): Promise<Run> {
  const [stdout, stderr] = [pipe(), pipe()];
  running += 1;
  process.chdir(cwd);
  try {
    const exitCode = await current.run({ env, stdout: stdout.stream, stderr: stderr.stream }, () => run(args));
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    running -= 1;
    if (running === 0) process.chdir(home);
  }
}
