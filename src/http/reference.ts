import scalarPath from "../../assets/scalar.js.gz" with { type: "file" };
import { errorPage } from "./error-page.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";
import { html, ICON, initScript } from "./reference-page.ts";
import type { Page } from "./system-routes.ts";

type Bytes = Uint8Array<ArrayBuffer>;

interface Asset {
  readonly gzipped: Blob;
  /** Decompressed once, for clients that do not accept gzip. */
  readonly plain: () => Blob;
  readonly hash: string;
  readonly type: string;
}

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
  const scalar = once(async () => asset("text/javascript", await Bun.file(scalarPath).bytes()));
  const script = once(async () => asset("text/javascript", zip(initScript())));
  const icon = once(async () => asset("image/svg+xml", zip(ICON)));
  const page = once(async () => asset("text/html", zip(html((await script()).hash, (await scalar()).hash))));
  const errors = once(async () => asset("text/html", zip(errorPage())));
  const serve = (load: () => Promise<Asset>) => async (request: HttpRequest) => respond(await load(), request);
  return {
    "/docs": serve(page),
    "/docs/errors": serve(errors),
    "/docs/reference.js": serve(script),
    "/docs/scalar.js": serve(scalar),
    "/favicon.svg": serve(icon),
    "/favicon.ico": serve(icon),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((cause: unknown) => {
      made = undefined;
      throw cause;
    });
    return made;
  };
}

function zip(text: string): Bytes {
  return Bun.gzipSync(text);
}

function asset(type: string, gzipped: Bytes): Asset {
  const hash = new Bun.CryptoHasher("sha256").update(gzipped).digest("base64url").slice(0, 22);
  let plain: Blob | undefined;
  return {
    gzipped: new Blob([gzipped]),
    plain: () => (plain ??= new Blob([Bun.gunzipSync(gzipped)])),
    hash,
    type: `${type}; charset=utf-8`,
  };
}

function respond({ gzipped, plain, hash, type }: Asset, request: HttpRequest): HttpResponse {
  const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.header("accept-encoding") ?? "");
  const etag = `"${hash}${acceptsGzip ? "-gzip" : ""}"`;
  // A URL with the version never changes. Any other must be revalidated.
  const isVersioned = request.query === `v=${hash}`;
  const headers = {
    ...HEADERS,
    "Cache-Control": isVersioned ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
  };
  const known = request.header("if-none-match")?.split(",") ?? [];
  if (known.some((tag) => tag.trim().replace(/^W\//, "") === etag)) return { status: 304, headers };
  return {
    status: 200,
    headers: { ...headers, "Content-Type": type, ...(acceptsGzip && { "Content-Encoding": "gzip" }) },
    body: acceptsGzip ? gzipped : plain(),
  };
}
