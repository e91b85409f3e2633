/* The adapter to the runtime's HTTP server: the only file that touches `Request` and `Response` (decision 009). */
import type { App } from "./app.ts";
import { declaredLength, readBody } from "./body-reader.ts";
import { type HttpRequest, type HttpResponse, isStream, type Route } from "./message.ts";
import { paced } from "./parts.ts";

/** Where and how to listen. */
export interface ListenOptions {
  /** Makes the application, whose absolute links may need the port. */
  readonly appOn: (port: number) => App;
  readonly hostname: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Other processes may listen on the same port. */
  readonly isShared: boolean;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** How long requests are still accepted after `stop`, with responses that close their connection. */
  readonly shutdownDelayMs: number;
  /** How long requests in progress have to finish after that. */
  readonly shutdownTimeoutMs: number;
}

/** A server that listens. */
export interface HttpServer {
  readonly port: number;
  /** Requests whose response has not been sent completely. */
  pendingRequests(): number;
  /** Stops without resetting a client: reports itself as not ready, closes connections, then finishes what is in progress. */
  stop(): Promise<void>;
}

/** A connection on which nothing moves is closed after this time. Longer than the longest body timeout (`BODY_TIMEOUT`). */
const IDLE_SECONDS = 30;

/**
 * The same for a long response. The kernel buffers up to 1.6 MB and reports progress only every 0.8 MB: a client that reads 10 kB
 * a second seems to stand still for 80 seconds.
 */
const LONG_RESPONSE_SECONDS = 120;

/** A response of more bytes may not fit into the kernel's buffer. */
const LONG_RESPONSE_BYTES = 1_000_000;

/** The runtime sends each header of a response with a longer body in its own packet (decision 006). */
const CORKED_MAX = 15_000;

/** New requests wait this long before the listener closes, so that no client is between connecting and sending. */
const HOLD_MS = 100;

/** The runtime refuses larger bodies itself, without an Error body. Ours are refused long before. */
const BODY_MAX = 2 ** 30;

type RoutedRequest = Request & { readonly params?: Record<string, string> };
type Server = Bun.Server<undefined>;

/** Starts to listen. Throws the runtime's error when the port is not available. */
export function listen(options: ListenOptions): HttpServer {
  const { hostname, port, isShared, tls, shutdownDelayMs, shutdownTimeoutMs } = options;
  let isStopping = false;
  let held: Promise<void> | undefined;

  const adapt = (route: Route) => {
    const respond = async (request: RoutedRequest, server: Server) => {
      if (held !== undefined) await held;
      return adaptResponse(await route(new RuntimeRequest(request, server)), request, server, isStopping);
    };
    const { repeated } = route;
    if (repeated === undefined) return respond;
    return (request: RoutedRequest, server: Server) => {
      const known = isStopping ? undefined : repeated(new RuntimeRequest(request, server));
      return known === undefined ? respond(request, server) : adaptRepeated(known);
    };
  };
  const settings = {
    hostname,
    port,
    // Without it, the runtime lets another process share the port.
    reusePort: isShared,
    development: false,
    idleTimeout: IDLE_SECONDS,
    maxRequestBodySize: BODY_MAX,
    ...(tls && { tls }),
  };
  const server = Bun.serve({ ...settings, fetch: () => new Response(null, { status: 503 }) });
  const app = options.appOn(server.port ?? port);
  const routes = Object.fromEntries(Object.entries(app.routes).map(([path, route]) => [path, adapt(route)]));
  server.reload({ ...settings, routes });

  async function stop(): Promise<void> {
    isStopping = true;
    app.stopping();
    await Bun.sleep(shutdownDelayMs);
    const hold = Promise.withResolvers<void>();
    held = hold.promise;
    if (shutdownDelayMs > 0) await Bun.sleep(HOLD_MS);
    app.endStreams();
    const stopped = server.stop();
    hold.resolve();
    const late = setTimeout(() => void server.stop(true), shutdownTimeoutMs);
    await stopped;
    clearTimeout(late);
  }

  return { port: server.port ?? port, pendingRequests: () => server.pendingRequests, stop };
}

