import { Failure } from "../contract/errors.ts";

/** A limited number of slots, in total and per key. */
export interface Capacity {
  /** Slots that are taken now. */
  readonly used: number;
  /**
   * Takes a slot for a key and returns what gives it back, which counts once. Take it before anything is awaited: a limit that is
   * checked first and counted later holds for no two requests at once. Throws `service_unavailable` when there is none left.
   */
  acquire(keyId: string): () => void;
  /** Does work that takes a slot for a key until it ends. Throws as `acquire` does, before the work begins. */
  run<Result>(keyId: string, work: () => Promise<Result>): Promise<Result>;
}

/** Makes `max` slots, of which one key may have `maxPerKey`. Messages call them `what`. */
export function capacity(what: string, max: number, maxPerKey = max): Capacity {
  const byKey = new Map<string, number>();
  let used = 0;
  const reached = (limit: number, whose: string) =>
    new Failure("service_unavailable", `Limit of ${limit} ${what}${whose} reached; retry later`);

  function acquire(keyId: string): () => void {
    const ofKey = byKey.get(keyId) ?? 0;
    if (used >= max) throw reached(max, "");
    if (ofKey >= maxPerKey) throw reached(maxPerKey, " of this API key");
    used += 1;
    byKey.set(keyId, ofKey + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      used -= 1;
      const left = (byKey.get(keyId) ?? 0) - 1;
      if (left === 0) byKey.delete(keyId);
      else byKey.set(keyId, left);
    };
  }

  return {
    get used() {
      return used;
    },
    acquire,
    async run(keyId, work) {
      const release = acquire(keyId);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
