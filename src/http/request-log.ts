import type { HttpRequest } from "./message.ts";

/** The part of a pino logger that is used here. */
export interface Log {
  isLevelEnabled(level: "info" | "debug"): boolean;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** An id that is safe in a log line and in a header: it can forge neither, and is none of our keys. */
const SAFE_REQUEST_ID = /^(?!.*pets_(?:live|test)_)[\w.~:+/=-]{1,128}$/;

/** The request's own id if it is safe, else a new one. */
export function requestIdOf(request: HttpRequest, newId: () => string): string {
  const given = request.header("x-request-id");
  if (given === undefined || !SAFE_REQUEST_ID.test(given)) return newId();
  // A key that the operator invented has no recognizable form.
  return request.header("authorization")?.endsWith(` ${given}`) ? newId() : given;
}
