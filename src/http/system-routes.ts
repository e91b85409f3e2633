import { Failure } from "../contract/errors.ts";
import type { HttpRequest } from "../http1/message.ts";
import { type Answer, JSON_TYPE } from "./answer.ts";
import type { AppParts } from "./app.ts";
import { FIGURES_TYPE, renderFigures } from "./metrics.ts";
import type { Endpoint } from "./mount.ts";

/** What answers GET beside the interface: health, metrics, documents. No key is asked for. */
export type Page = (request: HttpRequest) => Answer | Promise<Answer>;

export function pages({ store, gatherFigures, document, reference }: AppParts): Record<string, Page> {
  return {
    "/": () => ({ status: 302, headers: { Location: "/docs" } }),
    "/healthz": () => ({ status: 200, headers: JSON_TYPE, body: '{"status":"ok"}' }),
    "/readyz": async () => {
      await store.ping().catch((cause: unknown) => {
        throw new Failure("service_unavailable", "The store does not answer", { cause });
      });
      return { status: 200, headers: JSON_TYPE, body: '{"status":"ready"}' };
    },
    "/metrics": async () => ({
      status: 200,
      headers: { "Content-Type": FIGURES_TYPE },
      body: await renderFigures(await gatherFigures()),
    }),
    // Any page may read the public contract: documentation tools run in browsers.
    "/v1/openapi.json": () => ({
      status: 200,
      headers: { ...JSON_TYPE, "Access-Control-Allow-Origin": "*" },
      body: document(),
    }),
    ...reference,
  };
}

/** An endpoint that answers a page to GET and HEAD. */
export function servePage(path: string, page: Page): Endpoint {
  return async (request, _params, exchange) => {
    exchange.operation = path;
    const allow = "GET, HEAD, OPTIONS";
    if (request.method === "OPTIONS") return { status: 204, headers: { Allow: allow } };
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new Failure("method_not_allowed", `${path} has the methods ${allow}; got ${request.method}`, {
        headers: { Allow: allow },
      });
    }
    return page(request);
  };
}
