import { type Received, withDeadline, withRetries } from "./attempts.ts";
import { type ApiResponse, type Call, callOf } from "./call.ts";
import { type Parts, readParts } from "./download.ts";
import { failureOf, PetstoreError } from "./error.ts";
import { parseJson } from "./exact-json.ts";
import { List, nextCursor, type Page } from "./list.ts";
import type {
  ConditionalOptions,
  DownloadOptions,
  Fetch,
  Hooks,
  PetstoreOptions,
  RequestOptions,
  StreamOptions,
  UploadOptions,
} from "./options.ts";
import { type Input, type Operation, type Place, randomKey, repeatable, requestOf, takesKey } from "./request.ts";

export type { Input, Operation } from "./request.ts";

/** A response, whatever its status. */
export interface RawResponse {
  /** Whether the request succeeded. */
  readonly ok: boolean;
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: Headers;
  /** The parsed body; undefined if it is empty. */
  readonly body: unknown;
  /** The key for sending the request again. */
  readonly idempotencyKey: string | undefined;
}

const TIMEOUT_MS = 30_000;

/** The timeout of a file is this many times longer. */
const FILE_TIMEOUTS = 4;

const MAX_RETRIES = 2;

/** Sends requests: what all resources share. */
export class Engine {
  readonly #place: Place;
  readonly #timeout: number;
  readonly #maxRetries: number;
  readonly #ownFetch: Fetch | undefined;
  readonly #hooks: Hooks;
  /** Reads must see everything up to this position: this client's own changes. */
  #position: string | undefined;

  /** Creates an engine with the options of `Petstore`. */
  constructor({ baseUrl, apiKey, timeout = TIMEOUT_MS, maxRetries = MAX_RETRIES, fetch, ...hooks }: PetstoreOptions) {
    if (baseUrl === undefined || !/^(?:https?:\/\/|\/)/.test(baseUrl)) {
      throw new TypeError(`baseUrl: expected an address such as https://pets.example/v1; got ${baseUrl}`);
    }
    this.#place = { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey };
    this.#timeout = timeout;
    this.#maxRetries = maxRetries;
    this.#ownFetch = fetch;
    this.#hooks = hooks;
  }

  /** Looks up the global `fetch` at each call, since tests and instrumentation replace it. */
  #fetch(url: string, init: RequestInit): Promise<Response> {
    return (this.#ownFetch ?? globalThis.fetch)(url, init);
  }

  /** Sends a request and returns its response, including error responses. */
  async exchange(
    operation: Operation,
    input: Input,
    options: ConditionalOptions & UploadOptions = {},
  ): Promise<RawResponse> {
    const patience = operation.file ? FILE_TIMEOUTS * this.#timeout : this.#timeout;
    const { signal, timeout = patience, maxRetries = this.#maxRetries, onProgress } = options;
    const { method } = operation;
    const idempotencyKey = takesKey(method) ? (options.idempotencyKey ?? randomKey()) : undefined;
    const file = await repeatable(input.file);
    const [url, init] = requestOf(
      { ...this.#place, position: this.#position },
      operation,
      { ...input, file },
      {
        ...options,
        idempotencyKey,
      },
    );
    const { onRequest, onResponse, onRetry } = this.#hooks;
    const send: Fetch =
      onProgress === undefined
        ? (...request) => this.#fetch(...request)
        : // Loaded on demand, so that pages load faster. If loading fails, so does the request.
          async (...request) => {
            const { withProgress } = await import("./upload.ts");
            request[1].signal?.throwIfAborted();
            return withProgress(this.#ownFetch, onProgress)(...request);
          };
    const attempt = async (ended: AbortSignal): Promise<Received> => {
      const startedAt = performance.now();
      onRequest?.({ method, url });
      const response = await send(url, { ...init, signal: ended });
      const { status, headers } = response;
      const received = { status, headers, text: await response.text() };
      onResponse?.({ method, url, status, headers, ms: performance.now() - startedAt });
      return received;
    };
    const { mayBeRepeated, status, headers, text } = await withRetries(
      () => withDeadline(timeout, signal, attempt),
      maxRetries,
      signal,
      onRetry && ((retry) => onRetry({ method, url, ...retry })),
    ).catch((error: unknown) => {
      throw withKey(error, idempotencyKey);
    });
    if (method !== "GET" && status < 300) this.#passed(headers.get("X-Position"));
    const isText = operation.text && status < 300;
    const body = text === "" ? undefined : isText ? text : parseBody({ status, headers, idempotencyKey }, text);
    // An earlier attempt may have deleted it. In any case it is gone, as the caller wants.
    const isGone = operation.method === "DELETE" && mayBeRepeated && isNotFound(status, body);
    if (isGone) return { ok: true, status, headers, body: undefined, idempotencyKey };
    return { ok: status >= 200 && status < 300, status, headers, body, idempotencyKey };
  }

  /**
   * Of concurrent changes, the later position counts, in whatever order the responses arrive. A change without a position makes it
   * unknown.
   */
  #passed(position: string | null): void {
    const known = this.#position ?? "";
    this.#position = position === null ? undefined : position > known ? position : known;
  }

  /** Sends a request that returns a value or nothing. */
  call<Data>(operation: Operation, input: Input, options: RequestOptions): Call<Data> {
    return callOf(
      this.#succeed(operation, input, options, (response) => {
        if (response.body === undefined && !operation.empty) throw unexpected(response, "a body");
        return response.body as Data;
      }),
    );
  }

