/* One attempt to send a message: checked, signed and sent; reads a limited response. */
import type { IncomingMessage } from "node:http";
import { Webhook } from "standardwebhooks";
import { signingSecrets } from "../../core/webhooks/webhook-handlers.ts";
import type { Attempt, StoredWebhook } from "../../core/webhooks/webhook-ports.ts";
import { InterimError, sendChecked } from "../checked-request.ts";
import { AddressError, type AddressRules, destination } from "./webhook-address.ts";
import type { Message } from "./webhook-message.ts";

/** The time limit of an attempt, from the lookup of the host to the end of the response. */
const TIMEOUT_MS = 15_000;

/** Sends a message to a webhook. Never throws: the attempt contains the error. */
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
    const request = { method: "POST", headers, body: message.body, previousAttempts, signal: late.signal } as const;
    const { status, response } = await sendChecked(to, request, async (status, answer) => ({
      status,
      response: answer === undefined ? "" : await readStart(answer),
    }));
    return { status, durationMs: durationMs(), response, error: undefined };
  } catch (error) {
    return { status: undefined, durationMs: durationMs(), response: undefined, error: reasonOf(error) };
  } finally {
    clearTimeout(timer);
    stopped?.removeEventListener("abort", abort);
  }
}

/** OpenSSL's codes for untrusted certificates, such as CERT_HAS_EXPIRED and UNABLE_TO_VERIFY_LEAF_SIGNATURE. */
const UNTRUSTED = /CERT|SIGNATURE|ISSUER/;

/** For the delivery log. */
function reasonOf(error: unknown): string {
  if (error instanceof InterimError) return `no response (${error.message})`;
  if (error instanceof AddressError) return `not sent: expected ${error.message}`;
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === "AbortError") return `no response within ${TIMEOUT_MS / 1000} s`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `not sent: the certificate is for another host (${code})`;
  if (code !== undefined && UNTRUSTED.test(code)) return `not sent: the certificate is not trusted (${code})`;
  return `no response (${code ?? name})`;
}

/** How much of a response is stored, in bytes. */
const RESPONSE_MAX = 1024;

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length >= RESPONSE_MAX) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, RESPONSE_MAX));
  // PostgreSQL cannot store NUL.
  return text.replaceAll("\0", "\uFFFD");
}

/** The headers of a message, with one signature per secret. */
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
