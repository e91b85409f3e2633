/* The adapter to the runtime's HTTP server: the only file that touches `Request` and `Response` (decision 009). */
import { after, type Eventual } from "../core/after.ts";
import { nextTurn } from "../core/turns.ts";
import type { App } from "./app.ts";
import type { ClosedConnections } from "./closed-connections.ts";
import type { Respond } from "./exchange.ts";
import { turnsOf } from "./turns.ts";

/** Where and how to listen. */
export interface ListenOptions {
  /** Makes the application, whose absolute links may need the port. */
  readonly appOn: (port: number) => App;
  readonly hostname: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Other processes may listen on the same port. */
  readonly isShared: boolean;
  readonly closed: ClosedConnections;
  /** Resolves when other processes on the port, which stop too, have done this step as well. */
  readonly othersDid?: ((step: StopStep) => Promise<void>) | undefined;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** How long requests are still accepted after `stop`, with responses that close their connection. */
  readonly shutdownDelayMs: number;
  /** How long requests in progress have to finish after that. */
  readonly shutdownTimeoutMs: number;
}

/** What processes on one port do together when they stop: hold new requests, then close their listeners, then respond. */
export type StopStep = "held" | "closed";

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
 * Requests that begin in one turn of the event loop. The runtime handles all that it has read from a connection in one turn, so a
 * client that does not wait for responses would keep everybody waiting (decision 034).
 */
const REQUESTS_PER_TURN = 128;

/** New requests wait this long before the listener closes, so that no client is between connecting and sending. */
const HOLD_MS = 100;

/** The runtime refuses larger bodies itself, without an Error body. Ours are refused long before. */
const BODY_MAX = 2 ** 30;

/** Starts to listen. Throws the runtime's error when the port is not available. */
export function listen(options: ListenOptions): HttpServer {
  const { hostname, port, isShared, closed, tls, shutdownDelayMs, shutdownTimeoutMs } = options;
  const nextRequest = turnsOf(REQUESTS_PER_TURN);
  let held: Promise<void> | undefined;

  const adapt = (respond: Respond): Respond => {
    const begin: Respond = (request, server) => after(held, () => respond(request, server));
    return (request, server) => {
      const turn = nextRequest();
      return turn instanceof Promise ? beginLater(turn, request, () => begin(request, server)) : begin(request, server);
    };
  };

  /** Begins in a later turn, in which the client may be gone: the runtime closes a connection on which it sends more meanwhile. */
  async function beginLater(turn: Promise<void>, { signal }: Request, begin: () => Eventual<Response>) {
    await turn;
    if (!signal.aborted) return begin();
    closed.count("pipelined");
    return new Response(null, { status: 503 });
  }

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
    app.stopping();
    await Bun.sleep(shutdownDelayMs);
    const hold = Promise.withResolvers<void>();
    held = hold.promise;
    await options.othersDid?.("held");
    if (shutdownDelayMs > 0) await Bun.sleep(HOLD_MS);
    // On a busy machine the time may be over before the loop has looked for connections: it does between two turns.
    for (let turn = 0; turn < 2; turn++) await nextTurn();
    const stopped = server.stop();
    // Whoever has a response may connect again, and must not reach a listener that is about to close: it resets what it has not accepted.
    await options.othersDid?.("closed");
    app.endStreams();
    hold.resolve();
    const late = setTimeout(() => void server.stop(true), shutdownTimeoutMs);
    await stopped;
    clearTimeout(late);
    closed.report();
  }

  return { port: server.port ?? port, pendingRequests: () => server.pendingRequests, stop };
}

/** Takes a port for a moment, without sharing it. Returns its number, and throws the runtime's error if it is not available. */
export async function reservePort(hostname: string, port: number): Promise<number> {
  const probe = Bun.serve({ hostname, port, reusePort: false, fetch: () => new Response(null, { status: 503 }) });
  // A stopped server has no port any more.
  const reserved = probe.port ?? port;
  await probe.stop(true);
  return reserved;
}
