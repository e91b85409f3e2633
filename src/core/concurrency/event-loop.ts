/** Resolves in the next iteration of the event loop. Long work awaits it, so that other requests run in between. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Consecutive batches of a list, each short enough for one iteration of the event loop. */
export function* batchesOf<Item>(items: readonly Item[], length: number): Generator<readonly Item[]> {
  if (items.length <= length && items.length > 0) yield items;
  else for (let from = 0; from < items.length; from += length) yield items.slice(from, from + length);
}
