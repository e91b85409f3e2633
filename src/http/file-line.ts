/* Files in memory. Others wait before they are read, with their bytes still at the client. */
import { Failure } from "../contract/errors.ts";

/** The memory for files, in bytes: more than the largest one. One key gets half of it, or one file. */
const BYTES_MAX = 32 * 1024 * 1024;

/** Files that wait. One key gets half of these places. Of each, the runtime reads more than 1 MB ahead. */
const WAITING_MAX = 16;

/** A photo takes about a second of a processor. */
const RETRY_AFTER = { headers: { "Retry-After": "3" } };

interface Place {
  readonly keyId: string;
  readonly bytes: number;
}

interface Waiting extends Place {
  start(): void;
}

/** The line in front of the memory for files. */
export interface FileLine {
  /**
   * Waits until there is memory for a file and returns what gives it back. Throws `service_unavailable` when too many wait, or when
   * it waits for too long.
   */
  acquire(place: Place, waitMs: number): Promise<() => void>;
}

/** Makes a line. */
export function fileLine(): FileLine {
  const waiting: Waiting[] = [];
  const byKey = new Map<string, number>();
  let used = 0;

  function mayStart({ keyId, bytes }: Place): boolean {
    const ofKey = byKey.get(keyId) ?? 0;
    return (used === 0 || used + bytes <= BYTES_MAX) && (ofKey === 0 || ofKey + bytes <= BYTES_MAX / 2);
  }

  function take({ keyId, bytes }: Place): void {
    used += bytes;
    byKey.set(keyId, (byKey.get(keyId) ?? 0) + bytes);
  }

  function giveBack({ keyId, bytes }: Place): void {
    used -= bytes;
    const left = (byKey.get(keyId) ?? 0) - bytes;
    if (left === 0) byKey.delete(keyId);
    else byKey.set(keyId, left);
    for (let next = waiting.findIndex(mayStart); next !== -1; next = waiting.findIndex(mayStart)) {
      for (const place of waiting.splice(next, 1)) {
        take(place);
        place.start();
      }
    }
  }

  function wait(place: Place, waitMs: number): Promise<void> {
    const ofKey = waiting.filter(({ keyId }) => keyId === place.keyId).length;
    if (waiting.length >= WAITING_MAX || ofKey >= WAITING_MAX / 2) throw busy("Too many files wait");
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        ...place,
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(busy("Other files take too long"));
      }, waitMs);
      waiting.push(entry);
    });
  }

  return {
    async acquire(place, waitMs) {
      if (mayStart(place)) take(place);
      else await wait(place, waitMs);
      return () => giveBack(place);
    },
  };
}

function busy(reason: string): Failure {
  return new Failure("service_unavailable", `${reason}; retry later`, RETRY_AFTER);
}
