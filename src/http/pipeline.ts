/* Every check of a request, from its arrival to its response. */
import { Failure } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Principal } from "../core/context.ts";
import { KEYS_MAX } from "../core/key-rules.ts";
import { free } from "../core/memory.ts";
import type { AppParts } from "./app-parts.ts";
import { authenticate, authenticateGuest, authorize } from "./auth.ts";
import { capacity } from "./capacity.ts";
import { cors } from "./cors.ts";
import { type Dispatch, dispatchers } from "./dispatch.ts";
import { fileLine } from "./file-line.ts";
import { guestLimiter } from "./guests.ts";
import { BODY_MAX, requireAcceptable, requireBodyType, requireShortTarget, takesBody } from "./input.ts";
import { lifecycleHeaders, requireNotRemoved } from "./lifecycle.ts";
import { type HttpRequest, type HttpResponse, isStream, type Route } from "./message.ts";
import type { Observer } from "./observer.ts";
import { withEnd } from "./parts.ts";
import { rateLimiter } from "./rate-limit.ts";
import type { EventStreams } from "./sse.ts";

/** A file may take this many times as long as another body: 20 MB over a slow line. */
const FILE_TIMEOUTS = 6;

/** A file waits for others at most this many times as long as a body may take, before an idle connection is closed. */
const LINE_TIMEOUTS = 2;

/** A body, and what gives back the memory that it takes. */
interface ReceivedBody {
  readonly bytes: Uint8Array;
  release(): void;
}

const NO_BODY: ReceivedBody = { bytes: new Uint8Array(), release() {} };

