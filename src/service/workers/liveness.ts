/* Whether a worker lives: it sends a heartbeat a second, unless it is busy, hangs or is stopped. */

/** A worker that misses this many heartbeats in a row, and does not work meanwhile, hangs. */
const MISSED_MAX = 10;

/** One that works has this many: it is late, not dead. */
const MISSED_BUSY_MAX = 60;

/** A worker that used less of a processor while it missed them does not work: other threads than the one that is stuck use some. */
const BUSY_SECONDS = 0.5;

/** One that has missed this many is late. */
const LATE = 3;

/** Judges a worker by its heartbeats, and by the time of the processor that it uses. */
export class Liveness {
  #missed = 0;
  /** What it had used when it was last heard, or first missed. */
  #used: number | undefined;

  /** The worker was heard. Returns how many seconds late it was, 0 for one that was not. */
  heard(): number {
    const missed = this.#missed;
    this.#missed = 0;
    return missed >= LATE ? missed : 0;
  }

  /**
   * A second has passed. Returns, once each, that the worker is late and that it is dead. Counts missed heartbeats rather than time: after the whole machine
   * was suspended, nobody is late. `used` reads how many seconds of a processor the worker has used, undefined where that is not known.
   */
  missed(used: () => number | undefined): "late" | "dead" | undefined {
    this.#missed += 1;
    if (this.#missed === 1) this.#used = used();
    if (this.#missed === LATE) return "late";
    if (this.#missed === MISSED_BUSY_MAX + 1) return "dead";
    if (this.#missed !== MISSED_MAX + 1) return undefined;
    const now = used();
    // Where it is not known, the worker may be busy.
    return now !== undefined && now - (this.#used ?? 0) < BUSY_SECONDS ? "dead" : undefined;
  }
}
