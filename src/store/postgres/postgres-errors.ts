/* The meanings of PostgreSQL's errors, by SQLSTATE and never by their text. */
import { Failure } from "../../contract/errors/errors.ts";
import { FENCED, storeUnavailable } from "../engine.ts";

/**
 * The SQLSTATEs of transactions that were rolled back and may succeed when repeated. 23505 is a unique value that another transaction
 * committed between a check and a write: the repeated check finds it.
 */
const CONFLICTS = new Set(["40001", "40P01", "23505"]);

/** The SQLSTATEs with which a server rejects the user or the database: waiting does not help, an operator must act. */
const REFUSALS = new Set(["28000", "28P01", "3D000", "42501"]);

/** The message for a request that got no connection, or lost it before anything was changed. */
export const NO_CONNECTION = "There is no connection to the database now";

/** Whether the server is read-only: it is a standby, or was the primary. */
export function isStandby(error: unknown): boolean {
  return error instanceof Bun.SQL.PostgresError && error.errno === "25006";
}

/** Whether the server rolled the transaction back and the same work may succeed when repeated. */
export function isConflict(error: unknown): boolean {
  return error instanceof Bun.SQL.PostgresError && error.errno !== undefined && CONFLICTS.has(error.errno);
}

/** Whether the server rejects a statement only because an earlier one of its transaction has failed. */
export function isAborted(error: unknown): boolean {
  return error instanceof Bun.SQL.PostgresError && error.errno === "25P02";
}

/** Whether a statement has waited too long for the lock of a table. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Bun.SQL.PostgresError && error.errno === "55P03";
}

/** Whether the server rejects the user or the database. */
export function isRefused(error: unknown): boolean {
  return error instanceof Bun.SQL.PostgresError && error.errno !== undefined && REFUSALS.has(error.errno);
}

/** Classes 08 and 57P0: a connection failed, or its server stops or starts. It may be a connection from the server to one of its nodes. */
const LOST = /^(?:08|57P0)/;

/**
 * Whether a connection was lost: the one to the server (the driver's own errors have no SQLSTATE, the server's are FATAL), or one behind
 * it. Uncommitted changes are rolled back.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Bun.SQL.PostgresError)) return false;
  if (error.errno === undefined) return error.code !== COMMIT_ROLLED_BACK && error.code !== TOO_MANY_PARAMETERS;
  return error.severity === "FATAL" || error.severity === "PANIC" || LOST.test(error.errno);
}

/** The driver's code when the server responds to COMMIT with ROLLBACK. */
const COMMIT_ROLLED_BACK = "ERR_POSTGRES_COMMIT_ROLLED_BACK";

/** The driver's code for a statement that it did not send: to repeat it does not help. */
const TOO_MANY_PARAMETERS = "ERR_POSTGRES_TOO_MANY_PARAMETERS";

/**
 * The SQLSTATEs with which a server refuses to commit: constraints (class 23), conflicts (class 40, except 40003, which means
 * "completion unknown") and a timeout.
 */
const ROLLED_BACK = /^(?:23|40(?!003)|57014)/;

/**
 * Whether a failed COMMIT may have stored the change. A distributed engine commits on several nodes, so every error leaves that open unless
 * it says that the transaction was rolled back.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Bun.SQL.PostgresError) || error.code === COMMIT_ROLLED_BACK) return false;
  return error.errno === undefined || !ROLLED_BACK.test(error.errno);
}

/** The failure of a change that may or may not be stored. */
export function outcomeUnknown(error: unknown): Failure {
  return storeUnavailable(
    "The database did not confirm the change: it may or may not be stored. Check before you retry",
    error,
  );
}

/** Whether the server cancelled a statement because it took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Bun.SQL.PostgresError && error.errno === "57014";
}

/** The constraint on who may add events, and so make changes. */
export const FENCE = "release_may_write";

/** Whether a newer release has fenced this program off. */
function isFenced(error: unknown): boolean {
  return error instanceof Bun.SQL.PostgresError && error.errno === "23514" && error.constraint === FENCE;
}

/** Translates a database error: `service_unavailable` when the database cannot be reached, is too busy or too slow. */
export function translated(error: unknown): unknown {
  if (error instanceof Failure) return error;
  if (isLost(error)) return storeUnavailable(NO_CONNECTION, error);
  if (isStandby(error)) return storeUnavailable("The database takes no changes now", error);
  if (isFenced(error)) return storeUnavailable(FENCED, error);
  if (isConflict(error)) return storeUnavailable("Too many changed the same thing at once", error);
  return isTimeout(error) ? storeUnavailable("The database took too long", error) : error;
}
