import type { Socket } from "bun";
import { Connection } from "./connection.ts";
import { type ConnectionLimits, LIMITS_MS } from "./connection-limits.ts";
import type { HttpHandler } from "./message.ts";
import { ProtocolError } from "./request-head.ts";
import { type Breakable, type Failed, Turn } from "./turn.ts";

export interface ServerOptions {
  readonly hostname: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Other processes may share the port. */
  readonly isShared: boolean;
  /** Connections open at once; more are answered 503 and closed. */
  readonly connectionsMax: number;
  /** PEM texts; undefined for plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly handler: HttpHandler;
  /** Other limits than those of the service. */
  readonly limits?: ConnectionLimits;
}

/** A server that listens. */
export interface HttpServer {
  readonly port: number;
  /** Takes no connection more, and resolves when all that are open have been closed: each with its answer. */
  stop(): Promise<void>;
  /** Closes all connections now. */
  terminate(): void;
}

/** What a connection knows of its server. */
export interface ConnectionServer {
  readonly handler: HttpHandler;
  readonly failed: Failed;
  /** Each answer is the last on its connection. */
  readonly isStopping: boolean;
  /** `performance.now()` at the last check. */
  readonly now: number;
  readonly limits: ConnectionLimits;
  readonly turn: Turn;
}

/** Serves HTTP/1.1 (RFC 9112) on sockets. Why it is not the runtime's server: docs/decisions/009-http-on-sockets.md. */
export function listen(options: ServerOptions): HttpServer {
  const { hostname, port, isShared, connectionsMax, tls, handler, limits = LIMITS_MS } = options;
  const connections = new Map<Socket<Connection>, Connection>();
  const state: { -readonly [Member in keyof ConnectionServer]: ConnectionServer[Member] } = {
    handler,
    failed,
    isStopping: false,
    now: performance.now(),
    limits,
    turn: new Turn(failed),
  };
  const stopped = Promise.withResolvers<void>();

  function failed(broken: Breakable, error: unknown): void {
    handler.failed(error);
    broken.terminate();
  }

  function check(): void {
    state.now = performance.now();
    for (const connection of connections.values()) connection.check();
  }

  function resolveIfStopped(): void {
    if (!state.isStopping || connections.size > 0) return;
    clearInterval(timer);
    stopped.resolve();
  }

  const listener = Bun.listen<Connection>({
    hostname,
    port,
    reusePort: isShared,
    ...(tls && { tls }),
    // A client that has said all it has to say still wants its answer.
    allowHalfOpen: true,
    socket: {
      open(socket) {
        socket.setNoDelay(true);
        socket.data = new Connection(socket, state);
        connections.set(socket, socket.data);
        if (connections.size <= connectionsMax) return;
        socket.data.refuse(new ProtocolError("service_unavailable", `${connectionsMax} connections are open already`));
      },
      // Without this, a connection over TLS would be opened only after its handshake, which may take for ever.
      handshake() {},
      data: (socket, bytes) => socket.data.receive(bytes),
      drain: (socket) => socket.data.drain(),
      end: (socket) => socket.data.end(),
      error(socket, error) {
        failed(socket.data, error);
      },
      close(socket) {
        socket.data.close();
        connections.delete(socket);
        resolveIfStopped();
      },
    },
  });
  const timer = setInterval(check, limits.check);

  return {
    port: listener.port,
    stop() {
      listener.stop();
      state.isStopping = true;
      check();
      resolveIfStopped();
      return stopped.promise;
    },
    terminate() {
      for (const connection of connections.values()) connection.terminate();
    },
  };
}
