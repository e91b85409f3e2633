import type { Operation } from "../contract/operation.ts";
import type { Principal } from "../core/context.ts";
import { failureOf, failureResponse } from "./failures.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";
import { isStream } from "./message.ts";
import type { Metrics } from "./metrics.ts";
import { type Log, requestIdOf } from "./request-log.ts";

/** What is known of a request when it arrives. */
export interface RequestContext {
  readonly request: HttpRequest;
  readonly requestId: string;
  /** In epoch milliseconds. */
  readonly now: number;
  /** `performance.now()`. */
  readonly startedAt: number;
}

/** What else is known of a request when its response is made. */
export interface Outcome {
  /** The operation, or the path of a page. */
  readonly operation?: Pick<Operation, "id"> | undefined;
  readonly principal?: Principal | undefined;
  /** Headers of the response, whether it succeeds or fails. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Gives each request an id, and logs and counts each response. */
export interface Observer {
  begin(request: HttpRequest): RequestContext;
  finish(context: RequestContext, outcome: Outcome & { readonly response: HttpResponse }): HttpResponse;
  /** Turns anything that was thrown into a response, and logs its cause. */
  fail(context: RequestContext, outcome: Outcome, error: unknown): HttpResponse;
}

interface ObserverParts {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: () => number;
  readonly newId: () => string;
  /** The client's address, for the log. */
  readonly clientOf?: (request: HttpRequest) => string | undefined;
  /** Clients reach this very process by TLS. */
  readonly hasTls?: boolean;
}

/** On every response: nothing the service sends may be sniffed as another type, or reused without asking. */
const COMMON = { "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-cache" } as const;

/** RFC 6797: for a year, browsers use TLS for this host. Valid only on a response that came by TLS. */
const ONLY_TLS = { "Strict-Transport-Security": "max-age=31536000" } as const;

/** Makes the observer of all requests. */
export function createObserver({ log, metrics, clock, newId, clientOf, hasTls }: ObserverParts): Observer {
  const isLogged = log.isLevelEnabled("info");
  const common = hasTls ? { ...COMMON, ...ONLY_TLS } : COMMON;

  function record(
    context: RequestContext,
    { operation, principal }: Outcome,
    status: number,
    end: End = "completed",
  ): void {
    const { request, requestId, startedAt } = context;
    const responseTime = performance.now() - startedAt;
    metrics.finished(operation?.id ?? "none", status, responseTime / 1000);
    if (!isLogged && typeof end === "string") return;
    const fields = {
      requestId,
      method: request.method,
      path: loggedPath(request.path),
      operation: operation?.id,
      status,
      responseTime: Math.round(responseTime * 1000) / 1000,
      key: principal?.hint,
      client: clientOf?.(request),
    };
    if (end === "completed") log.info(fields, "request completed");
    else if (end === "disconnected") log.info(fields, "client disconnected");
    else log.error({ ...fields, err: end.error }, "response broken off");
  }

  /** Records a stream when it ends, however it ends. */
  async function* recorded(
    context: RequestContext,
    outcome: Outcome,
    status: number,
    parts: AsyncGenerator<Uint8Array>,
  ) {
    let end: End = "disconnected";
    try {
      yield* parts;
      end = "completed";
    } catch (error) {
      end = { error };
      throw error;
    } finally {
      record(context, outcome, status, end);
    }
  }

  function finish(
    context: RequestContext,
    { response, ...outcome }: Outcome & { response: HttpResponse },
  ): HttpResponse {
    const { status, body } = response;
    const headers = {
      ...common,
      "X-Request-Id": context.requestId,
      // The runtime adds a Date to everything but the response to HEAD.
      ...(context.request.method === "HEAD" && { Date: new Date(context.now).toUTCString() }),
      ...outcome.headers,
      ...response.headers,
    };
    if (isStream(body) && context.request.method !== "HEAD") {
      return { status, headers, body: recorded(context, outcome, status, body) };
    }
    record(context, outcome, status);
    return body === undefined ? { status, headers } : { status, headers, body };
  }

  return {
    begin(request) {
      return { request, requestId: requestIdOf(request, newId), now: clock(), startedAt: performance.now() };
    },
    finish,
    fail(context, outcome, error) {
      const { requestId } = context;
      const failure = failureOf(error, requestId);
      if (failure.cause !== undefined) {
        const { code } = failure;
        log.error({ err: failure.cause, requestId, operation: outcome.operation?.id, code }, "request failed");
      }
      return finish(context, { ...outcome, response: failureResponse(failure) });
    },
  };
}

/** How a response ended. */
type End = "completed" | "disconnected" | { readonly error: unknown };

const PATH_LOGGED = 200;

/** A path of bounded length, without long segments: some clients put an API key there, and no id is that long. */
function loggedPath(path: string): string {
  return path.replace(/[^/]{25,}/g, "[...]").slice(0, PATH_LOGGED);
}
