/* Limits how much starts per iteration of the event loop, so that a burst delays only itself (decision 034). */
import type { MaybePromise } from "../../core/concurrency/maybe-promise.ts";

/** Creates a queue from which at most `maximum` start per iteration of the event loop. The first of an iteration start immediately. */
export function perIteration(maximum: number): () => MaybePromise<void> {
  const waiting: (() => void)[] = [];
  let begun = 0;

  function endTurn(): void {
    const next = waiting.splice(0, maximum);
    begun = next.length;
    if (begun > 0) setImmediate(endTurn);
    for (const begin of next) begin();
  }

  return () => {
    if (begun === maximum) return new Promise((resolve) => waiting.push(resolve));
    begun += 1;
    if (begun === 1) setImmediate(endTurn);
    return undefined;
  };
}
