import scalarPath from "../../assets/scalar.js.gz" with { type: "file" };
import { errorPage } from "./error-page.ts";
import type { HttpRequest } from "./message.ts";
import { html, ICON, initScript } from "./reference-page.ts";
import { gzippedFile, once, type StaticFile, sendFile, textFile } from "./static-files.ts";
import type { Page } from "./system-routes.ts";

const HEADERS = {
  // Scalar adds <style> elements and style attributes without a nonce, so styles need 'unsafe-inline'. Scripts do not.
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/** The reference page and everything it loads, all from this origin. Files are read and compressed on the first visit. */
export function reference(): Record<string, Page> {
  const scalar = once(async () => gzippedFile("text/javascript", await Bun.file(scalarPath).bytes()));
  const script = once(async () => textFile("text/javascript", initScript()));
  const icon = once(async () => textFile("image/svg+xml", ICON));
  const page = once(async () => textFile("text/html", html((await script()).hash, (await scalar()).hash)));
  const errors = once(async () => textFile("text/html", errorPage()));
  const serve = (load: () => Promise<StaticFile>) => async (request: HttpRequest) => {
    const file = await load();
    // A URL with the version never changes. Any other must be revalidated.
    return sendFile(file, request, { headers: HEADERS, isImmutable: request.query === `v=${file.hash}` });
  };
  return {
    "/docs": serve(page),
    "/docs/errors": serve(errors),
    "/docs/reference.js": serve(script),
    "/docs/scalar.js": serve(scalar),
    "/favicon.svg": serve(icon),
    "/favicon.ico": serve(icon),
  };
}
