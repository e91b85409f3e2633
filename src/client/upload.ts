/* Uploads. */
import type { Fetch, UploadProgress } from "./options.ts";

/** What a client accepts as a file. */
export type UploadFile = Blob | Uint8Array | ArrayBuffer | ReadableStream | AsyncIterable<Uint8Array | string> | string;

/** The size of a file in bytes. */
function sizeOf(file: unknown): number {
  if (file instanceof Blob) return file.size;
  return file instanceof Uint8Array || file instanceof ArrayBuffer ? file.byteLength : String(file).length;
}

/** A `fetch` that reports upload progress: continuously in browsers, elsewhere once there is a response. */
export function withProgress(send: Fetch | undefined, onProgress: (progress: UploadProgress) => void): Fetch {
  if (send === undefined && typeof XMLHttpRequest === "function") {
    return (url, init) => sendInBrowser(url, init, onProgress);
  }
  return async (url, init) => {
    const response = await (send ?? globalThis.fetch)(url, init);
    const total = sizeOf(init.body);
    onProgress({ sent: total, total });
    return response;
  };
}

/** `fetch` does not report upload progress; `XMLHttpRequest` does. */
function sendInBrowser(
  url: string,
  { method = "POST", headers, body, signal }: RequestInit,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    request.onload = () => {
      const { status, responseText } = request;
      // Refuse redirects, as the `fetch` options do.
      if (request.responseURL !== new URL(url, location.href).href) reject(new TypeError("unexpected redirect"));
      else resolve(new Response(status === 204 ? null : responseText, { status, headers: headersOf(request) }));
    };
    request.onerror = () => reject(new TypeError("the connection failed"));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body as XMLHttpRequestBodyInit);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/);
  return new Headers(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
}
