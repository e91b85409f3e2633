/* The routes of the pages beside the interface. They need no key. */
import { Failure } from "../contract/errors.ts";
import type { FailedPage, HttpRequest, HttpResponse, Page, Route } from "./message.ts";
import type { Observer } from "./observer.ts";

const ALLOW = { Allow: "GET, HEAD, OPTIONS" };

/** The route of a page. */
export function pageRoute(path: string, page: Page, observer: Observer): Route {
  const outcome = { operation: { id: path }, headers: {} };
  const inFull: Route = (request) =>
    observer.respond(request, outcome, () => respond(path, page, request), page.failed);
  if (page.cached === undefined) return inFull;
  const repeated = (request: HttpRequest) => {
    const startedAt = performance.now();
    const known = request.method === "GET" ? cachedOf(page, request) : undefined;
    return known && observer.repeat(request, outcome, known, startedAt);
  };
  return Object.assign(inFull, { repeated });
}

/** The route of paths that do not exist. */
export function noPageRoute(observer: Observer, failed: FailedPage | undefined): Route {
  const message =
    "Nothing exists at this path. The API is at /v1, its reference at /docs, the staff console at /console";
  const fail = async () => {
    throw new Failure("not_found", message);
  };
  return (request) => observer.respond(request, { headers: {} }, fail, failed);
}

async function respond(path: string, page: Page, request: HttpRequest): Promise<HttpResponse> {
  const { method } = request;
  if (method === "OPTIONS") return { status: 204, headers: ALLOW };
  if (method === "GET" || method === "HEAD") return page.respond(request);
  const message = `${path} has the methods ${ALLOW.Allow}; got ${method}`;
  throw new Failure("method_not_allowed", message, { headers: ALLOW });
}

/** What a page has in memory. If the store cannot tell whether it still holds, the response in full reports why. */
function cachedOf(page: Page, request: HttpRequest): HttpResponse | undefined {
  try {
    return page.cached?.(request);
  } catch {
    return undefined;
  }
}
