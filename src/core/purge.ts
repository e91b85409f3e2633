import type { Repositories, Store } from "./ports.ts";

/** Rows deleted per transaction: a purge shares the writer with every request. */
const BATCH = 1000;

/** Deletes rows a batch at a time until there are none. `purge` deletes at most so many and returns 0 when there are none. */
export async function purgeInBatches(
  store: Store,
  purge: (repositories: Repositories, limit: number) => Promise<number>,
): Promise<void> {
  while ((await store.transaction((repositories) => purge(repositories, BATCH))) > 0);
}
