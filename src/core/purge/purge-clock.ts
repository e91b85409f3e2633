/* Whether the clock can be believed when it says that rows have expired (decision 072). */
import { HOUR_MS, isoTime } from "../times.ts";

/** How far the clock may differ from the monotonic time that has passed. */
const JUMP_MS = HOUR_MS;

/** The same if another process recorded the last purge: the record may be a purge old. */
const OTHERS_MS = 3 * HOUR_MS;

/** How long after the last purge a service may start. */
export const UNUSED_MAX_MS = 400 * 24 * HOUR_MS;

/** The recorded state of purges. */
export interface LastPurge {
  /** The clock's time at the last one. */
  readonly at?: number | undefined;
  /** The clock's time when a service first refused the next one, until there is one. */
  readonly refusedAt?: number | undefined;
}

/** The port to the record of purges, like those in ports.ts. */
export interface Purges {
  /** Returns the last purge. */
  last(): Promise<LastPurge>;
  /** Records a purge at this time: from then on none is refused. */
  record(at: number): Promise<void>;
  /** Records that a purge was refused at this time, if the last one was not. */
  refuse(at: number): Promise<void>;
}

/** The clock when this process last recorded a purge, and how long the machine had run. */
interface Reference {
  readonly at: number;
  readonly uptimeMs: number;
}

/** Why a clock must be wrong, for people; undefined if it may be right. `later` is how far after the last purge it may be. */
export function clockProblem(now: number, last: number | undefined, later = UNUSED_MAX_MS): string | undefined {
  if (last === undefined || (now >= last - JUMP_MS && now <= last + later)) return undefined;
  const [days, where] = [Math.abs(now - last) / (24 * HOUR_MS), now < last ? "before" : "after"];
  return `it is ${isoTime(now)}, ${days.toFixed(1)} days ${where} the last time that expired rows were deleted`;
}

/**
 * Watches the clock by which rows expire. A clock that has moved more than an hour further than the machine has run, or than the time
 * since the last purge explains, would delete data that should have been kept; one that went back, and is set right, too.
 */
export class PurgeClock {
  readonly #uptime: () => number;
  #own: Reference | undefined;

  /** `uptime` is how long the machine has run in milliseconds, sleep included. */
  constructor(uptime: () => number) {
    this.#uptime = uptime;
  }

  /** Records a purge at this time. If the clock cannot be right, returns the reason instead. */
  async begin(purges: Purges, now: number): Promise<string | undefined> {
    const uptimeMs = this.#uptime();
    const { at: last } = await purges.last();
    const problem = clockProblem(now, last, this.#laterThan(last, uptimeMs));
    if (problem === undefined) {
      await purges.record(now);
      this.#own = { at: now, uptimeMs };
    } else await purges.refuse(now);
    return problem;
  }

  /** How much later than the last purge the clock may be. */
  #laterThan(last: number | undefined, uptimeMs: number): number {
    const own = this.#own;
    if (own === undefined || last === undefined) return UNUSED_MAX_MS;
    const bound = own.at + (uptimeMs - own.uptimeMs) + JUMP_MS;
    // Another instance, or a person who has said that the clock is right.
    return last === own.at ? bound - last : Math.max(bound - last, OTHERS_MS);
  }
}
