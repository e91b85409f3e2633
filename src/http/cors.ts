import { corsRequestHeaders, responseHeaders } from "../contract/headers.ts";
import type { HttpRequest } from "./message.ts";

const EXPOSED = Object.keys(responseHeaders).join(", ");
const ALLOWED = corsRequestHeaders.join(", ");
const PREFLIGHT_SECONDS = 600;

/** Cross-origin requests from browsers (decision D22). */
export interface Cors {
  /** The headers of a response to this request. */
  headers(request: HttpRequest): Record<string, string>;
  /** Whether the request is a preflight: it comes without a key. */
  isPreflight(request: HttpRequest): boolean;
  /** The headers of the response to a preflight. */
  preflight(request: HttpRequest, methods: string): Record<string, string>;
}

/** Without configured origins no response mentions CORS, and browsers keep pages of other origins out. */
export function cors(origins: readonly string[]): Cors {
  const allowed = new Set(origins);
  const varies: Record<string, string> = allowed.size === 0 ? {} : { Vary: "Origin" };
  return {
    headers(request) {
      if (allowed.size === 0) return varies;
      const origin = request.header("origin");
      if (origin === undefined || !allowed.has(origin)) return varies;
      return { ...varies, "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED };
    },
    isPreflight: (request) =>
      request.method === "OPTIONS" &&
      request.header("origin") !== undefined &&
      request.header("access-control-request-method") !== undefined,
    preflight: (request, methods) =>
      allowed.has(request.header("origin") ?? "")
        ? {
            "Access-Control-Allow-Methods": methods,
            "Access-Control-Allow-Headers": ALLOWED,
            "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
          }
        : {},
  };
}
