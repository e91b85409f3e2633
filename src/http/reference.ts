import scalarPath from "../../assets/scalar.js.gz" with { type: "file" };
import type { HttpRequest, HttpResponse } from "./message.ts";
import { html, ICON, initScript } from "./reference-page.ts";
import type { Page } from "./system-routes.ts";

type Bytes = Uint8Array<ArrayBuffer>;

interface Asset {
  readonly gzipped: Bytes;
  /** Unpacked once, for clients that cannot do it. */
  readonly plain: () => Bytes;
  readonly hash: string;
  readonly type: string;
}

const HEADERS = {
  // Scalar puts its style sheets, CodeMirror's and its theme into <style> elements and sets style attributes, both
  // without a nonce: hence 'unsafe-inline' for styles. Nothing else is relaxed, scripts least of all.
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

/** The reference page with everything it loads, all from this origin. Reads and compresses nothing before a visit. */
export function reference(): Record<string, Page> {
  const scalar = once(async () => asset("text/javascript", await Bun.file(scalarPath).bytes()));
  const script = once(async () => asset("text/javascript", zip(initScript())));
  const icon = once(async () => asset("image/svg+xml", zip(ICON)));
  const page = once(async () => asset("text/html", zip(html((await script()).hash, (await scalar()).hash))));
  const serve = (load: () => Promise<Asset>) => async (request: HttpRequest) => answer(await load(), request);
  return {
    "/docs": serve(page),
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
  let plain: Bytes | undefined;
  return { gzipped, plain: () => (plain ??= Bun.gunzipSync(gzipped)), hash, type: `${type}; charset=utf-8` };
}

function answer({ gzipped, plain, hash, type }: Asset, request: HttpRequest): HttpResponse {
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.header("accept-encoding") ?? "");
  const etag = `"${hash}${takesGzip ? "-gzip" : ""}"`;
  // A URL that names the version is good for ever; any other must be asked for again.
  const isNamed = request.query === `v=${hash}`;
  const headers = {
    ...HEADERS,
    "Cache-Control": isNamed ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
  };
  const known = request.header("if-none-match")?.split(",") ?? [];
  if (known.some((tag) => tag.trim().replace(/^W\//, "") === etag)) return { status: 304, headers };
  return {
    status: 200,
    headers: { ...headers, "Content-Type": type, ...(takesGzip && { "Content-Encoding": "gzip" }) },
    body: takesGzip ? gzipped : plain(),
  };
}
