/** A mistake on the command line; the message says what to do instead. */
export class UsageError extends Error {}

/** A signal stopped the work without damage; the message says how to continue. */
export class InterruptedError extends Error {}

/** Reports the progress of a step. `of` is 0 if the total is unknown. */
export type Report = (step: string, done: number, of: number) => void;
