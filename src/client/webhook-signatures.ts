/* Verifies webhook messages (Standard Webhooks). */
import { PetstoreError } from "./error.ts";
import { parseJson } from "./exact-json.ts";
import { WebhooksResource } from "./operations.gen.ts";
import type { Event } from "./schemas.gen.ts";

/** A message about an event. */
export interface EventMessage<E extends Event = Event> {
  /** The id of the event, the same for every delivery attempt. */
  readonly id: string;
  /** The type of the event. */
  readonly type: E["type"];
  /** When the event happened. */
  readonly timestamp: string;
  /** The event. */
  readonly data: E;
}

/** The test message that `webhooks.ping` sends. */
export interface PingMessage {
  /** The id of the message. */
  readonly id: string;
  /** Always `webhook.ping`. */
  readonly type: "webhook.ping";
  /** When the message was created. */
  readonly timestamp: string;
  /** The webhook that it was sent to. */
  readonly data: {
    /** The id of the webhook. */
    readonly webhookId: bigint;
  };
}

type MessageOf<E extends Event> = E extends Event ? EventMessage<E> : never;

/** A webhook message. Its `type` determines its `data`. */
export type WebhookMessage = MessageOf<Event> | PingMessage;

/** Request headers: `Headers`, or an object like Node's `request.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How far the timestamp of a message may lie in the past or future. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Verifies a webhook message and returns it. `body` is the raw body, before any parsing; pass both secrets while one is being replaced.
 * Throws a `PetstoreError` with code `invalid_signature` if the message is not genuine, or is older than five minutes.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    return header(headers, name) ?? refuse(`${name}: the header is missing`);
  }) as [string, string, string];
  const age = Date.now() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= TOLERANCE_SECONDS)) {
    refuse(`webhook-timestamp: expected a time within ${TOLERANCE_SECONDS} s of now; got ${timestamp}`);
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = signatures.split(" ").flatMap((entry) => (entry.startsWith("v1,") ? [entry.slice(3)] : []));
  for (const secret of [secrets].flat()) {
    const key = await importKey(secret);
    for (const signature of given) {
      if (await isSignedBy(key, signature, signed)) return { id, ...(parseJson(text) as object) } as WebhookMessage;
    }
  }
  return refuse("webhook-signature: the message was not signed with this secret, or was changed on its way");
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name] ?? Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  return typeof value === "string" ? value : value?.[0];
}

function refuse(message: string): never {
  throw new PetstoreError({ code: "invalid_signature", message });
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError("secret: expected the secret of a webhook, whsec_...");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** Constant-time, because `subtle.verify` is. */
async function isSignedBy(key: CryptoKey, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const bytes = fromBase64(signature);
  return bytes !== undefined && crypto.subtle.verify("HMAC", key, bytes, signed);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The webhook operations, and the verification of messages. */
export class Webhooks extends WebhooksResource {
  /** Verifies a webhook message and returns it; see `verifyWebhook`. */
  verify(
    body: string | Uint8Array,
    headers: WebhookHeaders,
    secrets: string | readonly string[],
  ): Promise<WebhookMessage> {
    return verifyWebhook(body, headers, secrets);
  }
}
