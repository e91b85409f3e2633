import type { Repositories, Store } from "./ports.ts";

/** Rows deleted per transaction: a purge shares the writer with every request. */
const BATCH = 1000;

/**
 * Deletes rows a batch at a time until there are none or the signal is aborted. `purge` deletes at most `limit` rows and returns 0
 * when there are none.
 */
export async function purgeInBatches(
  store: Store,
  purge: (repositories: Repositories, limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  let deleted = 1;
  while (deleted > 0 && !signal?.aborted) deleted = await store.transaction((open) => purge(open, BATCH));
}
