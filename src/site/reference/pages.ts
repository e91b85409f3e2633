import { once } from "../../core/caches/once.ts";
import type { Page } from "../../http/pipeline/exchange.ts";
import { contentPolicy, OWN_ORIGIN, type StaticFile, sendFile, textFile } from "../../http/responses/static-files.ts";
import { guideFiles } from "../guides.ts";
import { ICON } from "../icon.ts";
import { DOCS_STYLE } from "./reference-style.ts";
import { SEND_REQUEST_SCRIPT } from "./send-request.ts";

const HEADERS = {
  ...contentPolicy(
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ),
  ...OWN_ORIGIN,
};

/**
 * The reference page, its assets and the guides, all from this origin. Each is rendered and compressed on its first
 * visit. `base` prefixes URLs of the service.
 */
export function reference(document: () => Promise<string>, base: string): Record<string, Page> {
  const script = once(async () => textFile("text/javascript", SEND_REQUEST_SCRIPT));
  const style = once(async () => textFile("text/css", DOCS_STYLE));
  const icon = once(async () => textFile("image/svg+xml", ICON));
  const stylePath = async () => `${base}/docs/style.css?v=${(await style()).hash}`;
  const page = once(async () => {
    const scriptPath = `${base}/docs/send-request.js?v=${(await script()).hash}`;
    const { referencePage } = await import("./page.ts");
    const files = { base, stylePath: await stylePath(), scriptPath };
    return textFile("text/html", await referencePage(JSON.parse(await document()), files));
  });
  const pageOf = (load: () => Promise<StaticFile>): Page => ({
    async respond(request) {
      const file = await load();
      // A URL with the version is immutable. Any other must be revalidated.
      return sendFile(file, request, { headers: HEADERS, isImmutable: request.query === `v=${file.hash}` });
    },
  });
  const files = {
    "/docs": page,
    "/docs/send-request.js": script,
    "/docs/style.css": style,
    "/favicon.svg": icon,
    "/favicon.ico": icon,
    ...guideFiles(stylePath, base),
  };
  return Object.fromEntries(Object.entries(files).map(([path, load]) => [path, pageOf(load)]));
}
