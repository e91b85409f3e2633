/* Handles signals that stop a command or the service. */
import { InterruptedError } from "../../files/problems/usage-error.ts";

/** Signals within this time count as one: npm and `npx` forward a signal that the terminal has sent to the whole process group. */
const COPIES_MS = 1000;

/** The exit code for SIGINT. */
const INTERRUPTED = 130;

/**
 * Calls back on the first signal. Later ones are ignored, except that a second Ctrl-C ends the process at once. Returns a function that
 * stops listening.
 */
function onFirstSignal(callback: (signal: NodeJS.Signals) => void): () => void {
  let received: NodeJS.Signals | undefined;
  let typedAt: number | undefined;
  const receive = (signal: NodeJS.Signals) => {
    if (signal === "SIGINT") {
      typedAt ??= performance.now();
      if (performance.now() - typedAt > COPIES_MS) process.exit(INTERRUPTED);
    }
    if (received === undefined) callback((received = signal));
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const name of signals) process.on(name, receive);
  return () => {
    for (const name of signals) process.off(name, receive);
  };
}

/** Resolves on a signal to stop. After that, a second Ctrl-C ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    onFirstSignal(resolve);
  });
}

/**
 * Runs work with a signal that Ctrl-C aborts. If aborted, prints how to continue and ends the process by the same signal, so that shells
 * and supervisors see it.
 */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stopped = new AbortController();
  let received: NodeJS.Signals | undefined;
  const stopListening = onFirstSignal((signal) => {
    received = signal;
    stopped.abort();
  });
  try {
    return await work(stopped.signal);
  } catch (error) {
    if (received === undefined || !(error instanceof InterruptedError)) throw error;
    process.stderr.write(`petstore: ${error.message}\n`);
    stopListening();
    process.kill(process.pid, received);
    // The signal is delivered asynchronously.
    return await new Promise<never>(() => {});
  } finally {
    stopListening();
  }
}
