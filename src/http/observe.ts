import type { HttpRequest } from "../http1/message.ts";
import type { Exchange } from "./answer.ts";

/** The part of a pino logger that is used here. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Text that may stand in a log line and go back in a header: nothing that could forge either, and none of our keys. */
const SANE_REQUEST_ID = /^(?!.*pets_(?:live|test)_)[\w.~:+/=-]{1,128}$/;

/** The request's own id when it is sane, else a new one. */
export function requestIdOf(request: HttpRequest, newId: () => string): string {
  const given = request.header("x-request-id");
  if (given === undefined || !SANE_REQUEST_ID.test(given)) return newId();
  // A key that the operator made up has no form to know it by.
  return request.header("authorization")?.endsWith(` ${given}`) ? newId() : given;
}

/**
 * One line for each request. It names the key by its last characters only, and no query: people put secrets there. An
 * error here is one that broke off an answer that was on its way.
 */
export function logExchange(log: Log, exchange: Exchange, status: number, ms: number, error?: unknown): void {
  const { requestId, operation, keyHint, client } = exchange;
  log.info({ operation, status, ms: Math.round(ms * 1000) / 1000, requestId, key: keyHint, client }, "request");
  if (error !== undefined) log.error({ err: error, requestId, operation }, "answer broken off");
}
