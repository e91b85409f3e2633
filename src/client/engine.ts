import { type Received, withDeadline, withRetries } from "./attempts.ts";
import { type ApiResponse, type Call, callOf } from "./call.ts";
import { failureOf, PetstoreError } from "./error.ts";
import { followEvents } from "./event-stream.ts";
import { parseJson, toJson, toText } from "./json.ts";
import { List, nextCursor, type Page } from "./list.ts";
import type {
  ConditionalOptions,
  Fetch,
  PetstoreOptions,
  RequestOptions,
  StreamOptions,
  UploadOptions,
} from "./options.ts";
import type { UploadFile } from "./upload.ts";

/** An operation of the interface: what sending a request takes. */
export interface Operation {
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base address; `{name}` is a path parameter. */
  readonly path: string;
  /** Whether a request has an Idempotency-Key. */
  readonly idempotencyKey?: true;
  /** The media type of a body that is not JSON, unless it has another one. */
  readonly file?: string;
  /** Of a list in pages: the query parameter with the position of a page. */
  readonly page?: string;
  /** Of a list in pages: the largest page. */
  readonly limit?: number;
  /** Whether a successful response has no body. */
  readonly empty?: true;
  /** The day on which a deprecated operation is removed. */
  readonly sunset?: string;
  /** The members of the response that are int64. */
  readonly int64: readonly string[];
}

/** The parameters and the body of a request. */
export interface Input {
  /** The path parameters. */
  readonly params?: object;
  /** The query parameters. */
  readonly query?: object;
  /** The body. */
  readonly body?: unknown;
  /** A body that is not JSON. */
  readonly file?: UploadFile | undefined;
}

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
}

const TIMEOUT_MS = 30_000;

/** A file may take this many times as long as another request. */
const FILE_TIMEOUTS = 4;

const MAX_RETRIES = 2;

/** Sends requests: what all resources share. */
export class Engine {
  readonly #baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #timeout: number;
  readonly #maxRetries: number;
  readonly #ownFetch: Fetch | undefined;

  /** Makes an engine with the options of `Petstore`. */
  constructor({ baseUrl, apiKey, timeout = TIMEOUT_MS, maxRetries = MAX_RETRIES, fetch }: PetstoreOptions) {
    if (baseUrl === undefined || !/^(?:https?:\/\/|\/)/.test(baseUrl)) {
      throw new TypeError(`baseUrl: expected an address such as https://pets.example/v1; got ${baseUrl}`);
    }
    this.#baseUrl = baseUrl.replace(/\/+$/, "");
    this.#apiKey = apiKey;
    this.#timeout = timeout;
    this.#maxRetries = maxRetries;
    this.#ownFetch = fetch;
  }

  /** Not bound to a global that a test or an instrumentation replaces later. */
  #fetch(url: string, init: RequestInit): Promise<Response> {
    return (this.#ownFetch ?? globalThis.fetch)(url, init);
  }

  /** Makes a request and returns its response, also one that reports a failure. */
  async exchange(
    operation: Operation,
    input: Input,
    options: ConditionalOptions & UploadOptions = {},
  ): Promise<RawResponse> {
    const patience = operation.file ? FILE_TIMEOUTS * this.#timeout : this.#timeout;
    const { signal, timeout = patience, maxRetries = this.#maxRetries, onProgress } = options;
    // A stream can be sent only once. It does not become a Blob: engines give that a type of their own.
    const file = input.file instanceof ReadableStream ? await new Response(input.file).arrayBuffer() : input.file;
    const [url, init] = this.#request(operation, { ...input, file }, options);
    const send: Fetch =
      onProgress === undefined
        ? (...request) => this.#fetch(...request)
        : // Loaded when it is asked for: a page is shown sooner without it. That fails like any other request.
          async (...request) => (await import("./upload.ts")).withProgress(this.#ownFetch, onProgress)(...request);
    const attempt = (ended: AbortSignal): Promise<Received> =>
      send(url, { ...init, signal: ended }).then(async (response) => {
        const { status, headers } = response;
        return { status, headers, text: await response.text() };
      });
    const { mayBeRepeated, status, headers, text } = await withRetries(
      () => withDeadline(timeout, signal, attempt),
      // Without a key, a second POST might take effect twice.
      operation.method === "POST" && !operation.idempotencyKey ? 0 : maxRetries,
      signal,
    );
    const body = text === "" ? undefined : parseBody(operation, status, headers, text);
    // An earlier attempt may have removed it. Whoever did, it is gone, as the caller wants.
    const isGone = operation.method === "DELETE" && mayBeRepeated && isNotFound(status, body);
    if (isGone) return { ok: true, status, headers, body: undefined };
    return { ok: status >= 200 && status < 300, status, headers, body };
  }

  /** Makes a request that returns a value, or nothing. */
  call<Data>(operation: Operation, input: Input, options: RequestOptions): Call<Data> {
    return callOf(
      this.#succeed(operation, input, options, (response) => {
        if (response.body === undefined && !operation.empty) throw unexpected(response, "a body");
        return response.body as Data;
      }),
    );
  }

