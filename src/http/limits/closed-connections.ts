/* The log of the connections that the service closes: at most a line a minute, however many there are. */

/** Why a connection closes. */
export type ClosingReason =
  /** A request arrived before the response to the one before it, or the client went away while its request waited. */
  | "pipelined"
  /** The request had a refused body, whose rest would be read as the next request, or a wrong `Host`. */
  | "refused";

/** Writes a line to the log. */
type Warn = (fields: object, message: string) => void;

/** How long connections are counted for one log line. */
const COUNTED_MS = 60_000;

/** Counts the connections that the service closes before their clients do. */
export class ClosedConnections {
  readonly #warn: Warn;
  #counts: Partial<Record<ClosingReason, number>> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(warn: Warn) {
    this.#warn = warn;
  }

  count(reason: ClosingReason): void {
    this.#counts[reason] = (this.#counts[reason] ?? 0) + 1;
    this.#timer ??= setTimeout(() => this.report(), COUNTED_MS);
  }

  /** Writes what was counted since the last line to the log. */
  report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const closed = this.#counts;
    this.#counts = {};
    if (Object.keys(closed).length > 0) this.#warn({ closed }, "connections closed");
  }
}
