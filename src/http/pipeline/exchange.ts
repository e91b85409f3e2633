/* One request, and its reply. */
import type { Failure } from "../../contract/errors/errors.ts";
import type { ResponseHeaders } from "../../contract/headers.ts";
import type { GivenFile } from "../../contract/operation.ts";
import type { MaybePromise } from "../../core/concurrency/maybe-promise.ts";
import type { Principal } from "../../core/context.ts";
import { type BodyUse, declaredLength, readBody } from "../requests/body-reader.ts";
import type { Parts } from "../responses/streamed-bodies.ts";

/** The reply to a request, without the headers that every response has. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text, a Blob that responses share instead of copying it, or parts. */
  readonly body?: string | Blob | Parts;
  /** Served from the cache and shared between clients, so it carries no request id and is not logged (decision 031). */
  readonly isShared?: true;
}

/** One step of the pipeline. The first one that returns something ends the request. */
export type Step = (exchange: Exchange) => MaybePromise<Reply | Failure | undefined>;

/** The reply to a failure; undefined for an Error body. */
export type FailedPage = (exchange: Exchange, failure: Failure) => Reply | undefined;

/** A page outside of the API, for GET and HEAD. */
export interface Page {
  respond(exchange: Exchange): MaybePromise<Reply>;
  /** Handles POST: a form of the page. */
  readonly receive?: ((exchange: Exchange) => MaybePromise<Reply>) | undefined;
  readonly failed?: FailedPage;
}

/** A request of the runtime, with the decoded values of the path's `{name}` places. */
export type RoutedRequest = Request & { readonly params?: Record<string, string> };

/** The runtime's server. */
export type Server = Bun.Server<undefined>;

/** Responds to the requests of a route. Neither throws nor rejects. */
export type Respond = (request: RoutedRequest, server: Server) => MaybePromise<Response>;

/** The parameters of a query string; a repeated one is an array. */
export type RawQuery = Record<string, string | string[]>;

const NO_BODY = new Uint8Array();

/** Longer optional headers are ignored: parsing many parts takes milliseconds. */
const WISH_MAX = 1024;

/** One request. Its parts are read on first use, each once. */
export class Exchange {
  readonly method: string;
  /** The time of the request, in epoch milliseconds. */
  readonly now: number;
  /** `performance.now()`. */
  readonly startedAt = performance.now();
  /** The whole body, once it has arrived. */
  bytes: Uint8Array = NO_BODY;
  /** The uploaded file, in an operation that takes one. */
  file: GivenFile | undefined;
  /** The client wants unknown members and parameters rejected (`Prefer: handling=strict`, decisions D19 and D20). */
  isStrict = false;
  /** The rate limit headers of the key. */
  rate: ResponseHeaders | undefined;
  /** Who sent the request; undefined before authentication. */
  sender: Principal | undefined;
  readonly #request: RoutedRequest;
  readonly #server: Server;
  readonly #basePath: string;
  #target: string | undefined;
  #parameters: RawQuery | undefined;

  /** `basePath` is left out of the path: some proxies remove it, others do not. */
  constructor(request: RoutedRequest, server: Server, now: number, basePath = "") {
    this.method = request.method;
    this.now = now;
    this.#basePath = basePath;
    this.#request = request;
    this.#server = server;
  }

  /** The path as sent, with the query, without the path that the address of the service may have. */
  get target(): string {
    if (this.#target === undefined) {
      const { url } = this.#request;
      // The URL of a request without a usable Host is only a path.
      const target = url.startsWith("/") ? url : url.slice(url.indexOf("/", url.indexOf("://") + 3));
      const { length } = this.#basePath;
      this.#target = length > 0 && target.startsWith(`${this.#basePath}/`) ? target.slice(length) : target;
    }
    return this.#target;
  }

  /** The path as sent, without the query. */
  get path(): string {
    const mark = this.target.indexOf("?");
    return mark === -1 ? this.target : this.target.slice(0, mark);
  }

  /** The query string without `?`. */
  get query(): string {
    const mark = this.target.indexOf("?");
    return mark === -1 ? "" : this.target.slice(mark + 1);
  }

  get parameters(): RawQuery {
    return (this.#parameters ??= parseQuery(this.query));
  }

  /** The decoded values of the path's `{name}` places. */
  get params(): Readonly<Record<string, string>> {
    return this.#request.params ?? {};
  }

  /** Who sent the request. Only for steps after authentication. */
  get principal(): Principal {
    if (this.sender === undefined) throw new Error("the key of this request is not known yet");
    return this.sender;
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined;
  }

  /** An optional header such as `Accept`. Ignored if longer than 1 KiB. */
  wish(name: string): string | undefined {
    const wish = this.header(name);
    return wish !== undefined && wish.length > WISH_MAX ? undefined : wish;
  }

  /** The address of the other end of the connection, if it is still open. */
  peer(): string | undefined {
    return this.#server.requestIP(this.#request)?.address;
  }

  /** Calls back when the connection has closed, at once if it is closed already. */
  onClose(callback: () => void): void {
    const { signal } = this.#request;
    if (signal.aborted) callback();
    else signal.addEventListener("abort", callback, { once: true });
  }

  /** The Content-Length, if the client sent one. */
  bodyLength(): number | undefined {
    return declaredLength(this.#request);
  }

  /** Whether the client sends a body, even an empty one of unknown length. */
  hasBody(): boolean {
    return this.bodyLength() !== 0 && (this.header("content-length") ?? this.header("transfer-encoding")) !== undefined;
  }

  /** Reads the body, and rejects as `readBody` does. */
  readBody<Result>(taken: BodyUse<Result>): Promise<Result> {
    return readBody(this.#request, taken);
  }

  /** Keeps the connection open for this long, although no bytes seem to move. */
  allowTime(seconds: number): void {
    this.#server.timeout(this.#request, seconds);
  }
}

/** Shared by most requests. */
const NO_PARAMETERS: RawQuery = Object.freeze(Object.create(null));

/** Reads a query string. */
export function parseQuery(text: string): RawQuery {
  if (text === "") return NO_PARAMETERS;
  const query: RawQuery = Object.create(null);
  for (const [sent, value] of new URLSearchParams(text)) {
    // Some clients write a list as `ids[]=1&ids[]=2`.
    const name = sent.endsWith("[]") ? sent.slice(0, -2) : sent;
    const other = query[name];
    if (other === undefined) query[name] = value;
    // Appending keeps thousands of values in one query linear.
    else if (typeof other === "object") other.push(value);
    else query[name] = [other, value];
  }
  return query;
}

/** Whether a browser sent the request: browsers accept HTML by name, programs anything. */
export function isBrowser(exchange: Exchange): boolean {
  return exchange.wish("accept")?.includes("text/html") ?? false;
}

export const JSON_TYPE = { "Content-Type": "application/json" } as const;

/** Marks a reply as shared between clients. */
export function shared(reply: Reply): Reply {
  return { ...reply, isShared: true };
}

/** Whether a body comes in parts. */
export function isStream(body: Reply["body"]): body is Parts {
  return typeof body === "object" && Symbol.asyncIterator in body;
}