/** Makes the routes of the interface. A path without operations is one that does not exist. */
export function pipeline(
  parts: AppParts,
  observer: Observer,
  eventStreams: EventStreams,
): (path: string, operations: readonly Operation[]) => Route {
  const crossOrigin = cors(parts.corsOrigins);
  const limit = rateLimiter(parts.rateLimit, KEYS_MAX);
  const limitGuests = guestLimiter(parts.clientOf);
  const { maxInFlight, maxStreams, maxStreamsPerKey, bodyTimeoutMs } = parts;
  // Apart from requests in flight: a body lasts as long as the client sends, and a stream as long as it reads.
  const maxBodiesPerKey = Math.ceil(maxInFlight / 2);
  const bodies = capacity("bodies in arrival", maxInFlight, maxBodiesPerKey);
  const files = fileLine();
  const inFlight = capacity("requests in flight", maxInFlight);
  const streams = capacity("open streams", maxStreams, maxStreamsPerKey);
  parts.metrics.gauge("petstore_http_streams_open", "Streams that clients are reading", () => streams.used);
  const dispatcherOf = dispatchers(parts, eventStreams);

  return (path, operations) => {
    const endpoints = new Map<string, Endpoint>();
    for (const operation of operations) endpoints.set(operation.method, endpointOf(operation));
    const get = endpoints.get("GET");
    if (get) endpoints.set("HEAD", get);
    const allow = [...endpoints.keys(), "OPTIONS"].join(", ");

    /** Every check, in the order of decision D21. */
    return async (request) => {
      const context = observer.begin(request);
      const endpoint = endpoints.get(request.method);
      const operation = endpoint?.operation;
      const headers = { ...crossOrigin.headers(request), ...endpoint?.lifecycle(request.params) };
      let principal: Principal | undefined;
      try {
        requireShortTarget(request); // 414
        if (operations.length > 0 && crossOrigin.isPreflight(request)) {
          const preflight = { status: 204, headers: { Allow: allow, ...crossOrigin.preflight(request, allow) } };
          return observer.finish(context, { headers }, preflight);
        }
        if (endpoint?.operation.credential === "invitation") {
          // Before the look-up in the store: guesses must not keep it busy.
          Object.assign(headers, limitGuests(request, context.now)); // 429
          principal = await authenticateGuest(request, parts.store, parts.sha256); // 401
        } else {
          principal = await authenticate(request, parts.keyring, parts.sha256, context.now); // 401
        }
        if (operations.length === 0) {
          return observer.finish(context, { headers, principal }, nothingAt(request, parts.baseUrl)); // 404
        }
        if (request.method === "OPTIONS") {
          return observer.finish(context, { headers, principal }, { status: 204, headers: { Allow: allow } });
        }
        if (endpoint === undefined) throw methodNotAllowed(path, allow, request.method); // 405
        if (endpoint.operation.deprecation) countDeprecated(principal, endpoint.operation, context.now);
        requireNotRemoved(endpoint.operation, context.now, parts.rehearsals); // 410
        authorize(principal, endpoint.operation.scope); // 403
        if (principal.invitationId === undefined) Object.assign(headers, limit(principal.keyId, context.now)); // 429
        requireAcceptable(request, endpoint.operation); // 406
        if (takesBody(endpoint.operation)) requireBodyType(request, endpoint.operation); // 415
        const isStrict = prefersStrict(request);
        if (isStrict) Object.assign(headers, { "Preference-Applied": "handling=strict" });
        const body = takesBody(endpoint.operation) ? await receive(request, principal, endpoint.operation) : NO_BODY; // 503, 413, 408
        let finished: (() => void) | undefined;
        try {
          finished = inFlight.acquire(principal.keyId); // 503
          const { bytes } = body;
          const response = await endpoint.dispatch({ request, body: bytes, principal, now: context.now, isStrict });
          return observer.finish(context, { operation, principal, headers }, open(response, request, principal));
        } finally {
          finished?.();
          body.release();
        }
      } catch (error) {
        return observer.fail(context, { operation, principal, headers }, error);
      }
    };
  };

  function countDeprecated(principal: Principal, { id }: Operation, now: number): void {
    parts.metrics.calledDeprecated(id);
    parts.keyring.countDeprecated(principal, id, now);
  }

  async function receive(request: HttpRequest, { keyId }: Principal, { file }: Operation): Promise<ReceivedBody> {
    if (file !== undefined) return receiveFile(request, keyId, file.maxBytes);
    // Bodies that are here already give their slots back within a turn of the event loop.
    if (bodies.used >= maxBodiesPerKey) await new Promise(setImmediate);
    const received = bodies.acquire(keyId);
    try {
      return { ...NO_BODY, bytes: await request.body(BODY_MAX, bodyTimeoutMs) };
    } finally {
      received();
    }
  }

  /** A file takes memory until its response: it may wait for its turn after it has arrived. */
  async function receiveFile(request: HttpRequest, keyId: string, maxBytes: number): Promise<ReceivedBody> {
    // Without a length it may be as long as it likes, and with a larger one it is refused at once.
    const bytes = Math.min(Number(request.header("content-length") ?? maxBytes), maxBytes);
    const release = await files.acquire({ keyId, bytes }, LINE_TIMEOUTS * bodyTimeoutMs);
    try {
      const received = await request.body(maxBytes, FILE_TIMEOUTS * bodyTimeoutMs);
      return {
        bytes: received,
        release() {
          free(received);
          release();
        },
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Counts a stream until it ends. The response to HEAD has no parts. */
  function open(response: HttpResponse, { method }: HttpRequest, { keyId }: Principal): HttpResponse {
    if (!isStream(response.body) || method === "HEAD") return response;
    return { ...response, body: withEnd(response.body, streams.acquire(keyId)) };
  }

  function endpointOf(operation: Operation): Endpoint {
    return {
      operation,
      lifecycle: lifecycleHeaders(operation, parts),
      dispatch: dispatcherOf(operation),
    };
  }
}

interface Endpoint {
  readonly operation: Operation;
  readonly lifecycle: ReturnType<typeof lifecycleHeaders>;
  readonly dispatch: Dispatch;
}

/** Refuses a path that does not exist. One that only escapes what needs no escape (RFC 3986 6.2.2.2) is redirected. */
function nothingAt({ path, query }: HttpRequest, baseUrl: string): HttpResponse {
  const canonical = path.replace(/%(?:2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, decodeURIComponent);
  if (canonical === path) throw new Failure("not_found", `Nothing exists at ${path.slice(0, 200)}`);
  // Some clients send what a header may not have.
  const target = `${canonical}${query === "" ? "" : `?${query}`}`.replace(/[^!-~]+/g, encodeURIComponent);
  return { status: 308, headers: { Location: `${new URL(baseUrl).origin}${target}` } };
}

function methodNotAllowed(path: string, allow: string, method: string): Failure {
  return new Failure("method_not_allowed", `${path} supports ${allow}; got ${method}`, {
    headers: { Allow: allow },
  });
}

function prefersStrict(request: HttpRequest): boolean {
  const prefer = request.header("prefer");
  return prefer !== undefined && /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i.test(prefer);
}
