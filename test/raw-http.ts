/*
 * HTTP as bytes on a socket: for what no client would send, and to see what no client would show. Texts have one character for
 * each byte.
 */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { within } from "./program.ts";

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The first final answer in these bytes, and where it ends; undefined while it is not whole. */
export function readAnswer(bytes: string, isHead: boolean): { answer: Answer; end: number } | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(bytes) ?? [];
  if (headEnd === -1 || status === undefined) return undefined;
  const start = headEnd + 4;
  // An interim answer: the one that counts comes after it.
  if (status.startsWith("1")) {
    const final = readAnswer(bytes.slice(start), isHead);
    return final && { answer: final.answer, end: start + final.end };
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
  return body && { answer: { status: Number(status), headers, body: body.text }, end: body.end };
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

/** The body that is in chunks from here on; undefined while it is not whole, and empty when they are no chunks. */
export function unchunked(bytes: string, start = 0): Body | undefined {
  const parts: string[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.slice(at, lineEnd), 16);
    // A fuzzed request may write any size, a negative one too.
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
  /** What came and was not read yet. */
  #parts: string[] = [];
  #isOver = false;
  #changed = Promise.withResolvers<void>();

  /** Connects; over TLS when a certificate to trust is given. */
  constructor(port: number, ca?: string) {
    const place = { port, host: "127.0.0.1" };
    this.socket = ca === undefined ? connect({ ...place, noDelay: true }) : connectTls({ ...place, ca });
    this.socket.setEncoding("latin1");
    this.socket.on("data", (part: string) => {
      this.#parts.push(part);
      this.#change();
    });
    const over = () => {
      this.#isOver = true;
      this.#change();
    };
    this.socket.on("end", over).on("close", over).on("error", over);
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  /** Sends bytes; resolves when the system has taken them. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes, () => resolve());
    });
  }

  /** Sends nothing more; what comes can still be read. */
  end(): void {
    this.socket.end();
  }

  /** What came and was not read yet. */
  get received(): string {
    if (this.#parts.length > 1) this.#parts = [this.#parts.join("")];
    return this.#parts[0] ?? "";
  }

  /** The next answer. Fails when the connection ends before it is whole. */
  async answer(method = "GET"): Promise<Answer> {
    for (;;) {
      const read = readAnswer(this.received, method === "HEAD");
      if (read !== undefined) {
        this.#parts = [this.received.slice(read.end)];
        return read.answer;
      }
      if (this.#isOver) throw new Error(`the connection ended after ${JSON.stringify(this.received.slice(0, 500))}`);
      await within(this.#changed.promise, "an answer");
    }
  }

  /** Everything that is still to come, until the server closes. */
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

/** Sends bytes on a connection of their own; answers the first answer, and what came after it until the server closed. */
export async function ask(port: number, bytes: string, method?: string): Promise<Answer & { readonly rest: string }> {
  using wire = new Wire(port);
  void wire.send(bytes);
  const answer = await wire.answer(method);
  return { ...answer, rest: await wire.rest() };
}
