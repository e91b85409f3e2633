/* Turns of the event loop: how much runs in one, so that whoever is late is late alone (decision 034). */
import { after, type Eventual } from "../core/after.ts";
import { type Release, Slots } from "../core/slots.ts";

/** Makes a line in which at most `perTurn` begin in one turn of the event loop. The first of a turn do not wait for anything. */
export function turnsOf(perTurn: number): () => Eventual<void> {
  const slots = new Slots({ what: "turns", max: perTurn, maxWaiting: Number.POSITIVE_INFINITY });
  let begun: Release[] = [];

  function endTurn(): void {
    const ended = begun;
    begun = [];
    for (const release of ended) release();
  }

  const begin = (release: Release) => {
    if (begun.push(release) === 1) setImmediate(endTurn);
  };
  return () => after(slots.wait(), begin);
}
