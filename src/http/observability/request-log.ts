/* The log lines of requests, with the field names of pino-http (decision 031), and their counts. */
import type { FailureCode } from "../../contract/errors/failures.ts";
import { keepingLast } from "../../core/caches/last.ts";
import type { Application } from "../application.ts";
import type { Exchange } from "../pipeline/exchange.ts";
import type { End } from "../responses/streamed-bodies.ts";

/** A request id that is safe in a log line and a header: it can forge neither, and is no API key. */
const SAFE_REQUEST_ID = /^(?!.*pets_(?:live|test)_)[\w.~:+/=-]{1,128}$/;

/** The request's own id if it is safe, else a new one. */
export function requestIdOf(exchange: Exchange, newId: () => string): string {
  const given = exchange.header("x-request-id");
  if (given === undefined || !SAFE_REQUEST_ID.test(given)) return newId();
  // PETSTORE_API_KEY has no recognizable form.
  return exchange.header("authorization")?.endsWith(` ${given}`) ? newId() : given;
}

/** What is counted and logged about a response. */
export interface Finished {
  readonly exchange: Exchange;
  readonly requestId: string;
  readonly status: number;
  /** The code of the error, if it failed. */
  readonly code: FailureCode | undefined;
  /** The client's address, if it was read earlier: at the end of a stream the connection may be gone. */
  readonly address?: string | undefined;
}

/** A response that takes longer, in milliseconds, is logged with the client's address. */
const SLOW_MS = 100;

/** Creates the function that counts and logs the responses of a route. */
export function recorder(
  name: string,
  { log, metrics, clientOf, logAddresses }: Application,
): (finished: Finished, end?: End | "unlogged") => void {
  const meter = metrics.meter(name);
  const isLogged = log.isLevelEnabled("info");
  const operation = JSON.stringify(name);
  // The next request is mostly for the same path, by the same key.
  const pathText = keepingLast((path: string) => JSON.stringify(loggedPath(path)));
  const hintText = keepingLast((hint: string) => JSON.stringify(hint));
  const addressOf = ({ exchange, status, address }: Finished, responseTime: number): string | undefined => {
    if (logAddresses === "none") return undefined;
    if (address !== undefined) return address;
    const isTold = logAddresses === "all" || status >= 400 || responseTime > SLOW_MS;
    return isTold ? clientOf(exchange) : undefined;
  };

  /** A line's members as JSON: serializing an object takes five times as long. */
  function membersOf(finished: Finished, responseTime: number): string {
    const { exchange, requestId, status, code } = finished;
    const { method, path, sender } = exchange;
    const address = addressOf(finished, responseTime);
    return (
      `"req":{"id":"${requestId}","method":"${method}","url":${pathText(path)}` +
      `${address === undefined ? "" : `,"remoteAddress":"${address}"`}},"res":{"statusCode":${status}},` +
      `"responseTime":${Math.round(responseTime * 1000) / 1000},"operation":${operation}` +
      `${code === undefined ? "" : `,"code":"${code}"`}` +
      `${sender === undefined ? "" : `,"key":${hintText(sender.hint)}`}`
    );
  }

  return (finished, end = "completed") => {
    const responseTime = performance.now() - finished.exchange.startedAt;
    meter.finished(finished.status, responseTime / 1000);
    if (end === "unlogged" || (!isLogged && typeof end === "string")) return;
    const members = membersOf(finished, responseTime);
    if (end === "completed") log.line(members, "request completed");
    else if (end === "disconnected") log.line(members, "request aborted");
    else log.error({ ...(JSON.parse(`{${members}}`) as object), err: end.error }, "response broken off");
  };
}

const PATH_LOGGED = 200;

/** The longest path segment that is logged: no id is longer. */
const SEGMENT_LOGGED = 24;

/** A path without its query and of bounded length, without long segments: some clients put an API key there. */
export function loggedPath(path: string): string {
  return path.length <= SEGMENT_LOGGED ? path : path.replace(/[^/]{25,}/g, "[...]").slice(0, PATH_LOGGED);
}
