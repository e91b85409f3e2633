/** A counting semaphore. A caller that finds no permit waits in line. */
export interface Semaphore {
  /** Waits for a permit until the deadline (of `performance.now()`); returns whether there was one. */
  acquire(deadline: number): Promise<boolean>;
  /** Returns a permit. */
  release(): void;
}

/** Makes a semaphore with this many permits. */
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
      const isAcquired = await promise;
      clearTimeout(timer);
      return isAcquired;
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
