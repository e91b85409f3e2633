/* The responses of one route: their headers from templates, their counts and their log lines. */
import { Failure } from "../../contract/errors/errors.ts";
import type { Application } from "../application.ts";
import { type Finished, loggedPath, recorder, requestIdOf } from "../observability/request-log.ts";
import type { Cors } from "../pipeline/cors.ts";
import { type Exchange, type FailedPage, isStream, JSON_TYPE, type Reply } from "../pipeline/exchange.ts";
import { HeaderTemplate } from "./header-template.ts";
import { paced, withEnd } from "./streamed-bodies.ts";

/** What differs between the responses of operations, pages and unknown paths. */
export interface Route {
  /** Its name in metrics and log. */
  readonly name: string;
  /** The headers of all of its responses. */
  readonly fixed?: Readonly<Record<string, string | undefined>>;
  /** The links of a response to this request, unless it has its own. */
  readonly link?: ((exchange: Exchange) => string) | undefined;
  readonly cors?: Cors;
  /** The reply to a failure; without one, an Error body. */
  readonly failed?: FailedPage | undefined;
}

/** Creates responses. */
export interface Responder {
  with(exchange: Exchange, end: Reply | Failure): Response;
  /** The response to an error. Logs its cause. */
  failed(exchange: Exchange, error: unknown): Response;
}

/** Headers of every response: no content may be sniffed as another type, or reused without revalidation. */
const COMMON = { "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-cache" } as const;

/** RFC 6797: for a year, browsers use TLS for this host. Valid only on a response sent over TLS. */
const ONLY_TLS = { "Strict-Transport-Security": "max-age=31536000" } as const;

/** Creates the responses of a route. While the service stops, each closes its connection. */
export function responder(
  { name, fixed, link, cors, failed }: Route,
  application: Application,
  isStopping: () => boolean,
): Responder {
  const { log, newId, clientOf } = application;
  const common = { ...COMMON, ...(application.hasTls && ONLY_TLS), ...cors?.fixed, ...fixed };
  const templates = { reply: new HeaderTemplate(common), failure: new HeaderTemplate(common) };
  const record = recorder(name, application);
  const isDetailed = log.isLevelEnabled("debug");

  /** The headers that do not come from the reply. */
  function begin(headers: HeaderTemplate, exchange: Exchange, requestId: string): void {
    headers.begin();
    if (requestId !== "") headers.set("X-Request-Id", requestId);
    // The runtime adds a Date to everything but the response to HEAD.
    if (exchange.method === "HEAD") headers.set("Date", new Date(exchange.now).toUTCString());
    const allowed = cors?.headers(exchange);
    if (allowed !== undefined) headers.setAll(allowed);
    if (link !== undefined) headers.set("Link", link(exchange));
    if (exchange.rate !== undefined) headers.setAll(exchange.rate);
    if (exchange.isStrict) headers.set("Preference-Applied", "handling=strict");
    if (isStopping()) headers.set("Connection", "close");
  }

  function send(exchange: Exchange, reply: Reply, requestId: string): Response {
    const { status, body, isShared } = reply;
    const headers = templates.reply;
    begin(headers, exchange, requestId);
    headers.setAll(reply.headers);
    const finished: Finished = { exchange, requestId, status, code: undefined };
    if (isStream(body) && exchange.method !== "HEAD") {
      // At the end of a stream the connection, and with it the address, may be gone.
      const address = clientOf(exchange);
      const ended = withEnd(body, (end) => record({ ...finished, address }, end));
      return responseOf(exchange, { ...reply, body: ended }, headers.end());
    }
    record(finished, isShared && !isDetailed ? "unlogged" : "completed");
    return responseOf(exchange, reply, headers.end());
  }

  function refuse(exchange: Exchange, failure: Failure, requestId: string): Response {
    const { status, code } = failure;
    const headers = templates.failure;
    begin(headers, exchange, requestId);
    const page = failed?.(exchange, failure);
    if (page === undefined) {
      headers.set("Content-Type", JSON_TYPE["Content-Type"]);
      headers.set("Cache-Control", "no-store");
    }
    headers.setAll(page?.headers ?? failure.headers);
    if (failure.headers["Connection"] === "close") application.closed.count("refused");
    record({ exchange, requestId, status: page?.status ?? status, code });
    return responseOf(exchange, page ?? { status, headers: {}, body: failure.body }, headers.end());
  }

  /** The failure for an unexpected error. It does not reveal the cause. */
  function failureOf(error: unknown, exchange: Exchange, requestId: string): Failure {
    const failure = error instanceof Failure ? error : unexpected(error, requestId);
    const { code, cause: err } = failure;
    if (err === undefined) return failure;
    const req = { id: requestId, method: exchange.method, url: loggedPath(exchange.path) };
    log.error({ req, operation: name, code, err }, "request failed");
    return failure;
  }

  const fail = (exchange: Exchange, error: unknown) => {
    const requestId = requestIdOf(exchange, newId);
    return refuse(exchange, failureOf(error, exchange, requestId), requestId);
  };
  return {
    with(exchange, end) {
      if (end instanceof Failure) return fail(exchange, end);
      // A shared response needs an id only in its log line.
      return send(exchange, end, end.isShared && !isDetailed ? "" : requestIdOf(exchange, newId));
    },
    failed: fail,
  };
}

