import { isKnown } from "../conditional.ts";
import type { HttpRequest, HttpResponse } from "../message.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of a page, compressed once. */
export interface StaticFile {
  readonly gzipped: Blob;
  /** Decompressed once, for clients that do not accept gzip. */
  readonly plain: () => Blob;
  readonly hash: string;
  readonly type: string;
}

/** A text file, compressed. */
export function textFile(type: string, text: string): StaticFile {
  return gzippedFile(type, Bun.gzipSync(text));
}

/** A text file that is compressed already. */
export function gzippedFile(type: string, gzipped: Bytes): StaticFile {
  const hash = new Bun.CryptoHasher("sha256").update(gzipped).digest("base64url").slice(0, 22);
  let plain: Blob | undefined;
  return {
    gzipped: new Blob([gzipped]),
    plain: () => (plain ??= new Blob([Bun.gunzipSync(gzipped)])),
    hash,
    type: `${type}; charset=utf-8`,
  };
}

interface StaticHeaders {
  /** Headers of the page that the file belongs to. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the address contains a hash of the content. If not, the client revalidates it each time. */
  readonly isImmutable: boolean;
}

/** Responds with a file, or with 304 if the client has it. */
export function sendFile(file: StaticFile, request: HttpRequest, given: StaticHeaders): HttpResponse {
  const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.header("accept-encoding") ?? "");
  const etag = `"${file.hash}${acceptsGzip ? "-gzip" : ""}"`;
  const headers = {
    ...given.headers,
    "Cache-Control": given.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
  };
  if (isKnown(request, etag)) return { status: 304, headers };
  return {
    status: 200,
    headers: { ...headers, "Content-Type": file.type, ...(acceptsGzip && { "Content-Encoding": "gzip" }) },
    body: acceptsGzip ? file.gzipped : file.plain(),
  };
}

/** Makes something at the first call and keeps it. After a failure the next call tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((cause: unknown) => {
      made = undefined;
      throw cause;
    });
    return made;
  };
}
