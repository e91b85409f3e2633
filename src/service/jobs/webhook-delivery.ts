/* Delivers events to webhooks (decision D36): at least once, each under a lease, so that another instance can take over. */

import { conditions } from "../../core/conditions.ts";
import { eventAt } from "../../core/feed/feed.ts";
import type { Store } from "../../core/ports.ts";
import { settle } from "../../core/webhooks/delivery-handlers.ts";
import type { DeliveryOutcome } from "../../core/webhooks/delivery-life.ts";
import type { ActiveWebhook, Attempt, StoredDelivery, StoredWebhook } from "../../core/webhooks/webhook-ports.ts";
import { Pause } from "./pause.ts";
import type { AddressRules } from "./webhook-address.ts";
import { eventMessage, pingMessage } from "./webhook-message.ts";

/** Longer than an attempt. With the polling interval, it bounds how long a dead instance delays a delivery. */
const LEASE_MS = 22_000;

const POLL_MS = 1_000;

/** Concurrent attempts: in total, per webhook, and per failing webhook. */
const SENDING_MAX = 16;
const SENDING_PER_WEBHOOK = 4;
const SENDING_FAILING = 1;

/** Events whose deliveries are created in one transaction. */
const FAN_OUT_MAX = 500n;

export interface DeliveryParts {
  readonly store: Store;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly rules: AddressRules;
  readonly delivered: (outcome: DeliveryOutcome) => void;
  readonly warn: (fields: object, message: string) => void;
  /** The pauses before retries, in milliseconds; by default those of decision D36. */
  readonly retryMs?: readonly number[];
  /** The polling interval for due deliveries, in milliseconds; by default 1000. */
  readonly pollMs?: number;
}

/** One attempt in progress. */
interface Sending {
  readonly webhookId: bigint;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Sends due messages until `end`. */
export class WebhookDelivery {
  readonly #parts: DeliveryParts;
  readonly #sending = new Set<Sending>();
  readonly #ended: Promise<void>;
  /** Infinity if there is none. */
  #oldestAt = Number.POSITIVE_INFINITY;
  #isEnding = false;
  #rounds = 0;
  /** Cut short when an attempt ends. */
  readonly #pause: Pause;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#pause = new Pause(parts.pollMs ?? POLL_MS);
    this.#ended = this.#run();
  }

  /** The age in seconds of the oldest event that is neither delivered nor given up; 0 if there is none. */
  oldestAge(): number {
    return Math.max(0, this.#parts.clock() - this.#oldestAt) / 1000;
  }

  /** Stops claiming, and releases attempts that do not finish in time. */
  async end(timeoutMs: number): Promise<void> {
    this.#isEnding = true;
    this.#pause.cut();
    await this.#ended;
    const timer = setTimeout(() => {
      for (const { controller } of this.#sending) controller.abort();
    }, timeoutMs);
    await Promise.all([...this.#sending].map(({ done }) => done));
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    while (!this.#isEnding) {
      const hasMore = await this.#round().catch((err: unknown) => {
        this.#parts.warn({ err }, "webhooks: reading what is due failed");
        return false;
      });
      if (!hasMore) await this.#pause.wait();
    }
  }

  /** Creates deliveries of new events and starts those that are due. Returns whether to continue at once. */
  async #round(): Promise<boolean> {
    const { store } = this.#parts;
    const webhooks = await store.webhooks.active();
    this.#oldestAt = Math.min(...webhooks.map(({ oldestAt = Number.POSITIVE_INFINITY }) => oldestAt));
    if (webhooks.length === 0) return false;
    const head = (await store.events.head()).last;
    const behind = webhooks.filter(({ fannedOutTo }) => fannedOutTo < head);
    for (const webhook of behind) {
      const to = webhook.fannedOutTo + FAN_OUT_MAX < head ? webhook.fannedOutTo + FAN_OUT_MAX : head;
      await store.transaction(({ deliveries }) => deliveries.fanOut(webhook, to));
    }
    const due = webhooks.filter(({ isDue }) => isDue);
    // Rotates which webhook goes first, so that none starves when slots are short.
    const first = due.length === 0 ? 0 : this.#rounds++ % due.length;
    for (const webhook of [...due.slice(first), ...due.slice(0, first)]) await this.#claim(webhook);
    return behind.length > 0;
  }

  /** Starts as many attempts as there are slots. */
  async #claim(webhook: ActiveWebhook): Promise<void> {
    const { store, newId } = this.#parts;
    const ownSending = [...this.#sending].filter(({ webhookId }) => webhookId === webhook.id).length;
    const ownMax = webhook.failingSince === undefined ? SENDING_PER_WEBHOOK : SENDING_FAILING;
    const room = Math.min(ownMax - ownSending, SENDING_MAX - this.#sending.size);
    if (room <= 0) return;
    const token = newId();
    const claimed = await store.transaction(({ deliveries }) => deliveries.claim(webhook.id, room, token, LEASE_MS));
    for (const delivery of claimed) this.#start(webhook, delivery, token);
  }

  #start(webhook: StoredWebhook, delivery: StoredDelivery, token: string): void {
    const controller = new AbortController();
    const done = this.#deliver(webhook, delivery, token, controller.signal)
      // Retried when the lease ends.
      .catch((err: unknown) => this.#parts.warn({ err, delivery: String(delivery.id) }, "webhooks: a delivery failed"))
      .finally(() => {
        this.#sending.delete(sending);
        this.#pause.cut();
      });
    const sending: Sending = { webhookId: webhook.id, controller, done };
    this.#sending.add(sending);
  }

  async #deliver(webhook: StoredWebhook, delivery: StoredDelivery, token: string, stopped: AbortSignal): Promise<void> {
    const { store, delivered, warn, retryMs } = this.#parts;
    const attempt = await this.#attempt(webhook, delivery, stopped);
    if (stopped.aborted) return store.transaction(({ deliveries }) => deliveries.release(delivery.id, token));
    const settled = await settle(store, delivery, token, attempt, Math.random(), retryMs);
    const { outcome, disabledReason, beginsToFail } = settled;
    delivered(outcome);
    if (beginsToFail && disabledReason === undefined) {
      const { status, error } = attempt;
      warn({ webhook: String(webhook.id), status, reason: error }, conditions.webhook.log);
    }
    if (disabledReason !== undefined) {
      warn({ webhook: String(webhook.id), reason: disabledReason }, "webhooks: a webhook was switched off");
    }
  }

  async #attempt(webhook: StoredWebhook, delivery: StoredDelivery, stopped: AbortSignal): Promise<Attempt> {
    const { store, clock, rules } = this.#parts;
    const event = delivery.position === undefined ? undefined : await eventAt(delivery.position, store.events);
    if (delivery.position !== undefined && event === undefined) return NO_EVENT;
    const message =
      event === undefined ? pingMessage(webhook.id, `ping_${delivery.id}`, delivery.createdAt) : eventMessage(event);
    // Loaded on demand: most shops have no webhook, and a start should not wait for signing and sending.
    const { sendMessage } = await import("./webhook-request.ts");
    return sendMessage(webhook, message, delivery.attempts - 1, clock(), rules, stopped);
  }
}

const NO_EVENT: Attempt = {
  status: undefined,
  durationMs: 0,
  response: undefined,
  error: "the event is no longer kept",
  isFinal: true,
};