  /** Creates a paged list. */
  list<Item>(operation: Operation, { query = {}, ...input }: Input, options: RequestOptions): List<Item> {
    const { page = "", limit: largest } = operation;
    const { limit } = query as { readonly limit?: number };
    return new List<Item>((cursor, isIterating) => {
      const size = limit ?? (isIterating ? largest : undefined);
      const position = cursor === undefined ? {} : { [page]: cursor };
      const whole = { ...input, query: { ...query, limit: size, ...position } };
      return this.#succeed(operation, whole, options, (response): Page<Item> => {
        const { body, headers } = response;
        if (!Array.isArray(body)) throw unexpected(response, "a list");
        return { items: body, nextCursor: nextCursor(headers, page) };
      });
    });
  }

  /** Reads a file in parts. Throws if the connection closes before its end. */
  download(operation: Operation, input: Input, options: DownloadOptions): Parts {
    const { signal, timeout = this.#timeout, headers } = options;
    const [url, init] = requestOf({ ...this.#place, position: this.#position }, operation, input, { headers });
    return readParts((ended) => this.#open(url, { ...init, signal: ended }), timeout, signal);
  }

  /** Reads a stream of events. */
  async *stream<Event>(
    operation: Operation,
    input: Input,
    options: StreamOptions,
  ): AsyncGenerator<Event, void, undefined> {
    const connect = async (lastId: string | undefined, signal: AbortSignal) => {
      const headers = { ...options.headers, ...(lastId !== undefined && { "Last-Event-ID": lastId }) };
      const [url, init] = requestOf(this.#place, operation, input, { headers });
      const { timeout = this.#timeout } = options;
      // The deadline covers the response, and its body if it is an error. An open stream lasts until its signal aborts.
      return withDeadline(timeout, signal, async () => {
        const response = await this.#open(url, { ...init, cache: "no-store", signal });
        if (!/^text\/event-stream\b/i.test(response.headers.get("Content-Type") ?? ""))
          throw unexpected(response, "events");
        return response;
      });
    };
    // Loaded on demand, so that pages load faster.
    const { followEvents } = await import("./event-stream.ts");
    for await (const data of followEvents(connect, options)) yield parseJson(data) as Event;
  }

  /** Sends a request whose body is read later. Throws if it fails. */
  async #open(url: string, init: RequestInit): Promise<Response> {
    const response = await this.#fetch(url, init);
    const { ok, status, headers } = response;
    if (!ok) throw failureOf(status, headers, parseBody(response, await response.text()));
    return response;
  }

  async #succeed<Data>(
    operation: Operation,
    input: Input,
    options: RequestOptions,
    dataOf: (response: RawResponse) => Data,
  ): Promise<ApiResponse<Data>> {
    const first = await this.exchange(operation, input, options);
    if (!first.ok) throw withKey(failureOf(first.status, first.headers, first.body), first.idempotencyKey);
    const response = await this.#whole(operation, input, first, options);
    const { status, headers } = response;
    const [etag, requestId] = [headers.get("ETag") ?? undefined, headers.get("X-Request-Id") ?? undefined];
    return { data: dataOf(response), status, headers, etag, requestId };
  }

  /**
   * Responses to repeated changes lack personal data, so reads the resource. If the key may not read it, returns the response as it is.
   */
  async #whole(operation: Operation, input: Input, first: RawResponse, options: RequestOptions): Promise<RawResponse> {
    if (!operation.partial || !first.headers.has("Idempotency-Replayed")) return first;
    const { id } = first.body as { readonly id: bigint };
    const [collection = ""] = operation.path.split("/{");
    const read: Operation = { method: "GET", path: `${collection}/{id}` };
    const { body, ok } = await this.exchange(read, { params: { id, ...input.params } }, options);
    return ok ? { ...first, body } : first;
  }
}

/** Adds the key for a retry to an error of this client. */
function withKey(error: unknown, idempotencyKey: string | undefined): unknown {
  return PetstoreError.is(error) ? Object.assign(error, { idempotencyKey }) : error;
}

/** Whether the service itself, not a proxy, says that the resource does not exist. */
function isNotFound(status: number, body: unknown): boolean {
  return status === 404 && failureOf(status, new Headers(), body).code === "not_found";
}

function parseBody(response: Head, text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw unexpected(response, "JSON", cause);
  }
}

/** A response without its body. */
type Head = Pick<RawResponse, "status" | "headers"> & Partial<Pick<RawResponse, "idempotencyKey">>;

function unexpected({ status, headers, idempotencyKey }: Head, expected: string, cause?: unknown): unknown {
  const message = `unexpected response: ${status} with ${headers.get("Content-Type") ?? "no Content-Type"} instead of ${expected}`;
  return withKey(new PetstoreError({ code: "unexpected_response", message, status, headers, cause }), idempotencyKey);
}
