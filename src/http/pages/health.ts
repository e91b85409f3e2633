/* The pages beside the interface: health, metrics, documents. They need no key. */
import { Failure } from "../../contract/errors.ts";
import type { AppParts } from "../app-parts.ts";
import { entityTag, unlessKnown } from "../conditional.ts";
import {
  type CachedPage,
  type FailedPage,
  type HttpRequest,
  type HttpResponse,
  isBrowser,
  JSON_TYPE,
  type Page,
  type Route,
} from "../message.ts";
import { METRICS_TYPE, renderMetrics } from "../metrics.ts";
import type { Observer } from "../observer.ts";

interface SystemParts extends Pick<AppParts, "store" | "gatherMetrics" | "document"> {
  readonly isStopping: () => boolean;
}

/** The pages of the service itself, by path. */
export function systemPages({ store, gatherMetrics, document, isStopping }: SystemParts): Record<string, Page> {
  return {
    "/": async (request) => ({
      status: 302,
      headers: { Location: isBrowser(request) ? "/console" : "/docs", Vary: "Accept" },
    }),
    "/healthz": async () => ({ status: 200, headers: JSON_TYPE, body: '{"status":"ok"}\n' }),
    "/readyz": async () => {
      if (isStopping()) throw new Failure("service_unavailable", "The service is stopping");
      await store.ping().catch((cause: unknown) => {
        throw new Failure("service_unavailable", "The database is not available now", { cause });
      });
      return { status: 200, headers: JSON_TYPE, body: '{"status":"ready"}\n' };
    },
    "/metrics": async () => ({
      status: 200,
      headers: { "Content-Type": METRICS_TYPE },
      body: await renderMetrics(await gatherMetrics()),
    }),
    "/v1/openapi.json": async (request) => {
      const body = await document();
      const headers = {
        ...JSON_TYPE,
        "Cache-Control": "public, no-cache",
        ETag: entityTag(body),
        // Any page may read the public contract: documentation tools run in browsers.
        "Access-Control-Allow-Origin": "*",
      };
      return unlessKnown(request, { status: 200, headers, body });
    },
  };
}

const ALLOW = "GET, HEAD, OPTIONS";

/** The route of a page; without one, of a path that does not exist. */
export function pageRoute(path: string, page: Page | undefined, observer: Observer, notFound?: FailedPage): Route {
  const outcome = { operation: { id: path }, headers: {} };
  const crowd = typeof page === "object" ? page : undefined;
  const failed = crowd?.failed ?? notFound;
  const respond = typeof page === "object" ? page.respond : page;
  const inFull: Route = async (request) => {
    const context = observer.begin(request);
    try {
      if (respond === undefined) {
        throw new Failure(
          "not_found",
          "Nothing exists at this path. The API is at /v1, its reference at /docs, the staff console at /console",
        );
      }
      if (request.method === "OPTIONS") {
        return observer.finish(context, outcome, { status: 204, headers: { Allow: ALLOW } });
      }
      if (request.method !== "GET" && request.method !== "HEAD") {
        const message = `${path} has the methods ${ALLOW}; got ${request.method}`;
        throw new Failure("method_not_allowed", message, { headers: { Allow: ALLOW } });
      }
      return observer.finish(context, outcome, await respond(request));
    } catch (error) {
      return observer.fail(context, outcome, error, (failure) => failed?.(request, failure));
    }
  };
  if (crowd === undefined) return inFull;
  const repeated: Route["repeated"] = (request) => {
    const startedAt = performance.now();
    const known = request.method === "GET" ? cachedOf(crowd, request) : undefined;
    return known && observer.repeat(request, outcome, known, startedAt);
  };
  return Object.assign(inFull, { repeated });
}

/** What a page has in memory. If the store cannot tell whether it still holds, the response in full reports why. */
function cachedOf(page: CachedPage, request: HttpRequest): HttpResponse | undefined {
  try {
    return page.cached(request);
  } catch {
    return undefined;
  }
}
