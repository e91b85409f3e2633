/* Signals that end a command or the service. */
import { InterruptedError } from "../../files/problems/usage-error.ts";

/** Signals this close together are one: npm and `npx` forward what the terminal has sent to every process of the group. */
const COPIES_MS = 1000;

/** Ended by SIGINT, as shells count it. */
const INTERRUPTED = 130;

/**
 * Calls back with the first signal to end. Later ones change nothing, whoever sends or forwards them, except that Ctrl-C typed again
 * ends the process at once. Returns a function that stops listening.
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

/** Resolves when the service is asked to end. It then has until its settings say, unless Ctrl-C is typed again. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    onFirstSignal(resolve);
  });
}

/**
 * Runs work that stops when its signal is aborted, as Ctrl-C does. Then prints how to go on, and ends the process by the signal that
 * interrupted it, so that shells and supervisors see that.
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
    // The signal arrives later than the next statement.
    return await new Promise<never>(() => {});
  } finally {
    stopListening();
  }
}
