import type { Value } from "../engine.ts";
import type { Pool } from "./pool.ts";

/** How many reads are sent together at most. */
const TOGETHER_MAX = 16;

/** Reads that were sent together and took longer than this, in milliseconds, are slow: the next ones are sent alone. */
const QUICK_MS = 100;

/** A statement that waits for a connection. */
interface Waiting {
  readonly text: string;
  readonly values: readonly Value[];
  readonly deadline: number;
  resolve(rows: unknown): void;
  reject(error: unknown): void;
}

/** Runs a statement. Throws `service_unavailable` if it gets no connection before the deadline (of `performance.now()`). */
export type Read = (text: string, values: readonly Value[], deadline: number) => Promise<unknown>;

/**
 * Runs statements outside of transactions, in the order of arrival. Waiting ones are sent together over one connection, which makes each a
 * third cheaper. When the database is slow, each has its own connection.
 */
export function reader(pool: Pool, connections: number): Read {
  const line = new Set<Waiting>();
  let batches = 0;
  /** Batches that wait for their connection and share the queue. */
  let unsent = 0;
  let togetherMax = TOGETHER_MAX;

  function take(): Waiting[] {
    const taken = [...line].slice(0, Math.min(togetherMax, Math.ceil(line.size / unsent)));
    for (const waiting of taken) line.delete(waiting);
    return taken;
  }

  async function sendBatches(): Promise<void> {
    batches += 1;
    for (let [first] = line; first !== undefined; [first] = line) {
      unsent += 1;
      try {
        await pool.lend(first.deadline, false, async ({ run }) => {
          const sentAt = performance.now();
          const batch = take();
          unsent -= 1;
          await Promise.all(batch.map(({ text, values, resolve, reject }) => run(text, values).then(resolve, reject)));
          togetherMax = performance.now() - sentAt > QUICK_MS ? 1 : Math.min(2 * togetherMax, TOGETHER_MAX);
        });
      } catch (error) {
        unsent -= 1;
        if (line.delete(first)) first.reject(error);
      }
    }
    batches -= 1;
  }

  return (text, values, deadline) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    line.add({ text, values, deadline, resolve, reject });
    // One more than there are connections, so that one always waits and notices the deadline.
    if (batches <= connections) void sendBatches();
    return promise;
  };
}
