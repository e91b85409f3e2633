/** A counting semaphore. A caller that finds no permit waits in line. */
export interface Semaphore {
  /** Waits for a permit until the deadline (of `performance.now()`), ahead of others if urgent; returns whether there was one. */
  acquire(deadline: number, isUrgent?: boolean): Promise<boolean>;
  /** Returns a permit. */
  release(): void;
}

/** Makes a semaphore with this many permits. */
export function semaphore(count: number): Semaphore {
  let free = count;
  const urgent = new Set<() => void>();
  const ordinary = new Set<() => void>();
  return {
    async acquire(deadline, isUrgent = false) {
      if (free > 0) {
        free -= 1;
        return true;
      }
      const line = isUrgent ? urgent : ordinary;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const next = () => resolve(true);
      line.add(next);
      const timer = setTimeout(() => resolve(!line.delete(next)), Math.max(1, deadline - performance.now()));
      const isAcquired = await promise;
      clearTimeout(timer);
      return isAcquired;
    },
    release() {
      const line = urgent.size > 0 ? urgent : ordinary;
      const [next] = line;
      if (next === undefined) free += 1;
      else {
        line.delete(next);
        next();
      }
    },
  };
}