  /** Makes a list in pages. */
  list<Item>(operation: Operation, { query = {}, ...input }: Input, options: RequestOptions): List<Item> {
    const { page = "", limit: largest } = operation;
    const { limit } = query as { readonly limit?: number };
    return new List<Item>((cursor, isIterating) => {
      const size = limit ?? (isIterating ? largest : undefined);
      const position = cursor === undefined ? {} : { [page]: cursor };
      const whole = { ...input, query: { ...query, limit: size, ...position } };
      return this.#succeed(operation, whole, options, ({ status, body, headers }): Page<Item> => {
        if (!Array.isArray(body)) throw unexpected({ status, headers }, "a list");
        return { items: body, nextCursor: nextCursor(headers, page) };
      });
    });
  }

  /** Reads a stream of events. */
  async *stream<Event>(
    operation: Operation,
    input: Input,
    options: StreamOptions,
  ): AsyncGenerator<Event, void, undefined> {
    const connect = async (lastId: string | undefined, signal: AbortSignal) => {
      const headers = { ...options.headers, ...(lastId !== undefined && { "Last-Event-ID": lastId }) };
      const [url, init] = this.#request(operation, input, { headers });
      const { timeout = this.#timeout } = options;
      // The deadline is for the response, and its body if it is an error. An open stream goes on until its signal ends it.
      return withDeadline(timeout, signal, async () => {
        const response = await this.#fetch(url, { ...init, cache: "no-store", signal });
        if (!response.ok) throw await streamFailure(operation, response);
        if (!/^text\/event-stream\b/i.test(response.headers.get("Content-Type") ?? ""))
          throw unexpected(response, "events");
        return response;
      });
    };
    for await (const data of followEvents(connect, options)) yield parseJson(data, operation.int64) as Event;
  }

  async #succeed<Data>(
    operation: Operation,
    input: Input,
    options: RequestOptions,
    dataOf: (response: RawResponse) => Data,
  ): Promise<ApiResponse<Data>> {
    const response = await this.exchange(operation, input, options);
    const { ok, status, headers, body } = response;
    if (!ok) throw failureOf(status, headers, body);
    const [etag, requestId] = [headers.get("ETag") ?? undefined, headers.get("X-Request-Id") ?? undefined];
    return { data: dataOf(response), status, headers, etag, requestId };
  }

  #request(
    { method, path, idempotencyKey, file: fileType }: Operation,
    input: Input,
    options: ConditionalOptions,
  ): [string, RequestInit] {
    const { params = {}, query = {}, body, file } = input;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(params, name));
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(pairs.map(([name, value]) => [name, toText(value, name)])).toString();
    const headers = {
      ...(this.#apiKey !== undefined && { Authorization: `Bearer ${this.#apiKey}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(file !== undefined && fileType && { "Content-Type": (file instanceof Blob && file.type) || fileType }),
      ...(idempotencyKey && { "Idempotency-Key": options.idempotencyKey ?? randomKey() }),
      ...(options.ifMatch !== undefined && { "If-Match": options.ifMatch }),
      ...options.headers,
    };
    const url = `${this.#baseUrl}${filled}${search && `?${search}`}`;
    // `fetch` follows a redirect of a POST with a GET, whose response would look like success.
    const init: RequestInit = { method, headers, redirect: "error" };
    const sent = file ?? (body === undefined ? undefined : (toJson(body) ?? null));
    return [url, sent === undefined ? init : { ...init, body: sent as BodyInit | null }];
  }
}

/** Whether the service, and not a proxy, says that there is no such resource. */
function isNotFound(status: number, body: unknown): boolean {
  return status === 404 && failureOf(status, new Headers(), body).code === "not_found";
}

function pathSegment(params: object, name: string): string {
  const text = toText(params[name as keyof typeof params], name);
  // `/pets/` is not the address of a pet.
  if (text === "" || text === "undefined") throw new TypeError(`${name} is missing`);
  return encodeURIComponent(text);
}

/** Pages without TLS have no `randomUUID`. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function parseBody({ int64 }: Operation, status: number, headers: Headers, text: string): unknown {
  try {
    return parseJson(text, int64);
  } catch (cause) {
    throw unexpected({ status, headers }, "JSON", cause);
  }
}

async function streamFailure(operation: Operation, response: Response): Promise<PetstoreError> {
  const { status, headers } = response;
  return failureOf(status, headers, parseBody(operation, status, headers, await response.text()));
}

function unexpected({ status, headers }: Pick<Response, "status" | "headers">, expected: string, cause?: unknown) {
  const message = `unexpected response: ${status} with ${headers.get("Content-Type") ?? "no Content-Type"} instead of ${expected}`;
  return new PetstoreError({ code: "unexpected_response", message, status, headers, cause });
}
