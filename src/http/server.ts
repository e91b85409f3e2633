/* The adapter to the runtime's HTTP server: the only file that touches `Request` and `Response`. */
import { Failure } from "../contract/errors.ts";
import type { App } from "./app.ts";
import { type HttpRequest, isStream, type ResponseBody, type Route } from "./message.ts";

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

/** A connection on which nothing moves for so long is closed: one that is idle, and one whose reader is stuck. */
const IDLE_SECONDS = 30;

/** Starts to listen. Throws the runtime's error when the port is not available. */
export function listen(options: ListenOptions): HttpServer {
  let isStopping = false;

  function adapt(route: Route) {
    return async (request: Request & { readonly params?: Record<string, string> }, server: Bun.Server<undefined>) => {
      const { status, headers, body } = await route(adaptRequest(request, server));
      return new Response(adaptBody(body), {
        status,
        headers: isStopping ? { ...headers, Connection: "close" } : headers,
      });
    };
  }

  const { hostname, port, isShared, tls, shutdownDelayMs, shutdownTimeoutMs } = options;
  const settings = {
    hostname,
    port,
    reusePort: isShared,
    idleTimeout: IDLE_SECONDS,
    development: false,
    ...(tls && { tls }),
  };
  const server = Bun.serve({ ...settings, fetch: () => new Response(null, { status: 503 }) });
  const app = options.appOn(server.port ?? port);
  const routes = Object.fromEntries(Object.entries(app.routes).map(([path, route]) => [path, adapt(route)]));
  server.reload({ ...settings, routes });

  return {
    port: server.port ?? port,
    pendingRequests: () => server.pendingRequests,
    async stop() {
      isStopping = true;
      app.stopping();
      await Bun.sleep(shutdownDelayMs);
      const late = setTimeout(() => void server.stop(true), shutdownTimeoutMs);
      await server.stop();
      clearTimeout(late);
    },
  };
}

function adaptRequest(
  request: Request & { readonly params?: Record<string, string> },
  server: Bun.Server<undefined>,
): HttpRequest {
  const { path, query } = targetOf(request.url);
  return {
    method: request.method,
    path,
    query,
    params: request.params ?? {},
    peer: () => server.requestIP(request)?.address,
    header: (name) => request.headers.get(name) ?? undefined,
    body: (maxBytes, timeoutMs) => readBody(request, maxBytes, timeoutMs),
  };
}

/** The path and the query of a URL. An HTTP/1.0 request without Host has one that is only a path. */
function targetOf(url: string): { readonly path: string; readonly query: string } {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
  const mark = url.indexOf("?", start);
  return mark === -1
    ? { path: url.slice(start), query: "" }
    : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}

/** Reads a body of at most so many bytes that arrives within so many milliseconds. */
async function readBody(request: Request, maxBytes: number, timeoutMs: number): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (Number(declared) > maxBytes) throw tooLarge(maxBytes, `${declared} bytes`);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Failure("request_timeout", `The body did not arrive within ${timeoutMs / 1000} s`));
  }, timeoutMs);
  try {
    // The runtime is fastest at reading a body of known length.
    const reading = declared === null ? readChunks(request, maxBytes) : request.bytes();
    return await Promise.race([reading, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function readChunks({ body }: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes, "more");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number, got: string): Failure {
  return new Failure("payload_too_large", `The body may have ${maxBytes} bytes; this one has ${got}`);
}

/** A stream asks for its next part when the client has taken the ones before. */
function adaptBody(body: ResponseBody | undefined): BodyInit | null {
  if (!isStream(body)) return body ?? null;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await body.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await body.return(undefined)),
  });
}
