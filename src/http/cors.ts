import type { HttpRequest } from "../http1/message.ts";

/** The origins whose pages may call the service (decision D22). */
export interface Cors {
  /** The headers of an answer to a request from this origin. */
  headers(request: HttpRequest): Record<string, string> | undefined;
  /** The headers of an answer to a preflight request, or undefined when the request is none. */
  preflight(request: HttpRequest, methods: string): Record<string, string> | undefined;
}

const EXPOSED =
  "Link, Location, X-Request-Id, ETag, Preference-Applied, Deprecation, Sunset, X-Stability, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, WWW-Authenticate";
const ALLOWED = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Request-Id";
const PREFLIGHT_SECONDS = 600;

/** Without configured origins no answer says anything about CORS, and browsers keep pages of other origins out. */
export function cors(origins: readonly string[]): Cors {
  const allowed = new Set(origins);
  if (allowed.size === 0)
    return { headers: () => undefined, preflight: (request) => (isPreflight(request) ? {} : undefined) };

  const headers = (request: HttpRequest): Record<string, string> => {
    const origin = request.header("origin");
    return origin !== undefined && allowed.has(origin)
      ? { Vary: "Origin", "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED }
      : { Vary: "Origin" };
  };
  return {
    headers,
    preflight(request, methods) {
      if (!isPreflight(request)) return undefined;
      const common = headers(request);
      return "Access-Control-Allow-Origin" in common
        ? {
            ...common,
            "Access-Control-Allow-Methods": methods,
            "Access-Control-Allow-Headers": ALLOWED,
            "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
          }
        : common;
    },
  };
}

function isPreflight(request: HttpRequest): boolean {
  return (
    request.method === "OPTIONS" &&
    request.header("origin") !== undefined &&
    request.header("access-control-request-method") !== undefined
  );
}
