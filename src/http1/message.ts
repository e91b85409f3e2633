import type { Chunk } from "./chunk.ts";
import type { ProtocolError, RequestHead } from "./request-head.ts";

/** A request as it came in. Its body is read only when somebody asks for it. */
export interface HttpRequest extends Pick<RequestHead, "method" | "path" | "query"> {
  /** The address at the other end of the connection. */
  readonly peer: string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * Reads the body, once, and before the request is answered. Throws `BodyError`, or rejects with it, when it has more than `max`
   * bytes, has not come after `timeoutMs`, breaks off, or is not what it says.
   */
  readBody(max: number, timeoutMs: number): Uint8Array | Promise<Uint8Array>;
}

/** Why a body could not be read. */
export class BodyError extends Error {
  readonly reason: "too large" | "late" | "broken off" | "malformed";

  constructor(reason: BodyError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** An answer on its way to the client. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text or bytes, or parts of them: each is made only when the client has taken those before. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Chunk> | undefined;
  /** Called once, when the last part was made and those before were taken, the client is gone, or making a part failed. */
  ended(error?: unknown): void;
}

/** What a server does with the requests that come in. */
export interface HttpHandler {
  /** Answers a request. Never throws. */
  answer(request: HttpRequest): HttpResponse | Promise<HttpResponse>;
  /** Answers what is no request that could be read; the connection is closed afterwards. */
  refuse(error: ProtocolError): HttpResponse;
  /** Is told of a defect: something was thrown where nothing may be. The connection is closed. */
  failed(error: unknown): void;
}
