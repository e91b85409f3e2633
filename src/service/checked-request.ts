/* Sends a request to a checked address and to no other. */
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { isIP } from "node:net";
import type { Destination } from "./jobs/webhook-address.ts";

/** How many interim responses (1xx) are accepted. The parser limits the headers of each. */
const INTERIM_MAX = 10;

/** Too many interim responses. */
export class InterimError extends Error {
  override readonly message = `more than ${INTERIM_MAX} interim responses`;
}

/** Calls `refuse` when there are too many interim responses. */
function limitInterim(request: ClientRequest, refuse: (error: Error) => void): void {
  let count = 0;
  const onInterim = () => {
    count += 1;
    if (count === INTERIM_MAX + 1) refuse(new InterimError());
  };
  request.on("continue", onInterim);
  request.on("information", onInterim);
}

export interface CheckedRequest {
  readonly method: "GET" | "POST";
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Earlier attempts: each attempt uses the next address of the host. */
  readonly previousAttempts: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a request to a checked address and reads the response. Uses `node:https`, which connects to that address under the host's name,
 * follows no redirects, decompresses nothing and ignores proxies of the environment. `read` gets undefined for status 101, which has no
 * message.
 */
export async function sendChecked<Result>(
  { url, addresses }: Destination,
  { method, headers, body, previousAttempts, signal }: CheckedRequest,
  read: (status: number, response: IncomingMessage | undefined) => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const options: RequestOptions & { servername?: string } = {
    host: addresses[previousAttempts % addresses.length],
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { ...headers, Host: url.host },
    ...(isIP(host) === 0 && { servername: host }),
    agent: false,
    signal,
  };
  // Loaded on demand: most processes start with nothing to send.
  const { request: send } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  signal.throwIfAborted();
  const request = send(options, (response) => {
    read(response.statusCode ?? 0, response).then(resolve, reject);
  });
  limitInterim(request, (error) => {
    // Destroying only the request would leave Bun reading.
    request.socket?.destroy();
    reject(error);
  });
  request.on("error", reject);
  // On status 101, neither a response nor an error follows, and in Bun not even an abort ends the request.
  request.on("upgrade", ({ statusCode = 0 }, socket) => {
    socket.destroy();
    read(statusCode, undefined).then(resolve, reject);
  });
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  request.end(body);
  return promise.finally(() => request.destroy());
}
