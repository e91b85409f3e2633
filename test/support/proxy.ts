/* A TCP proxy in front of a server that delays, silences and cuts connections where a test wants it. */
import { connect, createServer, type Socket } from "node:net";

/** Where a connection is cut: when these bytes come by, before they are handed on or right after. */
export interface Cut {
  readonly at: string;
  /** Only a connection that has sent this before. */
  readonly since?: string;
  readonly when: "before" | "after";
}

/** A proxy that listens. */
export interface Proxy extends AsyncDisposable {
  /** The URL of the server by way of the proxy. */
  readonly url: string;
  /** Cuts the next connection that sends this, once. */
  cut: Cut | undefined;
  /** Hands on no more answers on the next connection that sends this, once. */
  silence: string | undefined;
  /** Where new connections lead: the port of the server. */
  port: number;
  /** How much later an answer is handed on, in milliseconds: asked for each part of one. Answers keep their order. */
  delayMs: () => number;
  /** Cuts all connections. */
  hangUp(): void;
}

/** Listens in front of the server of a URL. */
export async function startProxy(serverUrl: string): Promise<Proxy> {
  const target = new URL(serverUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(proxy.port, target.hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    let sent = "";
    let isDeaf = false;
    let isSilent = false;
    const delayed: Uint8Array[] = [];
    let dueAt = 0;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", end);
      socket.on("close", () => {
        open.delete(socket);
        end();
      });
    }
    client.on("data", (bytes) => {
      const { cut, silence } = proxy;
      if (silence !== undefined && bytes.includes(silence)) {
        proxy.silence = undefined;
        isSilent = true;
      }
      sent += cut?.since === undefined ? "" : bytes.toString("latin1");
      const isCut = cut !== undefined && bytes.includes(cut.at) && sent.includes(cut.since ?? "");
      if (!isCut) return void upstream.write(bytes);
      proxy.cut = undefined;
      if (cut.when === "before") return end();
      isDeaf = true;
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      // The server has done what it was asked for, and its answer never arrives.
      if (isDeaf) end();
      else if (!isSilent) {
        delayed.push(bytes);
        const now = performance.now();
        dueAt = Math.max(dueAt, now + proxy.delayMs());
        // Timers of different lengths may end in another order than they are due.
        setTimeout(() => client.write(delayed.shift() ?? ""), dueAt - now);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  const url = new URL(serverUrl);
  url.port = String(address.port);
  const proxy: Proxy = {
    url: url.href,
    port: Number(target.port),
    cut: undefined,
    silence: undefined,
    delayMs: () => 0,
    hangUp() {
      for (const socket of open) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      proxy.hangUp();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
