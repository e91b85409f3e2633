/* One request over a socket of its own, byte for byte. */
import { connect } from "node:net";
import { type Answer, readAnswer, unchunked } from "../raw-http.ts";

/** What came back: an answer, the end of the connection without one, or nothing for so long. */
export type Outcome = Answer | "closed" | "silent";

/** What a service reads of a request: empty lines before it are passed over (RFC 9112 2.2). */
export function withoutEmptyLines(request: string): string {
  return request.replace(/^(?:\r\n)+/, "");
}

/** Sends bytes and waits for one answer. The connection is reset at the end, so that no port stays taken. */
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
    const read = readAnswer(received, isHead);
    if (read !== undefined) finish(read.answer);
  });
  socket.on("error", () => finish("closed"));
  socket.on("close", () => finish("closed"));
  socket.write(Buffer.from(request, "latin1"));
  return promise;
}

interface Framed {
  /** What the head declares that comes after it, in bytes; undefined when it ends by itself (in chunks). */
  readonly length: number | undefined;
  readonly body: string;
}

/** How the bytes are divided; undefined while the head has no end. */
function frame(sent: string): Framed | undefined {
  const request = withoutEmptyLines(sent);
  const end = request.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = request.slice(0, end);
  const lengths = [...head.matchAll(/^content-length:[ \t]*(\d+)/gim)].map(([, digits]) => Number(digits));
  const isChunked = /^transfer-encoding:.*chunked/im.test(head);
  return { length: isChunked ? undefined : Math.max(0, ...lengths), body: request.slice(end + 4) };
}

/** Whether the service must still wait for more of this request: then its silence is right. */
export function isUnfinished(request: string): boolean {
  const framed = frame(request);
  if (framed === undefined) return true;
  const { length, body } = framed;
  return length === undefined ? unchunked(body) === undefined : body.length < length;
}
