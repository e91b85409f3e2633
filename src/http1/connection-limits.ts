/** How long a connection may take for each of these, in milliseconds. What takes longer is closed. */
export const LIMITS_MS = {
  /** From the first byte of a head to its last. */
  head: 10_000,
  /** Until a request comes, or the client has taken something of an answer. */
  idle: 30_000,
  /** For the rest of a body that nobody reads. */
  rest: 10_000,
  /** Until the client closes after the last answer: closing first could take that answer from it. */
  farewell: 2_000,
} as const;
