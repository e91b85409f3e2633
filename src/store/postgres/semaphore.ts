/** A number of turns of which each is taken by one at a time; whoever finds none waits in line. */
export interface Semaphore {
  /** Waits for a turn until the deadline (of `performance.now()`); says whether there was one. */
  acquire(deadline: number): Promise<boolean>;
  /** Gives a turn that was taken back. */
  release(): void;
}

/** So many turns. */
export function semaphore(count: number): Semaphore {
  let free = count;
  const line = new Set<() => void>();
  return {
    async acquire(deadline) {
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
    release() {
      const [next] = line;
      if (next === undefined) free += 1;
      else {
        line.delete(next);
        next();
      }
    },
  };
}
