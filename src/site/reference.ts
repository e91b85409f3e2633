import scalarPath from "../../assets/scalar.js.gz" with { type: "file" };
import { postmanCollection } from "../contract/openapi/postman.ts";
import { referenceDocument } from "../contract/openapi/samples.ts";
import { once } from "../core/once.ts";
import type { Page } from "../http/exchange.ts";
import { guideFiles } from "./guides.ts";
import { html, ICON, initScript, REFERENCE_DOCUMENT } from "./reference-page.ts";
import { contentPolicy, gzippedFile, OWN_ORIGIN, type StaticFile, sendFile, textFile } from "./static-files.ts";

const HEADERS = {
  // Scalar adds <style> elements and style attributes without a nonce, so styles need 'unsafe-inline'. Scripts do not.
  ...contentPolicy(
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
  ),
  ...OWN_ORIGIN,
};

/** The reference page with everything it loads, and the guides, all from this origin. Files are read and compressed on the first visit. */
export function reference(document: () => Promise<string>): Record<string, Page> {
  const scalar = once(async () => gzippedFile("text/javascript", await Bun.file(scalarPath).bytes()));
  const script = once(async () => textFile("text/javascript", initScript()));
  const icon = once(async () => textFile("image/svg+xml", ICON));
  const page = once(async () => textFile("text/html", html((await script()).hash, (await scalar()).hash)));
  const pageOf = (load: () => Promise<StaticFile>): Page => ({
    async respond(request) {
      const file = await load();
      // A URL with the version never changes. Any other must be revalidated.
      return sendFile(file, request, { headers: HEADERS, isImmutable: request.query === `v=${file.hash}` });
    },
  });
  const shown = once(async () => textFile("application/json", referenceDocument(await document())));
  const collection = once(async () => textFile("application/json", postmanCollection(await document())));
  const files = {
    "/docs": page,
    "/docs/postman.json": collection,
    "/docs/reference.js": script,
    [REFERENCE_DOCUMENT]: shown,
    "/docs/scalar.js": scalar,
    "/favicon.svg": icon,
    "/favicon.ico": icon,
    ...guideFiles(),
  };
  return Object.fromEntries(Object.entries(files).map(([path, load]) => [path, pageOf(load)]));
}
