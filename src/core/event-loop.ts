/** Resolves in the next turn of the event loop: whoever works for long lets the requests of others in between. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Consecutive parts of a list, each short enough for one turn. */
export function* batchesOf<Item>(items: readonly Item[], length: number): Generator<readonly Item[]> {
  if (items.length <= length && items.length > 0) yield items;
  else for (let from = 0; from < items.length; from += length) yield items.slice(from, from + length);
}
