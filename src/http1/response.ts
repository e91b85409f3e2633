import { Chunk, framed } from "./chunk.ts";
import type { HttpResponse } from "./message.ts";
import type { Outbox } from "./outbox.ts";
import type { RequestHead } from "./request-head.ts";

/** RFC 9110 15. */
const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  204: "No Content",
  302: "Found",
  304: "Not Modified",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Asks for the body of a request (RFC 9110 15.2.1). */
export const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

/** How a response ends: after so many bytes, by its last chunk, or with the connection. */
type Framing = number | "chunked" | "until the end";

/** How the sending of a response ended: with an error when its body could not be made to the end. */
interface Outcome {
  readonly error?: unknown;
}

/** Sends a response to a request, or to what was none. Answers undefined when it is gone, and else a promise of that. */
export function sendResponse(
  response: HttpResponse,
  request: Pick<RequestHead, "method" | "isOld"> | undefined,
  isLast: boolean,
  outbox: Outbox,
): Promise<Outcome> | undefined {
  const { status, body = "" } = response;
  const isBare = request?.method === "HEAD" || status === 204 || status === 304;
  if (isStream(body)) {
    const framing = request?.isOld ? "until the end" : "chunked";
    const head = writeHead(response, framing, isLast);
    outbox.write(head, Buffer.byteLength(head));
    if (!isBare) return sendParts(body, framing, outbox);
  } else {
    const size = sizeOf(body);
    const head = writeHead(response, size, isLast);
    const headSize = Buffer.byteLength(head);
    if (isBare) outbox.write(head, headSize);
    else if (typeof body === "string") outbox.write(head + body, headSize + size);
    else {
      outbox.write(head, headSize);
      outbox.write(body, size);
    }
  }
  return outbox.emptied?.then(() => ({}));
}

function isStream(body: string | Uint8Array | AsyncIterable<string | Chunk>): body is AsyncIterable<string | Chunk> {
  return typeof body === "object" && !(body instanceof Uint8Array);
}

function writeHead({ status, headers }: HttpResponse, framing: Framing, isLast: boolean): string {
  let text = `HTTP/1.1 ${status} ${REASONS[status] ?? ""}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  // RFC 9110 8.6: neither has a body, so neither says how long it is.
  if (status !== 204 && status !== 304) {
    if (typeof framing === "number") text += `Content-Length: ${framing}\r\n`;
    else if (framing === "chunked") text += "Transfer-Encoding: chunked\r\n";
  }
  return isLast ? `${text}Connection: close\r\n\r\n` : `${text}\r\n`;
}

/** A part is made only when the client has taken the one before. */
async function sendParts(parts: AsyncIterable<string | Chunk>, framing: Framing, outbox: Outbox): Promise<Outcome> {
  try {
    for await (const part of parts) {
      sendPart(part, framing, outbox);
      if (outbox.isBehind) await outbox.emptied;
      if (outbox.isTurnOver) await new Promise(setImmediate);
      if (outbox.isClosed) return {};
    }
  } catch (error) {
    return { error: error ?? new Error("the body failed without an error") };
  }
  if (framing === "chunked") outbox.write(LAST_CHUNK, LAST_CHUNK.length);
  await outbox.emptied;
  return {};
}

/** A chunk without bytes would be the last one. */
function sendPart(part: string | Chunk, framing: Framing, outbox: Outbox): void {
  if (part instanceof Chunk) {
    const data = framing === "chunked" ? part.framed : part.bytes;
    if (part.bytes.byteLength > 0) outbox.write(data, data.byteLength);
  } else if (part !== "") {
    const text = framing === "chunked" ? framed(part, sizeOf(part)) : part;
    outbox.write(text, sizeOf(text));
  }
}

function sizeOf(data: string | Uint8Array): number {
  return typeof data === "string" ? Buffer.byteLength(data) : data.byteLength;
}

const LAST_CHUNK = "0\r\n\r\n";
