/* The pages of the service itself: health, metrics, the document. They need no key. */
import { Failure } from "../../contract/errors/errors.ts";
import { basePathOf } from "../../contract/shop/site-address.ts";
import { once } from "../../core/caches/once.ts";
import type { Application } from "../application.ts";
import { isBrowser, JSON_TYPE, type Page } from "../pipeline/exchange.ts";
import { fileResponses, jsonFile } from "../responses/static-files.ts";
import { METRICS_TYPE, renderMetrics } from "./metrics-text.ts";

interface SystemParts extends Pick<Application, "store" | "metrics" | "document" | "baseUrl" | "isStarting"> {
  readonly isStopping: () => boolean;
}

/** The pages of the service itself, by path. */
export function systemPages({
  store,
  metrics,
  document,
  baseUrl,
  isStarting,
  isStopping,
}: SystemParts): Record<string, Page> {
  const base = basePathOf(baseUrl);
  const toDocument: Page = { respond: () => ({ status: 308, headers: { Location: base + DOCUMENT } }) };
  return {
    "/": {
      respond: (request) => ({
        status: 302,
        headers: { Location: base + (isBrowser(request) ? "/console" : "/docs"), Vary: "Accept" },
      }),
    },
    "/healthz": { respond: () => ({ status: 200, headers: JSON_TYPE, body: '{"status":"ok"}\n' }) },
    "/readyz": {
      async respond() {
        if (isStarting()) throw new Failure("service_unavailable", "The service is starting");
        if (isStopping()) throw new Failure("service_unavailable", "The service is stopping");
        await store.ping().catch((cause: unknown) => {
          throw new Failure("service_unavailable", "The database is not available now", { cause });
        });
        const upgrades = await store.fillings();
        const body = { status: "ready", ...(upgrades.length > 0 && { upgrades }) };
        return { status: 200, headers: JSON_TYPE, body: `${JSON.stringify(body)}\n` };
      },
    },
    "/metrics": {
      async respond() {
        const body = renderMetrics(await metrics.read());
        return { status: 200, headers: { "Content-Type": METRICS_TYPE }, body };
      },
    },
    [DOCUMENT]: documentPage(document),
    "/v1/openapi-3.0.json": documentPage(async () => {
      const { openApi30 } = await import("../../contract/openapi/version-3-0.ts");
      return openApi30(await document());
    }),
    // The usual path, where tools look for it.
    "/openapi.json": toDocument,
    "/.well-known/openapi": toDocument,
    "/.well-known/openapi.json": toDocument,
  };
}

const DOCUMENT = "/v1/openapi.json";

/** A version of the document, rendered and compressed at the first request. */
function documentPage(make: () => Promise<string>): Page {
  const respond = once(async () => fileResponses(jsonFile(await make()), 200, DOCUMENT_HEADERS));
  return { respond: async (request) => (await respond())(request) };
}

const DOCUMENT_HEADERS = {
  "Cache-Control": "public, no-cache",
  Vary: "Accept-Encoding",
  // Any page may read the public contract: documentation tools run in browsers.
  "Access-Control-Allow-Origin": "*",
};
