/* One attempt to send a message: checked, signed, sent, and its response read up to a limit. */
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { isIP } from "node:net";
import { Webhook } from "standardwebhooks";
import type { Attempt, StoredWebhook } from "../../core/webhooks/webhook-ports.ts";
import { signingSecrets } from "../../core/webhooks/webhooks.ts";
import { AddressError, type AddressRules, type Destination, destination } from "./webhook-address.ts";
import type { Message } from "./webhook-message.ts";

/** How long an attempt may take, from the lookup of the host to the end of the response. */
const TIMEOUT_MS = 15_000;

/** Sends a message to a webhook. It never throws: what went wrong is part of the attempt. */
export async function sendMessage(
  webhook: StoredWebhook,
  message: Message,
  previousAttempts: number,
  now: number,
  rules: AddressRules,
  stopped?: AbortSignal,
): Promise<Attempt> {
  const startedAt = performance.now();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
  const abort = () => late.abort();
  stopped?.addEventListener("abort", abort);
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const to = await destination(webhook.url, rules);
    const headers = signedHeaders(message, signingSecrets(webhook, now), now);
    const { status, response } = await post(to, previousAttempts, headers, message.body, late.signal);
    return { status, durationMs: durationMs(), response, error: undefined };
  } catch (error) {
    return { status: undefined, durationMs: durationMs(), response: undefined, error: reasonOf(error) };
  } finally {
    clearTimeout(timer);
    stopped?.removeEventListener("abort", abort);
  }
}

/** What OpenSSL calls a certificate that it cannot verify, such as CERT_HAS_EXPIRED and UNABLE_TO_VERIFY_LEAF_SIGNATURE. */
const UNTRUSTED = /CERT|SIGNATURE|ISSUER/;

/** For the log of the webhook. */
function reasonOf(error: unknown): string {
  if (error instanceof InterimError) return `no response (${error.message})`;
  if (error instanceof AddressError) return `not sent: expected ${error.message}`;
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === "AbortError") return `no response within ${TIMEOUT_MS / 1000} s`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `not sent: the certificate is for another host (${code})`;
  if (code !== undefined && UNTRUSTED.test(code)) return `not sent: the certificate is not trusted (${code})`;
  return `no response (${code ?? name})`;
}

/** How many interim responses (1xx) may precede the response. The parser limits the headers of each. */
const INTERIM_MAX = 10;

/** A receiver sends interim responses without an end. */
class InterimError extends Error {
  override readonly message = `more than ${INTERIM_MAX} interim responses`;
}

/** Calls back at an interim response that is one too many. */
function limitInterim(request: ClientRequest, refuse: (error: Error) => void): void {
  let count = 0;
  const onInterim = () => {
    count += 1;
    if (count === INTERIM_MAX + 1) refuse(new InterimError());
  };
  request.on("continue", onInterim);
  request.on("information", onInterim);
}

/** How much of a response is kept, in bytes. */
const RESPONSE_MAX = 1024;

/**
 * Sends a message to an address that was checked. `node:https` is used because it connects to that address under the host's name,
 * follows no redirects, decompresses nothing and ignores the proxies of the environment.
 */
async function post(
  { url, addresses }: Destination,
  previousAttempts: number,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly response: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; response: string }>();
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const options: RequestOptions & { servername?: string } = {
    // The next attempt tries the next address.
    host: addresses[previousAttempts % addresses.length],
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: "POST",
    headers: { ...headers, Host: url.host },
    ...(isIP(host) === 0 && { servername: host }),
    agent: false,
    signal,
  };
  // Most services start without a message to send, and would wait for these modules.
  const { request: send } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  signal.throwIfAborted();
  const request = send(options, (response) => {
    readStart(response).then((text) => resolve({ status: response.statusCode ?? 0, response: text }), reject);
  });
  limitInterim(request, (error) => {
    // Of a request, Bun would read on.
    request.socket?.destroy();
    reject(error);
  });
  request.on("error", reject);
  // The status 101: neither a response nor an error follows, and in Bun not even an abort ends the request.
  request.on("upgrade", ({ statusCode = 0 }, socket) => {
    socket.destroy();
    resolve({ status: statusCode, response: "" });
  });
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  request.end(body);
  return promise.finally(() => request.destroy());
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length >= RESPONSE_MAX) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, RESPONSE_MAX));
  // PostgreSQL stores every character but this one.
  return text.replaceAll("\0", "\uFFFD");
}

/** The headers of a message, with one signature for each secret. */
export function signedHeaders({ id, body }: Message, secrets: readonly string[], now: number): Record<string, string> {
  const at = new Date(now);
  return {
    "Content-Type": "application/json",
    "User-Agent": "petstore-webhooks",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}
