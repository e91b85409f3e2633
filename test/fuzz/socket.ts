/* One request on a new socket, byte for byte. */
import { connect } from "node:net";
import { type RawResponse, readResponse, unchunked } from "../support/raw-http.ts";

/** A response, the end of the connection without one, or nothing within the time. */
export type Outcome = RawResponse | "closed" | "silent";

/** A request without the empty lines before it, which a server skips (RFC 9112 2.2). */
export function withoutEmptyLines(request: string): string {
  return request.replace(/^(?:\r\n)+/, "");
}

/** Sends bytes and waits for one response. The connection is reset at the end, so that its port is free again. */
export function exchange(port: number, request: string, waitMs: number): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const isHead = withoutEmptyLines(request).startsWith("HEAD ");
  let received = "";
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.setEncoding("latin1");
  const finish = (outcome: Outcome) => {
    clearTimeout(timer);
    socket.removeAllListeners();
    socket.on("error", () => {});
    socket.resetAndDestroy();
    resolve(outcome);
  };
  const timer = setTimeout(() => finish("silent"), waitMs);
  socket.on("data", (part: string) => {
    received += part;
    const read = readResponse(received, isHead);
    if (read !== undefined) finish(read.response);
  });
  socket.on("error", () => finish("closed"));
  socket.on("close", () => finish("closed"));
  socket.write(Buffer.from(request, "latin1"));
  return promise;
}

interface Framed {
  /** The declared bytes of the body; undefined for chunks. */
  readonly length: number | undefined;
  readonly body: string;
}

/** The body of a request and its declared length; undefined while the head has no end. */
function frame(sent: string): Framed | undefined {
  const request = withoutEmptyLines(sent);
  const end = request.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = request.slice(0, end);
  const lengths = [...head.matchAll(/^content-length:[ \t]*(\d+)/gim)].map(([, digits]) => Number(digits));
  const isChunked = /^transfer-encoding:.*chunked/im.test(head);
  return { length: isChunked ? undefined : Math.max(0, ...lengths), body: request.slice(end + 4) };
}

/** Whether the service must wait for more of this request: then no response is right. */
export function isUnfinished(request: string): boolean {
  const framed = frame(request);
  if (framed === undefined) return true;
  const { length, body } = framed;
  return length === undefined ? unchunked(body) === undefined : body.length < length;
}

const REQUEST_LINE = /^(?:GET|HEAD|OPTIONS|PUT|DELETE|POST|PATCH) \/[!-~]* HTTP\/1\.1$/;
const FIELD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[ \t]*[\t\x20-\x7e\x80-\xff]*$/;
const HEAD_MAX = 16_000;

/** Whether a request surely follows RFC 9112: then the runtime must hand it to the service. */
export function isWellFormed(sent: string): boolean {
  const end = sent.indexOf("\r\n\r\n");
  if (end === -1 || end > HEAD_MAX) return false;
  const [line = "", ...fields] = sent.slice(0, end).split("\r\n");
  const valuesOf = (name: RegExp) => fields.filter((field) => name.test(field)).map((field) => field.replace(name, ""));
  const hosts = valuesOf(/^host:[ \t]*/i);
  const lengths = valuesOf(/^content-length:[ \t]*/i);
  // What follows the declared body is a second request, and it is malformed.
  const rest = Buffer.byteLength(sent.slice(end + 4)) - Number(lengths[0] ?? 0);
  return (
    rest <= 0 &&
    REQUEST_LINE.test(line) &&
    fields.every((field) => FIELD.test(field)) &&
    hosts.length === 1 &&
    hosts.every((host) => /^[\w.-]+$/.test(host)) &&
    lengths.length <= 1 &&
    lengths.every((length) => /^\d{1,9}$/.test(length)) &&
    valuesOf(/^(?:transfer-encoding|upgrade|expect):/i).length === 0
  );
}
