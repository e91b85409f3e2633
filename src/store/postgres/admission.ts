import { storeUnavailable } from "../engine.ts";

/** Counts the callers that use the database or wait for it. */
export interface Admission {
  readonly callers: number;
  /** Does the work. Throws `service_unavailable` when there are too many callers, and after `close`. */
  admit<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Refuses new callers and waits for the others. */
  close(): Promise<void>;
}

/** Admits up to this many callers at a time; `changed` is called when their number changes. */
export function admission(max: number, changed: () => void): Admission {
  const empty = Promise.withResolvers<void>();
  let callers = 0;
  let isClosed = false;
  const changeBy = (change: 1 | -1) => {
    callers += change;
    changed();
    if (isClosed && callers === 0) empty.resolve();
  };
  return {
    get callers() {
      return callers;
    },
    async admit(work) {
      if (isClosed) throw storeUnavailable("The store is closed");
      if (callers >= max) throw storeUnavailable("Too many requests wait for the database");
      changeBy(1);
      try {
        return await work();
      } finally {
        changeBy(-1);
      }
    },
    close() {
      isClosed = true;
      if (callers === 0) empty.resolve();
      return empty.promise;
    },
  };
}
