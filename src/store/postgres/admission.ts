import { type EngineOptions, storeUnavailable } from "../engine.ts";

/** Limits how many callers use a database server or wait for it. */
export interface Admission {
  /** Does the work, or refuses it at once when too many are waiting. */
  admitted<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Refuses new work and waits for the rest. */
  close(): Promise<void>;
}

export function admission({ maxQueuedWrites, connections, observer }: EngineOptions): Admission {
  let active = 0;
  const empty = Promise.withResolvers<void>();
  let isClosed = false;
  const changeBy = (change: 1 | -1) => {
    active += change;
    observer.queued(Math.max(0, active - connections));
    if (isClosed && active === 0) empty.resolve();
  };
  return {
    async admitted(work) {
      if (isClosed) throw storeUnavailable("The store is closed");
      if (active >= maxQueuedWrites) throw storeUnavailable("Too many requests wait for the database");
      changeBy(1);
      try {
        return await work();
      } finally {
        changeBy(-1);
      }
    },
    close() {
      isClosed = true;
      if (active === 0) empty.resolve();
      return empty.promise;
    },
  };
}
