import type { Failure } from "../contract/errors.ts";
import type { Parts } from "./parts.ts";

/** One request, as the pipeline sees it. Nothing is read before it is needed. */
export interface HttpRequest {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** The query string without its question mark. */
  readonly query: string;
  /** The decoded values of the path's `{name}` places. */
  readonly params: Readonly<Record<string, string>>;
  /** The address of the other end of the connection, if it is still open. */
  peer(): string | undefined;
  header(name: string): string | undefined;
  /** Calls back when the connection has closed, at once if it is closed already. */
  onClose(callback: () => void): void;
  /** The length of the body, if the client has told it. */
  bodyLength(): number | undefined;
  /** Reads the body. Throws `payload_too_large` or `request_timeout`. */
  body(maxBytes: number, timeoutMs: number): Promise<Uint8Array>;
}

/** A response body: a text, a Blob that responses share instead of copying it, or parts. */
export type ResponseBody = string | Blob | Parts;

/** One response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: ResponseBody;
}

/** Responds to every request to one path, whatever its method. Never rejects. */
export interface Route {
  (request: HttpRequest): Promise<HttpResponse>;
  /** The response to a crowd, if it is in memory: one object for all, without parts, and at once. */
  readonly repeated?: (request: HttpRequest) => HttpResponse | undefined;
}

/** Makes the response to a failure; undefined for an Error body. */
export type FailedPage = (request: HttpRequest, failure: Failure) => HttpResponse | undefined;

/** A page beside the interface, for GET and HEAD. */
export interface Page {
  respond(request: HttpRequest): Promise<HttpResponse>;
  /** The response to a GET, if it is in memory: the same object for all who get it. */
  cached?(request: HttpRequest): HttpResponse | undefined;
  readonly failed?: FailedPage;
}

/** Browsers ask for HTML by name; programs for anything. */
export function isBrowser(request: HttpRequest): boolean {
  return request.header("accept")?.includes("text/html") ?? false;
}

export const JSON_TYPE = { "Content-Type": "application/json" } as const;

/** Whether a body comes in parts. */
export function isStream(body: ResponseBody | undefined): body is Parts {
  return typeof body === "object" && Symbol.asyncIterator in body;
}