function unexpected(error: unknown, requestId: string): Failure {
  const message = `The service failed; its log has the cause under the request id ${requestId}`;
  return new Failure("internal_error", message, { cause: error });
}

/**
 * Idle timeout of a connection during a long response. The kernel buffers up to 1.6 MB and reports progress only every 0.8 MB: a client
 * that reads 10 kB a second seems idle for 80 seconds.
 */
const LONG_RESPONSE_SECONDS = 120;

/** A response of more bytes may not fit into the kernel's buffer. */
const LONG_RESPONSE_BYTES = 1_000_000;

/** The runtime sends each header of a response with a longer body in its own packet (decision 006). */
const CORKED_MAX = 15_000;

function responseOf(exchange: Exchange, { status, body }: Reply, headers: Headers): Response {
  const isHead = exchange.method === "HEAD";
  // The runtime drops the body of a response to HEAD, but would start its stream.
  if (isHead && isStream(body)) return new Response(new ReadableStream(), { status, headers });
  if (body === undefined) return new Response(null, { status, headers });
  if (typeof body === "string") {
    // A character takes at most three bytes.
    if (body.length <= CORKED_MAX / 3) return new Response(body, { status, headers });
    const bytes = Buffer.byteLength(body);
    if (bytes > LONG_RESPONSE_BYTES) exchange.allowTime(LONG_RESPONSE_SECONDS);
    return new Response(bytes > CORKED_MAX && !isHead ? inOnePiece(body, bytes) : body, { status, headers });
  }
  // The runtime also takes an async iterator: it asks for the next part when the client has taken the one before, and calls `return`
  // at the end, also when the client has gone before the first part.
  if (isStream(body)) {
    const parts = paced(body, () => exchange.allowTime(LONG_RESPONSE_SECONDS));
    return new Response(parts as unknown as Blob, { status, headers });
  }
  if (body.size > LONG_RESPONSE_BYTES) exchange.allowTime(LONG_RESPONSE_SECONDS);
  return new Response(body, { status, headers });
}

/**
 * A stream of one text of this many bytes. The runtime sends it together with the headers and its length, because it fits into the
 * sink with room left.
 */
function inOnePiece(text: string, bytes: number): ReadableStream {
  const source: Bun.DirectUnderlyingSource = {
    type: "direct",
    pull(controller) {
      controller.write(text);
      void controller.end();
    },
  };
  return new ReadableStream(source as unknown as UnderlyingDefaultSource, { highWaterMark: bytes + 1 });
}
