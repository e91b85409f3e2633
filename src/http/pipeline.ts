/* Every check of a request, from its arrival to its response. */
import { Failure } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Principal } from "../core/context.ts";
import { KEYS_MAX } from "../core/keys/key-rules.ts";
import { Slots } from "../core/slots.ts";
import type { AppParts } from "./app-parts.ts";
import { authenticate, authenticateGuest, authorize } from "./auth.ts";
import { bodyReader } from "./bodies.ts";
import { cors } from "./cors.ts";
import { type Dispatch, dispatchers } from "./dispatch.ts";
import { requireAcceptable, requireBodyType, requireShortTarget } from "./input.ts";
import { lifecycleHeaders, requireNotRemoved } from "./lifecycle.ts";
import { type HttpRequest, type HttpResponse, isStream, type Route } from "./message.ts";
import type { Observer, Outcome } from "./observer.ts";
import { withEnd } from "./parts.ts";
import { guestLimiter, rateLimiter } from "./rate-limit.ts";
import type { EventStreams } from "./sse.ts";

/** Makes the routes of the interface. A path without operations is one that does not exist. */
export function pipeline(
  parts: AppParts,
  observer: Observer,
  eventStreams: EventStreams,
): (path: string, operations: readonly Operation[]) => Route {
  const crossOrigin = cors(parts.corsOrigins);
  const limit = rateLimiter(parts.rateLimit, KEYS_MAX);
  const limitGuests = guestLimiter(parts.clientOf);
  const withBody = bodyReader(parts);
  const inFlight = new Slots({ what: "requests in flight", max: parts.maxInFlight });
  // Apart from requests in flight: a stream lasts as long as its client reads.
  const streams = new Slots({ what: "open streams", max: parts.maxStreams, maxPerOwner: parts.maxStreamsPerKey });
  parts.metrics.gauge("petstore_http_streams_open", "Streams that clients are reading", () => streams.used);
  const dispatcherOf = dispatchers(parts, eventStreams);

  return (path, operations) => {
    const endpoints = new Map<string, Endpoint>();
    for (const operation of operations) endpoints.set(operation.method, endpointOf(operation));
    const get = endpoints.get("GET");
    if (get) endpoints.set("HEAD", get);
    const allow = [...endpoints.keys(), "OPTIONS"].join(", ");

    return (request) => {
      const endpoint = endpoints.get(request.method);
      const headers = { ...crossOrigin.headers(request), ...endpoint?.lifecycle(request.params) };
      const outcome: Outcome = { operation: endpoint?.operation, headers };
      // Every check, in the order of decision D21.
      return observer.respond(request, outcome, async (now) => {
        requireShortTarget(request); // 414
        if (operations.length > 0 && crossOrigin.isPreflight(request)) {
          return { status: 204, headers: { Allow: allow, ...crossOrigin.preflight(request, allow) } };
        }
        const isGuest = endpoint?.operation.credential === "invitation";
        // Before the look-up in the store: guesses must not keep it busy.
        if (isGuest) Object.assign(outcome.headers, limitGuests(request, now)); // 429
        const principal = isGuest
          ? await authenticateGuest(request, parts.store, parts.sha256) // 401
          : await authenticate(request, parts.keyring, parts.sha256, now); // 401
        outcome.principal = principal;
        if (operations.length === 0) return nothingAt(request, parts.baseUrl); // 404
        if (request.method === "OPTIONS") return { status: 204, headers: { Allow: allow } };
        if (endpoint === undefined) throw methodNotAllowed(path, allow, request.method); // 405
        const { operation, dispatch } = endpoint;
        const { keyId } = principal;
        if (operation.deprecation) countDeprecated(principal, operation, now);
        requireNotRemoved(operation, now, parts.rehearsals); // 410
        authorize(principal, operation.scope); // 403
        if (!isGuest) Object.assign(outcome.headers, limit(keyId, now)); // 429
        requireAcceptable(request, operation); // 406
        requireBodyType(request, operation); // 415
        const isStrict = prefersStrict(request);
        if (isStrict) outcome.headers["Preference-Applied"] = "handling=strict";
        const handle = async (body: Uint8Array) =>
          inFlight.run(keyId, () => dispatch({ request, body, principal, now, isStrict })); // 503
        const response = await withBody(request, keyId, operation, handle); // 503, 413, 408
        return counted(response, request, keyId); // 503
      });
    };
  };

  function countDeprecated(principal: Principal, { id }: Operation, now: number): void {
    parts.metrics.meter(id).calledDeprecated();
    parts.keyring.countDeprecated(principal, id, now);
  }

  /** Counts a stream until it ends. The response to HEAD has no parts. */
  function counted(response: HttpResponse, { method }: HttpRequest, keyId: string): HttpResponse {
    if (!isStream(response.body) || method === "HEAD") return response;
    return { ...response, body: withEnd(response.body, streams.take(keyId)) };
  }

  function endpointOf(operation: Operation): Endpoint {
    return { operation, lifecycle: lifecycleHeaders(operation, parts), dispatch: dispatcherOf(operation) };
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
