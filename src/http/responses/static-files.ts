import { isKnown } from "../pipeline/conditional.ts";
import { type Exchange, JSON_TYPE, type Reply } from "../pipeline/exchange.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of a page, compressed once. */
export interface StaticFile {
  /** Undefined for pictures and fonts, which are already compressed. */
  readonly gzipped?: Blob;
  /** Decompressed once, for clients that do not accept gzip. */
  readonly plain: () => Blob;
  readonly hash: string;
  readonly type: string;
}

/** A text file, compressed. */
export function textFile(type: string, text: string): StaticFile {
  return gzippedFile(`${type}; charset=utf-8`, text);
}

/** JSON, compressed. Its media type has no character set (RFC 8259 11). */
export function jsonFile(text: string): StaticFile {
  return gzippedFile(JSON_TYPE["Content-Type"], text);
}

/** A picture or a font. */
export function bytesFile(type: string, bytes: Bytes): StaticFile {
  const whole = new Blob([bytes]);
  return { plain: () => whole, hash: hashOf(bytes), type };
}

function gzippedFile(type: string, text: string): StaticFile {
  const gzipped = Bun.gzipSync(text);
  let plain: Blob | undefined;
  return {
    gzipped: new Blob([gzipped]),
    plain: () => (plain ??= new Blob([Bun.gunzipSync(gzipped)])),
    hash: hashOf(gzipped),
    type,
  };
}

function hashOf(bytes: Bytes): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("base64url").slice(0, 22);
}

interface StaticHeaders {
  /** Headers of the page that the file belongs to. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the address contains a hash of the content. If not, clients revalidate each time. */
  readonly isImmutable: boolean;
}

/** Directives that `default-src` does not cover: refused unless listed. */
const REFUSED = ["base-uri", "form-action", "frame-ancestors"];

/** The content security policy of a page that may do only what is listed. */
export function contentPolicy(...allowed: readonly string[]) {
  const refused = REFUSED.filter((name) => !allowed.some((rule) => rule.startsWith(name)));
  const policy = ["default-src 'none'", ...allowed, ...refused.map((name) => `${name} 'none'`)];
  return { "Content-Security-Policy": policy.join("; ") };
}

/** The headers of pages that other origins can neither load nor probe. */
export const OWN_ORIGIN = { "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer" };

/** Responds with a file, or with 304 if the client has it. */
export function sendFile(file: StaticFile, request: Exchange, given: StaticHeaders): Reply {
  const cacheControl = given.isImmutable ? "public, max-age=31536000, immutable" : "no-cache";
  const vary = file.gzipped && { Vary: "Accept-Encoding" };
  const headers = { ...given.headers, "Cache-Control": cacheControl, ...vary };
  return fileResponses(file, 200, headers)(request);
}

/** The responses with a file: gzipped, plain, and 304. Each is created once. */
export function fileResponses(
  file: StaticFile,
  status: number,
  headers: Readonly<Record<string, string>>,
): (request: Exchange) => Reply {
  const variant = (suffix: string, encoding: object, body: () => Blob) => {
    const tag = `"${file.hash}${suffix}"`;
    // Conditions apply only to responses that would succeed (RFC 9110 13.2.1).
    const known = status === 200 && { status: 304, headers: { ...headers, ETag: tag } };
    const make = () => ({
      status,
      headers: { ...(known ? known.headers : headers), "Content-Type": file.type, ...encoding },
      body: body(),
    });
    let whole: Reply | undefined;
    return (request: Exchange) => (known && isKnown(request, tag) ? known : (whole ??= make()));
  };
  const plain = variant("", {}, file.plain);
  const { gzipped: compressed } = file;
  if (compressed === undefined) return plain;
  const gzipped = variant("-gzip", { "Content-Encoding": "gzip" }, () => compressed);
  return (request) => (acceptsGzip(request) ? gzipped : plain)(request);
}

/** Codings are case-insensitive, and `x-gzip` is an old name (RFC 9110 8.4.1); a weight of 0 refuses. */
const GZIP = /(?:^|[,\s])(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

function acceptsGzip(request: Exchange): boolean {
  return GZIP.test(request.wish("accept-encoding") ?? "");
}
