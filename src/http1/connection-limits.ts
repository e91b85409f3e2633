/** How long a connection may take for each of these, in milliseconds. What takes longer is closed. */
export interface ConnectionLimits {
  /** From the first byte of a head to its last. */
  readonly head: number;
  /** Until a request comes, or the client has taken something of an answer. */
  readonly idle: number;
  /** For the rest of a body that nobody reads. */
  readonly rest: number;
  /** Until the client closes after the last answer: closing first could take that answer from it. */
  readonly farewell: number;
  /** How often they are looked at: each may take so much longer. */
  readonly check: number;
}

export const LIMITS_MS: ConnectionLimits = { head: 10_000, idle: 30_000, rest: 10_000, farewell: 2_000, check: 1_000 };
