import { InterruptedError } from "../ops/command.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs work that stops when its signal is aborted, as Ctrl-C does. Then prints how to go on, and ends the process by the signal that
 * interrupted it, so that shells and supervisors see that. A second signal ends it at once.
 */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stopped = new AbortController();
  let received: (typeof SIGNALS)[number] | undefined;
  const stop = (signal: (typeof SIGNALS)[number]) => {
    for (const name of SIGNALS) process.off(name, stop);
    received = signal;
    stopped.abort();
  };
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await work(stopped.signal);
  } catch (error) {
    if (received === undefined || !(error instanceof InterruptedError)) throw error;
    process.stderr.write(`petstore: ${error.message}\n`);
    process.kill(process.pid, received);
    // The signal arrives later than the next statement.
    return await new Promise<never>(() => {});
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
