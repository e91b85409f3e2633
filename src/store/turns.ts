/** A number of turns of which each is taken by one at a time; whoever finds none waits in line. */
export interface Turns {
  /** Waits for a turn until the deadline (of `performance.now()`); says whether there was one. */
  take(deadline: number): Promise<boolean>;
  /** Gives a turn that was taken back. */
  give(): void;
}

/** So many turns. */
export function turns(count: number): Turns {
  let free = count;
  const line = new Set<() => void>();
  return {
    async take(deadline) {
      if (free > 0) {
        free -= 1;
        return true;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const next = () => resolve(true);
      line.add(next);
      const timer = setTimeout(() => resolve(!line.delete(next)), deadline - performance.now());
      const isTaken = await promise;
      clearTimeout(timer);
      return isTaken;
    },
    give() {
      const [next] = line;
      if (next === undefined) free += 1;
      else {
        line.delete(next);
        next();
      }
    },
  };
}
