/* Turns of the event loop: how much runs in one, so that whoever is late is late alone (decision 034). */
import type { MaybePromise } from "../../core/maybe-promise.ts";

/** Makes a line in which at most `maximum` begin in one turn of the event loop. The first of a turn do not wait for anything. */
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
