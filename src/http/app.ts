import { Failure } from "../contract/errors.ts";
import { operations } from "../contract/index.ts";
import type { Keyring } from "../core/keyring.ts";
import type { Store } from "../core/ports.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "../http1/message.ts";
import { type Answer, addHeaders, type Exchange, respond } from "./answer.ts";
import { AnswerCache } from "./cache.ts";
import { cors } from "./cors.ts";
import { failureAnswer } from "./failures.ts";
import { attempt, later } from "./later.ts";
import type { Figures, Metrics } from "./metrics.ts";
import { type Endpoint, mountNothing, mountPath } from "./mount.ts";
import { type Log, logExchange, requestIdOf } from "./observe.ts";
import { rateLimiter } from "./rate-limit.ts";
import { createRouter } from "./router.ts";
import { type Page, pages, servePage } from "./system-routes.ts";
import { requireShortTarget } from "./target.ts";

/** Everything that the application is made of. */
export interface AppParts {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What this process and those beside it have measured. */
  readonly gatherFigures: () => Promise<readonly Figures[]>;
  /** The time, in epoch milliseconds. */
  readonly clock: () => number;
  readonly newId: () => string;
  /** Another text for every process, in the entity tags that only this process can know the meaning of. */
  readonly instance: string;
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
  readonly maxInFlight: number;
  /** How long a body may take to arrive. */
  readonly bodyTimeoutMs: number;
  /** Clients reach this very process by TLS. */
  readonly hasTls?: boolean;
  /** The address of a request's client, for its log line. */
  readonly clientOf?: (request: HttpRequest) => string | undefined;
}

/** RFC 6797: for a year, browsers ask this host by TLS only. It means something only on an answer that came by TLS. */
const ONLY_TLS = { "Strict-Transport-Security": "max-age=31536000" };

/** Puts the application together. What happens on a path of the interface is in `mount.ts`. */
export function createApp(parts: AppParts): HttpHandler {
  const { log, metrics, newId, clock } = parts;
  const crossOrigin = cors(parts.corsOrigins);
  const limit = rateLimiter(parts.rateLimit);
  const mountParts = {
    ...parts,
    cors: crossOrigin,
    limit,
    cache: new AnswerCache(parts.store.version, metrics.cached),
  };
  const { admit, ended } = admission(parts.maxInFlight);

  const route = createRouter([
    ...Object.entries(pages(parts)).map(([path, page]) => [path, servePage(path, page)] as const),
    ...Map.groupBy(operations, ({ path }) => path)
      .entries()
      .map(
        ([path, here]) =>
          [`/v1${path.replace(/\{(\w+)\}/g, ":$1")}`, admit(mountPath(path, here, mountParts))] as const,
      ),
    ["/v1/*", admit(mountNothing(mountParts))],
    ["*", nothingHere],
  ]);

  function answer(request: HttpRequest, exchange: Exchange): Answer | Promise<Answer> {
    addHeaders(exchange, crossOrigin.headers(request));
    requireShortTarget(request);
    const { endpoint, params } = route(request.path);
    return endpoint(request, params, exchange);
  }

  function begin(requestId: string, client: string | undefined): Exchange {
    metrics.began();
    return {
      requestId,
      now: clock(),
      startedAt: performance.now(),
      headers: parts.hasTls ? ONLY_TLS : undefined,
      operation: "none",
      answered: undefined,
      isAdmitted: false,
      keyHint: undefined,
      client,
    };
  }

  function finish(made: Answer, exchange: Exchange): HttpResponse {
    exchange.answered?.();
    return respond(made, exchange, (error) => {
      const ms = performance.now() - exchange.startedAt;
      ended(exchange);
      metrics.ended(exchange.operation, made.status, ms / 1000);
      logExchange(log, exchange, made.status, ms, error);
    });
  }

  return {
    answer(request) {
      const exchange = begin(requestIdOf(request, newId), parts.clientOf?.(request));
      const failed = (error: unknown) => failureAnswer(error, exchange, log);
      return later(
        attempt(() => answer(request, exchange), failed),
        (made) => finish(made, exchange),
      );
    },
    refuse(error) {
      const exchange = begin(newId(), undefined);
      return finish(failureAnswer(new Failure(error.code, error.message), exchange, log), exchange);
    },
    failed: (err) => log.error({ err }, "a connection failed"),
  };
}

/**
 * Counts the requests of the interface that are being answered; more than so many at once are refused, so that these stay quick.
 * Pages are not counted: they ask for no key, so that whoever reads them slowly could keep those out who have one.
 */
function admission(maxInFlight: number) {
  let inFlight = 0;
  return {
    admit(endpoint: Endpoint): Endpoint {
      return (request, params, exchange) => {
        if (inFlight >= maxInFlight) {
          throw new Failure("service_unavailable", `${maxInFlight} requests are being answered already`);
        }
        inFlight += 1;
        exchange.isAdmitted = true;
        return endpoint(request, params, exchange);
      };
    },
    ended({ isAdmitted }: Exchange) {
      if (isAdmitted) inFlight -= 1;
    },
  };
}

function nothingHere(): never {
  throw new Failure("not_found", "There is nothing at this path; the interface is at /v1, its reference at /docs");
}
