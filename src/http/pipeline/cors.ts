import { corsRequestHeaders, responseHeaders } from "../../contract/headers.ts";
import type { Exchange } from "./exchange.ts";

const EXPOSED = Object.keys(responseHeaders).join(", ");
const ALLOWED = corsRequestHeaders.join(", ");
const PREFLIGHT_SECONDS = 600;

/** Cross-origin requests from browsers (decision D22). */
export interface Cors {
  /** The headers of every response. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Further headers of the response to this request, if any. */
  headers(exchange: Exchange): Readonly<Record<string, string>> | undefined;
  /** The headers of the response to a preflight. */
  preflight(exchange: Exchange, methods: string): Readonly<Record<string, string>>;
}

/** Without configured origins no response mentions CORS, and browsers keep pages of other origins out. */
export function cors(origins: readonly string[]): Cors {
  const allowed = new Map(
    origins.map((origin) => [
      origin,
      { "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED },
    ]),
  );
  return {
    fixed: allowed.size === 0 ? {} : { Vary: "Origin" },
    headers: (exchange) => (allowed.size === 0 ? undefined : allowed.get(exchange.header("origin") ?? "")),
    preflight: (exchange, methods) =>
      allowed.has(exchange.header("origin") ?? "")
        ? {
            "Access-Control-Allow-Methods": methods,
            "Access-Control-Allow-Headers": ALLOWED,
            "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
          }
        : {},
  };
}

/** Whether a request is a preflight: it comes without a key. */
export function isPreflight(exchange: Exchange): boolean {
  return (
    exchange.method === "OPTIONS" &&
    exchange.header("origin") !== undefined &&
    exchange.header("access-control-request-method") !== undefined
  );
}