/** The headers of responses that are sent again and again: the runtime converts plain ones each time. */
const headersOf = new WeakMap<HttpResponse, Headers>();

function adaptRepeated(response: HttpResponse): Response {
  let headers = headersOf.get(response);
  if (headers === undefined) headersOf.set(response, (headers = new Headers(response.headers)));
  return new Response((response.body as Blob | undefined) ?? null, { status: response.status, headers });
}

function adaptResponse(response: HttpResponse, request: Request, server: Server, isLast: boolean): Response {
  const { status, body } = response;
  const headers: Record<string, string> = isLast ? { ...response.headers, Connection: "close" } : response.headers;
  // The runtime drops the body of a response to HEAD, but would start a stream.
  if (request.method === "HEAD" && isStream(body)) return new Response(new ReadableStream(), { status, headers });
  if (body === undefined) return new Response(null, { status, headers });
  const allowMoreTime = () => server.timeout(request, LONG_RESPONSE_SECONDS);
  if (typeof body === "string") {
    const bytes = Buffer.byteLength(body);
    if (bytes > LONG_RESPONSE_BYTES) allowMoreTime();
    const isLong = bytes > CORKED_MAX && request.method !== "HEAD";
    return new Response(isLong ? inOnePiece(body, bytes) : body, { status, headers });
  }
  // The runtime also takes an async iterator: it asks for the next part when the client has taken the one before, and calls `return`
  // at the end, also when the client has gone before the first part.
  if (isStream(body)) return new Response(paced(body, allowMoreTime) as unknown as Blob, { status, headers });
  if (body.size > LONG_RESPONSE_BYTES) allowMoreTime();
  return new Response(body, { status, headers });
}

/**
 * A stream of one text of this many bytes. The runtime sends it together with the headers and its length, because it fits into the
 * sink with room left.
 */
function inOnePiece(text: string, bytes: number): ReadableStream {
  const source: Bun.DirectUnderlyingSource = {
    type: "direct",
    pull(controller) {
      controller.write(text);
      void controller.end();
    },
  };
  return new ReadableStream(source as unknown as UnderlyingDefaultSource, { highWaterMark: bytes + 1 });
}

/** Takes a port for a moment, without sharing it. Returns its number, and throws the runtime's error if it is not available. */
export async function reservePort(hostname: string, port: number): Promise<number> {
  const probe = Bun.serve({ hostname, port, reusePort: false, fetch: () => new Response(null, { status: 503 }) });
  // A stopped server has no port any more.
  const reserved = probe.port ?? port;
  await probe.stop(true);
  return reserved;
}

/** A request of the runtime. Nothing is read before it is needed. */
class RuntimeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #request: RoutedRequest;
  readonly #server: Server;

  constructor(request: RoutedRequest, server: Server) {
    const { url } = request;
    // The URL of a request without a usable Host is only a path.
    const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
    const mark = url.indexOf("?", start);
    this.method = request.method;
    this.path = mark === -1 ? url.slice(start) : url.slice(start, mark);
    this.query = mark === -1 ? "" : url.slice(mark + 1);
    this.#request = request;
    this.#server = server;
  }

  get params(): Readonly<Record<string, string>> {
    return this.#request.params ?? {};
  }

  peer(): string | undefined {
    return this.#server.requestIP(this.#request)?.address;
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined;
  }

  onClose(callback: () => void): void {
    const { signal } = this.#request;
    if (signal.aborted) callback();
    else signal.addEventListener("abort", callback, { once: true });
  }

  bodyLength(): number | undefined {
    return declaredLength(this.#request);
  }

  body(maxBytes: number, timeoutMs: number): Promise<Uint8Array> {
    return readBody(this.#request, maxBytes, timeoutMs);
  }
}
