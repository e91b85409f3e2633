/* The adapter to the runtime's HTTP server: the only file that touches `Request` and `Response` (decision 009). */
import { isIP } from "node:net";
import { yieldToEventLoop } from "../core/concurrency/event-loop.ts";
import { chain, type MaybePromise } from "../core/concurrency/maybe-promise.ts";
import type { App } from "./app.ts";
import type { ClosedConnections } from "./limits/closed-connections.ts";
import { perIteration } from "./limits/iteration-limit.ts";
import type { Respond } from "./pipeline/exchange.ts";

/** Where and how to listen. */
export interface ListenOptions {
  /** Creates the application, whose absolute links may need the port. */
  readonly appOn: (port: number) => App;
  readonly hostname: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly closed: ClosedConnections;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** How long requests are still accepted after `stop`, with responses that close their connection. */
  readonly shutdownDelayMs: number;
  /** How long requests in progress have to finish after that. */
  readonly shutdownTimeoutMs: number;
}

/** A server that listens. */
export interface HttpServer {
  readonly port: number;
  /** Counts the requests whose response is not completely sent. */
  pendingRequests(): number;
  /** Stops without resetting connections: reports itself as not ready, closes connections, then finishes requests in progress. */
  stop(): Promise<void>;
}

/** An idle connection is closed after this time. Longer than the longest body timeout (`BODY_TIMEOUT`). */
const IDLE_SECONDS = 30;

/**
 * Requests that begin per iteration of the event loop. The runtime handles all that it has read from a connection in one iteration, so a
 * client that does not wait for responses would block everybody else (decision 034).
 */
const REQUESTS_PER_ITERATION = 128;

/** The listener closes this long after new requests are held, so that no client is between connecting and sending. */
const HOLD_MS = 100;

/** The runtime refuses larger bodies itself, without an Error body. Ours are refused long before. */
const BODY_MAX = 2 ** 30;

/** Starts to listen. Throws an error for an operator when the port is not available. */
export function listen(options: ListenOptions): HttpServer {
  const { hostname, port, closed, tls, shutdownDelayMs, shutdownTimeoutMs } = options;
  const nextRequest = perIteration(REQUESTS_PER_ITERATION);
  let held: Promise<void> | undefined;

  const adapt = (respond: Respond): Respond => {
    const begin: Respond = (request, server) => chain(held, () => respond(request, server));
    return (request, server) => {
      const turn = nextRequest();
      return turn instanceof Promise ? beginLater(turn, request, () => begin(request, server)) : begin(request, server);
    };
  };

  /** Begins in a later iteration, when the client may be gone: the runtime closes a connection that sends more in the meantime. */
  async function beginLater(turn: Promise<void>, { signal }: Request, begin: () => MaybePromise<Response>) {
    await turn;
    if (!signal.aborted) return begin();
    closed.count("pipelined");
    return new Response(null, { status: 503 });
  }

  const settings = {
    hostname,
    port,
    // Otherwise the runtime lets another process share the port.
    reusePort: false,
    development: false,
    idleTimeout: IDLE_SECONDS,
    maxRequestBodySize: BODY_MAX,
    ...(tls && { tls }),
  };
  const server = open(settings);
  const app = options.appOn(server.port ?? port);
  const routes = Object.fromEntries(Object.entries(app.routes).map(([path, route]) => [path, adapt(route)]));
  server.reload({ ...settings, routes });

  async function stop(): Promise<void> {
    app.stopping();
    await Bun.sleep(shutdownDelayMs);
    const hold = Promise.withResolvers<void>();
    held = hold.promise;
    if (shutdownDelayMs > 0) await Bun.sleep(HOLD_MS);
    // On a busy machine the time may be up before the event loop has accepted connections, which it does between two iterations.
    for (let turn = 0; turn < 2; turn++) await yieldToEventLoop();
    const stopped = server.stop();
    app.endStreams();
    hold.resolve();
    const late = setTimeout(() => void server.stop(true), shutdownTimeoutMs);
    await stopped;
    clearTimeout(late);
    closed.report();
  }

  return { port: server.port ?? port, pendingRequests: () => server.pendingRequests, stop };
}

/** Opens a port for a moment. Throws like `listen`. */
export async function requirePort(hostname: string, port: number): Promise<void> {
  await open({ hostname, port, reusePort: false }).stop(true);
}

/** Why a port cannot be opened, in words for an operator: the runtime's own message has no reason. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "the port is in use: stop the program that uses it (`ss -ltnp` shows it), or choose another port with PORT",
  EADDRNOTAVAIL:
    "this machine does not have that address: set HOST to one of its addresses (`ip address` shows them), or to 0.0.0.0 for all",
  EACCES: "this user may not open ports below 1024: choose another port with PORT, and let a proxy forward requests",
  ENOTFOUND: "the name has no address: set HOST to an address of this machine, or to 0.0.0.0 for all",
};

/** Opens a port, and refuses requests until there are routes. */
function open(settings: { readonly hostname: string; readonly port: number; readonly reusePort: boolean }) {
  try {
    return Bun.serve({ ...settings, fetch: () => new Response(null, { status: 503 }) });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = (code !== undefined && REASONS[code]) || (code ?? message);
    // The code for a name without an address is that of any earlier error.
    const isAddress = settings.hostname === "localhost" || isIP(settings.hostname.replaceAll(/[[\]]/g, "")) !== 0;
    const reasons = isAddress ? reason : `${REASONS["ENOTFOUND"]}; or ${reason}`;
    throw new Error(`cannot listen on ${settings.hostname}, port ${settings.port}`, {
      cause: new Error(reasons, { cause: error }),
    });
  }
}
