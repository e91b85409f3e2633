import { Hono } from "hono";
import { Failure } from "../contract/errors.ts";
import { operations } from "../contract/index.ts";
import type { Keyring } from "../core/keyring.ts";
import type { Store } from "../core/store.ts";
import { type Answer, type Exchange, respond } from "./answer.ts";
import { cors } from "./cors.ts";
import { failureAnswer } from "./failures.ts";
import { rateLimiter } from "./limits.ts";
import { type Endpoint, mountNothing, mountPath } from "./mount.ts";
import { type Log, logExchange, type Metrics, requestIdOf } from "./observe.ts";
import { type Page, pages, servePage } from "./pages.ts";

/** Everything that the application is made of. */
export interface AppParts {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The time, in epoch milliseconds. */
  readonly clock: () => number;
  readonly newId: () => string;
  readonly sha256: (text: string) => string;
  /** The address that this environment is reached at, ending in `/v1`: absolute links start with it. */
  readonly baseUrl: string;
  /** Where a person reads about the interface. */
  readonly referenceUrl: string;
  /** The published document, as JSON text. */
  readonly document: () => string;
  /** The files of the reference page by path. */
  readonly reference: Readonly<Record<string, Page>>;
  readonly corsOrigins: readonly string[];
  /** Requests a second for each key; 0 for no limit. */
  readonly rateLimit: number;
  /** How many requests are answered at once; more are refused with 503. */
  readonly inFlightMax: number;
  /** How long a body may take to arrive. */
  readonly bodyTimeoutMs: number;
}

export interface App {
  /** Answers a request. Never throws. */
  fetch(request: Request): Promise<Response>;
}

/** The longest request target, in characters. */
export const TARGET_MAX = 8192;

/** Puts the application together. Routing is Hono's; what happens on a route of the interface is in `mount.ts`. */
export function createApp(parts: AppParts): App {
  const { log, metrics, newId, clock } = parts;
  const crossOrigin = cors(parts.corsOrigins);
  const mountParts = { ...parts, cors: crossOrigin, limit: rateLimiter(parts.rateLimit) };

  /** Runs an endpoint and makes the response of its answer or of its refusal; measures and logs it. */
  async function answer(request: Request, exchange: Exchange, run: () => Promise<Answer> | Answer): Promise<Response> {
    Object.assign(exchange.headers, crossOrigin.headers(request));
    let made: Answer;
    try {
      requireShortTarget(request);
      made = await run();
    } catch (error) {
      made = failureAnswer(error, exchange, log);
    }
    const { status } = made;
    return respond(made, exchange, request.method === "HEAD", (error) => {
      const ms = performance.now() - exchange.startedAt;
      metrics.ended(exchange.operation, status, ms / 1000);
      logExchange(log, exchange, status, ms);
      if (error !== undefined)
        log.error({ err: error, requestId: exchange.requestId, operation: exchange.operation }, "answer broken off");
    });
  }

  /** An endpoint of the interface: only so many run at once. */
  function admit(endpoint: Endpoint): Endpoint {
    return async (request, params, exchange) => {
      if (metrics.inFlight() > parts.inFlightMax) {
        const message = `${parts.inFlightMax} requests are being answered already`;
        throw new Failure("service_unavailable", message, { headers: { "Retry-After": "1" } });
      }
      return endpoint(request, params, exchange);
    };
  }

  const router = new Hono<{ Bindings: Exchange }>({ getPath: ({ url }) => pathOf(url) });
  const route = (path: string, endpoint: Endpoint) =>
    router.all(path, ({ req, env }) => answer(req.raw, env, () => endpoint(req.raw, req.param(), env)));

  for (const [path, page] of Object.entries(pages(parts))) route(path, servePage(path, page));
  for (const [path, here] of Map.groupBy(operations, (operation) => operation.path)) {
    route(`/v1${path.replace(/\{(\w+)\}/g, ":$1")}`, admit(mountPath(path, here, mountParts)));
  }
  route("/v1/*", admit(mountNothing(mountParts)));
  route("*", () => {
    throw new Failure("not_found", "There is nothing at this path; the interface is at /v1, its reference at /docs");
  });

  return {
    async fetch(request) {
      metrics.began();
      const requestId = requestIdOf(request, newId);
      return router.fetch(request, {
        requestId,
        now: clock(),
        startedAt: performance.now(),
        operation: "none",
        headers: {},
      });
    },
  };
}

/**
 * The path of a request's URL. Not `new URL(...)`: the runtime puts the Host header into the URL as it came, so that it may
 * be one that `URL` throws on, or have no origin at all.
 */
export function pathOf(url: string): string {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
  return start === -1 ? "/" : url.slice(start).replace(/[?#].*$/s, "");
}

function requireShortTarget({ url }: Request): void {
  if (url.length > TARGET_MAX)
    throw new Failure("uri_too_long", `The request target may have ${TARGET_MAX} characters; it has ${url.length}`);
}
