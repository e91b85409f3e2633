import type { Failure } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Principal } from "../core/context.ts";
import { failureOf, failureResponse } from "./failures.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";
import { isStream } from "./message.ts";
import type { Metrics } from "./metrics.ts";
import { type End, withEnd } from "./parts.ts";
import { type Log, requestIdOf } from "./request-log.ts";

/** A request, with its id and time. */
export interface RequestContext {
  readonly request: HttpRequest;
  readonly requestId: string;
  /** In epoch milliseconds. */
  readonly now: number;
  /** `performance.now()`. */
  readonly startedAt: number;
}

/** What the checks of a request found out, for its response and its log line. */
export interface Outcome {
  /** The operation, or the path of a page. */
  readonly operation?: Pick<Operation, "id"> | undefined;
  readonly principal?: Principal | undefined;
  /** The code of the error, if it fails. */
  readonly code?: string;
  /** Headers of the response, whether it succeeds or fails. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Gives each request an id, and logs and counts each response. */
export interface Observer {
  begin(request: HttpRequest): RequestContext;
  finish(context: RequestContext, outcome: Outcome, response: HttpResponse): HttpResponse;
  /** Turns anything that was thrown into a response, by default an Error body, and logs its cause. */
  fail(context: RequestContext, outcome: Outcome, error: unknown, present?: Present): HttpResponse;
  /**
   * Sends what is in memory, the same to all. It is counted, but logged only if details are (decision 031), and it has no id of its
   * own: caches give it to others.
   */
  repeat(request: HttpRequest, outcome: Outcome, response: HttpResponse, startedAt: number): HttpResponse;
}

/** Makes the response to a failure; undefined for an Error body. */
type Present = (failure: Failure) => HttpResponse | undefined;

interface ObserverParts {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: () => number;
  readonly newId: () => string;
  /** The client's address, for the log. */
  readonly clientOf: (request: HttpRequest) => string | undefined;
  /** Clients reach this very process by TLS. */
  readonly hasTls?: boolean;
}

/** On every response: nothing the service sends may be sniffed as another type, or reused without asking. */
const COMMON = { "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-cache" } as const;

/** RFC 6797: for a year, browsers use TLS for this host. Valid only on a response sent over TLS. */
const ONLY_TLS = { "Strict-Transport-Security": "max-age=31536000" } as const;

/** Makes the observer of all requests. */
export function createObserver(parts: ObserverParts): Observer {
  const { log, metrics, clock, newId } = parts;
  const isLogged = log.isLevelEnabled("info");
  const record = recorder(parts, isLogged);
  const common = parts.hasTls ? { ...COMMON, ...ONLY_TLS } : COMMON;
  const isDetailed = log.isLevelEnabled("debug");
  const repeated = new WeakMap<HttpResponse, HttpResponse>();

  function begin(request: HttpRequest): RequestContext {
    return { request, requestId: requestIdOf(request, newId), now: clock(), startedAt: performance.now() };
  }

  function finish(context: RequestContext, outcome: Outcome, response: HttpResponse): HttpResponse {
    const { status, body } = response;
    const headers = {
      ...common,
      "X-Request-Id": context.requestId,
      // The runtime adds a Date to everything but the response to HEAD.
      ...(context.request.method === "HEAD" && { Date: new Date(context.now).toUTCString() }),
      ...outcome.headers,
      ...response.headers,
    };
    // At the end of a stream the connection, and with it the address, may be gone.
    const remoteAddress = isLogged ? parts.clientOf(context.request) : undefined;
    const recordEnd = (end: End) => record(context, outcome, status, remoteAddress, end);
    if (isStream(body) && context.request.method !== "HEAD") {
      return { status, headers, body: withEnd(body, recordEnd) };
    }
    recordEnd("completed");
    return body === undefined ? { status, headers } : { status, headers, body };
  }

  return {
    begin,
    finish,
    repeat(request, outcome, response, startedAt) {
      if (isDetailed) return finish(begin(request), outcome, response);
      metrics.finished(outcome.operation?.id ?? "none", response.status, (performance.now() - startedAt) / 1000);
      let whole = repeated.get(response);
      if (whole === undefined)
        repeated.set(response, (whole = { ...response, headers: { ...common, ...response.headers } }));
      return whole;
    },
    fail(context, outcome, error, present = () => undefined) {
      const failure = failureOf(error, context.requestId);
      if (failure.cause !== undefined) {
        const { code, cause: err } = failure;
        log.error({ req: loggedRequest(context), operation: outcome.operation?.id, code, err }, "request failed");
      }
      return finish(context, { ...outcome, code: failure.code }, present(failure) ?? failureResponse(failure));
    },
  };
}

type Recorder = (
  context: RequestContext,
  outcome: Outcome,
  status: number,
  remoteAddress: string | undefined,
  end: End,
) => void;

/** Returns a function that counts and logs a response, with the field names of pino-http (decision 031). */
function recorder({ log, metrics }: ObserverParts, isLogged: boolean): Recorder {
  return (context, { operation, principal, code }, statusCode, remoteAddress, end) => {
    const responseTime = performance.now() - context.startedAt;
    const name = operation?.id ?? "none";
    metrics.finished(name, statusCode, responseTime / 1000);
    if (!isLogged && typeof end === "string") return;
    const fields = {
      req: { ...loggedRequest(context), remoteAddress },
      res: { statusCode },
      responseTime: Math.round(responseTime * 1000) / 1000,
      operation: name,
      code,
      key: principal?.hint,
    };
    if (end === "completed") log.info(fields, "request completed");
    else if (end === "disconnected") log.info(fields, "request aborted");
    else log.error({ ...fields, err: end.error }, "response broken off");
  };
}

function loggedRequest({ request, requestId }: RequestContext) {
  return { id: requestId, method: request.method, url: loggedPath(request.path) };
}

const PATH_LOGGED = 200;

/** A path without its query and of bounded length, without long segments: some clients put an API key there, and no id is that long. */
function loggedPath(path: string): string {
  return path.replace(/[^/]{25,}/g, "[...]").slice(0, PATH_LOGGED);
}
