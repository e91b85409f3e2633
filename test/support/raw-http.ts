/* HTTP as bytes on a socket: for requests that no client library sends. A text has one character for each byte. */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { within } from "./program.ts";

/** A response as received. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The first final response in these bytes and where it ends; undefined while it is incomplete. */
export function readResponse(bytes: string, isHead: boolean): { response: RawResponse; end: number } | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(bytes) ?? [];
  if (headEnd === -1 || status === undefined) return undefined;
  const start = headEnd + 4;
  // An interim response: the final one follows it.
  if (status.startsWith("1")) {
    const final = readResponse(bytes.slice(start), isHead);
    return final && { response: final.response, end: start + final.end };
  }
  const headers = new Map(
    bytes
      .slice(0, headEnd)
      .split("\r\n")
      .slice(1)
      .map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  const isBare = isHead || status === "204" || status === "304";
  const body = isBare ? { text: "", end: start } : bodyOf(bytes, start, headers);
  return body && { response: { status: Number(status), headers, body: body.text }, end: body.end };
}

interface Body {
  readonly text: string;
  readonly end: number;
}

function bodyOf(bytes: string, start: number, headers: ReadonlyMap<string, string>): Body | undefined {
  if (headers.get("transfer-encoding") === "chunked") return unchunked(bytes, start);
  const end = start + Number(headers.get("content-length") ?? 0);
  return bytes.length < end ? undefined : { text: bytes.slice(start, end), end };
}

/** The chunked body from here on; undefined while it is incomplete, and empty when it is not chunked. */
export function unchunked(bytes: string, start = 0): Body | undefined {
  const parts: string[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.slice(at, lineEnd), 16);
    // A fuzzed request may have any size, also a negative one.
    if (Number.isNaN(size) || size < 0) return { text: "", end: at };
    at = lineEnd + 4 + size;
    if (bytes.length < at) return undefined;
    if (size === 0) return { text: parts.join(""), end: at };
    parts.push(bytes.slice(lineEnd + 2, at - 2));
  }
}

/** A connection to a server on 127.0.0.1. */
export class Wire implements Disposable {
  readonly socket: Socket;
  #parts: string[] = [];
  #isOver = false;
  #changed = Promise.withResolvers<void>();

  /** Connects, over TLS if a certificate to trust is given. */
  constructor(port: number, ca?: string) {
    const place = { port, host: "127.0.0.1" };
    this.socket = ca === undefined ? connect({ ...place, noDelay: true }) : connectTls({ ...place, ca });
    this.socket.setEncoding("latin1");
    this.socket.on("data", (part: string) => {
      this.#parts.push(part);
      this.#change();
    });
    const end = () => {
      this.#isOver = true;
      this.#change();
    };
    this.socket.on("end", end).on("close", end).on("error", end);
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  /** Sends bytes; resolves when the system has accepted them. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes, () => resolve());
    });
  }

  /** Closes the sending side only. */
  end(): void {
    this.socket.end();
  }

  /** Bytes received and not read yet. */
  get received(): string {
    if (this.#parts.length > 1) this.#parts = [this.#parts.join("")];
    return this.#parts[0] ?? "";
  }

  /** The next response. Fails when the connection ends before it is complete. */
  async response(method = "GET"): Promise<RawResponse> {
    for (;;) {
      const read = readResponse(this.received, method === "HEAD");
      if (read !== undefined) {
        this.#parts = [this.received.slice(read.end)];
        return read.response;
      }
      if (this.#isOver) throw new Error(`the connection ended after ${JSON.stringify(this.received.slice(0, 500))}`);
      await within(this.#changed.promise, "a response");
    }
  }

  /** Everything until the server closes the connection. */
  async rest(): Promise<string> {
    while (!this.#isOver) await within(this.#changed.promise, "the end of the connection");
    const { received } = this;
    this.#parts = [];
    return received;
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

/** Sends bytes on a new connection. Returns the first response and everything after it until the server closes the connection. */
export async function exchange(
  port: number,
  bytes: string,
  method?: string,
): Promise<RawResponse & { readonly rest: string }> {
  using wire = new Wire(port);
  void wire.send(bytes);
  const response = await wire.response(method);
  return { ...response, rest: await wire.rest() };
}
