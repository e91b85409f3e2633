import { Failure } from "../contract/errors.ts";
import type { FailureCode } from "../contract/failures.ts";
import type { Operation } from "../contract/operation.ts";
import type { Principal } from "../core/context.ts";
import { type FailedPage, type HttpRequest, type HttpResponse, isStream, JSON_TYPE } from "./message.ts";
import type { Metrics } from "./metrics.ts";
import { type End, withEnd } from "./parts.ts";
import { type Log, requestIdOf } from "./request-log.ts";

/** What the checks of a request have found out so far, for its response and its log line. */
export interface Outcome {
  /** The operation, or the path of a page. */
  readonly operation?: Pick<Operation, "id"> | undefined;
  principal?: Principal;
  /** The code of the error, if it failed. */
  readonly code?: FailureCode;
  /** Headers of the response, whether it succeeds or fails. */
  readonly headers: Record<string, string>;
}

/** Gives each request an id, and logs and counts each response. */
export interface Observer {
  /**
   * Responds with what `make` returns, which is given the time of the request in epoch milliseconds. What it throws becomes what
   * `failed` makes of it, by default an Error body, and its cause is logged.
   */
  respond(
    request: HttpRequest,
    outcome: Outcome,
    make: (now: number) => Promise<HttpResponse>,
    failed?: FailedPage,
  ): Promise<HttpResponse>;
  /**
   * Sends what is in memory, the same to all. It is counted, but logged only if details are (decision 031), and it has no request
   * id: caches give it to others.
   */
  repeat(request: HttpRequest, outcome: Outcome, response: HttpResponse, startedAt: number): HttpResponse;
}

/** A request, with its id and time. */
interface RequestContext {
  readonly request: HttpRequest;
  readonly requestId: string;
  /** In epoch milliseconds. */
  readonly now: number;
  /** `performance.now()`. */
  readonly startedAt: number;
}

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

  /** Counts and logs a response, with the field names of pino-http (decision 031). */
  function record(
    context: RequestContext,
    { operation, principal, code }: Outcome,
    statusCode: number,
    remoteAddress: string | undefined,
    end: End,
  ): void {
    const responseTime = performance.now() - context.startedAt;
    const name = operation?.id ?? "none";
    metrics.meter(name).finished(statusCode, responseTime / 1000);
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
  }

  function failureOf(error: unknown, context: RequestContext, { operation }: Outcome): Failure {
    const failure = error instanceof Failure ? error : unknownFailure(error, context.requestId);
    const { code, cause: err } = failure;
    if (err !== undefined)
      log.error({ req: loggedRequest(context), operation: operation?.id, code, err }, "request failed");
    return failure;
  }

  return {
    async respond(request, outcome, make, failed) {
      const context = begin(request);
      try {
        return finish(context, outcome, await make(context.now));
      } catch (error) {
        const failure = failureOf(error, context, outcome);
        const { code } = failure;
        return finish(context, { ...outcome, code }, failed?.(request, failure) ?? errorResponse(failure));
      }
    },
    repeat(request, outcome, response, startedAt) {
      if (isDetailed) return finish(begin(request), outcome, response);
      metrics.meter(outcome.operation?.id ?? "none").finished(response.status, (performance.now() - startedAt) / 1000);
      let whole = repeated.get(response);
      if (whole === undefined)
        repeated.set(response, (whole = { ...response, headers: { ...common, ...response.headers } }));
      return whole;
    },
  };
}

/** The failure for an error that nobody expected. It does not reveal its cause. */
function unknownFailure(cause: unknown, requestId: string): Failure {
  const message = `The service failed; its log has the cause under the request id ${requestId}`;
  return new Failure("internal_error", message, { cause });
}

function errorResponse({ status, body, headers }: Failure): HttpResponse {
  return { status, headers: { ...JSON_TYPE, "Cache-Control": "no-store", ...headers }, body: `${body}\n` };
}

function loggedRequest({ request, requestId }: RequestContext) {
  return { id: requestId, method: request.method, url: loggedPath(request.path) };
}

const PATH_LOGGED = 200;

/** A path without its query and of bounded length, without long segments: some clients put an API key there, and no id is that long. */
function loggedPath(path: string): string {
  return path.replace(/[^/]{25,}/g, "[...]").slice(0, PATH_LOGGED);
}
