/** Exit codes of the program. */
export const EXIT = { fine: 0, failed: 1, wrongUse: 2 } as const;

/** The one who called did something wrong; the message says what to do. */
export class UsageError extends Error {}
