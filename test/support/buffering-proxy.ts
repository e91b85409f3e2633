/* A proxy with the habits that nginx has where its configuration says nothing but `proxy_pass`. */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";

/** Headers of one connection (RFC 9110 7.6.1). */
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer"];

/** The largest body that it accepts, in bytes. */
const BODY_MAX = 2 ** 20;

/** A response shorter than this stays with the proxy until its end. */
const BUFFER = 4096;

interface ProxyOptions {
  /** The port of the service. */
  readonly port: number;
  /** The path below which the service is. */
  readonly basePath?: string;
  /** Whether the service gets that path too, as from `proxy_pass` without a path of its own. */
  readonly keepsBasePath?: boolean;
  /** The largest body; by default 1 MiB. */
  readonly bodyMax?: number;
  /** Hands on the host that the client named, and its address. */
  readonly forwards?: boolean;
}

/** A proxy that listens. */
export interface BufferingProxy extends AsyncDisposable {
  readonly port: number;
  /** Where requests lead from now on: the port of another instance, or of none. */
  target: number;
}

/** Listens in front of a service. */
export async function startBufferingProxy(options: ProxyOptions): Promise<BufferingProxy> {
  const { basePath = "", keepsBasePath = false, bodyMax = BODY_MAX, forwards = false } = options;
  const proxy = { target: options.port, port: 0 };

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url = "/", method, headers } = incoming;
    if (!url.startsWith(`${basePath}/`)) return page(outgoing, 404, "Not Found");
    if (Number(headers["content-length"] ?? 0) > bodyMax) return page(outgoing, 413, "Request Entity Too Large");
    const body = Buffer.concat(await Array.fromAsync(incoming));
    if (body.length > bodyMax) return page(outgoing, 413, "Request Entity Too Large");
    const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name) && !name.includes("_"));
    const peer = incoming.socket.remoteAddress ?? "";
    const given = forwards
      ? { "x-forwarded-for": [headers["x-forwarded-for"], peer].filter(Boolean).join(", ") }
      : { host: `127.0.0.1:${proxy.target}` };
    const upstream = send(
      {
        host: "127.0.0.1",
        port: proxy.target,
        method,
        path: keepsBasePath ? url : url.slice(basePath.length),
        headers: { ...Object.fromEntries(kept), ...given, connection: "close", "content-length": body.length },
        agent: false,
      },
      (response) => void relay(response, outgoing),
    );
    upstream.on("error", () => page(outgoing, 502, "Bad Gateway"));
    outgoing.on("close", () => upstream.destroy());
    upstream.end(body);
  }

  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return Object.assign(proxy, {
    port: address.port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** Hands a response on, in parts of the buffer's size unless the response forbids buffering. */
async function relay(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const isBuffered = response.headers["x-accel-buffering"] !== "no";
  const kept = Object.entries(response.headers).filter(
    ([name]) => !HOP_BY_HOP.includes(name) && !name.startsWith("x-accel-"),
  );
  const head = () => outgoing.headersSent || outgoing.writeHead(response.statusCode ?? 502, Object.fromEntries(kept));
  if (!isBuffered) {
    head();
    outgoing.flushHeaders();
  }
  let held = Buffer.alloc(0);
  try {
    for await (const part of response) {
      held = Buffer.concat([held, part]);
      if (isBuffered && held.length < BUFFER) continue;
      head();
      outgoing.write(held);
      held = Buffer.alloc(0);
    }
  } catch {
    return void outgoing.destroy();
  }
  head();
  outgoing.end(held);
}

/** A page of its own. */
function page(outgoing: ServerResponse, status: number, reason: string): void {
  const body = `<html>\r\n<head><title>${status} ${reason}</title></head>\r\n<body>\r\n<center><h1>${status} ${reason}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
  outgoing.writeHead(status, { "Content-Type": "text/html", Server: "nginx", "Content-Length": body.length });
  outgoing.end(body);
}
