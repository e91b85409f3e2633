/* Turns of the event loop: how much runs in one, so that whoever is late is late alone (decision 034). */
import type { Eventual } from "../core/after.ts";

/** Makes a line in which at most `perTurn` begin in one turn of the event loop. The first of a turn do not wait for anything. */
export function turnsOf(perTurn: number): () => Eventual<void> {
  const waiting: (() => void)[] = [];
  let begun = 0;

  function endTurn(): void {
    const next = waiting.splice(0, perTurn);
    begun = next.length;
    if (begun > 0) setImmediate(endTurn);
    for (const begin of next) begin();
  }

  return () => {
    if (begun === perTurn) return new Promise((resolve) => waiting.push(resolve));
    begun += 1;
    if (begun === 1) setImmediate(endTurn);
    return undefined;
  };
}
