/** The person at the command line made a mistake; the message says what to do instead. */
export class UsageError extends Error {}

/** A signal ended the work early, without damage; the message says how to go on. */
export class InterruptedError extends Error {}

/** Receives the progress of a step. `of` is 0 when the total is unknown. */
export type Report = (step: string, done: number, of: number) => void;
