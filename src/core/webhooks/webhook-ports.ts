/* The port to the store for webhooks. As in ports.ts, the comments are promises. */

import type { EventType } from "../../contract/events/events.ts";
import type { DeliveryState } from "../../contract/webhooks/deliveries.ts";
import type { ALL_TYPES } from "../../contract/webhooks/webhooks.ts";
import type { Slice } from "../slice.ts";

/** Why the service switched a webhook off: its receiver returned 410, or failed for days. */
export type DisabledReason = "gone" | "failing";

/** The health of a webhook, which attempts and clients change. The rules are in delivery-life.ts. */
export interface WebhookHealth {
  /** Whether messages are sent. */
  readonly active: boolean;
  /** The first failure after the last success. */
  readonly failingSince?: number | undefined;
  readonly disabledReason?: DisabledReason | undefined;
  /** When it was switched on or off, or recovered; undefined if it never was. */
  readonly stateSince?: number | undefined;
  readonly lastSuccessAt?: number | undefined;
}

/** A webhook as it is stored. Its secrets are for signing only: they are in no response, no log and no message. */
export interface StoredWebhook extends WebhookHealth {
  readonly id: bigint;
  readonly url: string;
  readonly types: readonly (EventType | typeof ALL_TYPES)[];
  readonly description?: string | undefined;
  readonly secret: string;
  /** Also signs messages until a time. */
  readonly previousSecret: { readonly text: string; readonly validUntil: number } | undefined;
  readonly createdAt: number;
  /** The events up to this position have their deliveries. */
  readonly fannedOutTo: bigint;
  /** Differs after each change by a client, and once the service has switched the webhook off. */
  readonly revision: number;
}

export type NewWebhook = Pick<StoredWebhook, "url" | "types" | "description" | "secret" | "createdAt" | "fannedOutTo">;

export interface WebhookChange extends Pick<StoredWebhook, "url" | "types" | "description"> {
  readonly health: WebhookHealth;
  /** Events up to this position get no further deliveries; undefined leaves the position to the fan-out. */
  readonly continueAfter: bigint | undefined;
}

/** A webhook that is switched on, with the state of its deliveries. */
export interface ActiveWebhook extends StoredWebhook {
  /** Whether a delivery may be claimed now. */
  readonly isDue: boolean;
  /** The time of the oldest event that is neither delivered nor abandoned. */
  readonly oldestAt: number | undefined;
}

export interface Webhooks {
  /**
   * Stores a webhook, switched on, and returns it with a new positive id. Returns undefined and stores none if there are `max`
   * already, however many are inserted at once.
   */
  insert(webhook: NewWebhook, max: number): Promise<StoredWebhook | undefined>;
  /** Returns the webhook with this id, or undefined. */
  find(id: bigint): Promise<StoredWebhook | undefined>;
  /** Like `find`, and locks it until the end of the transaction. */
  findLocked(id: bigint): Promise<StoredWebhook | undefined>;
  /** Lists webhooks. */
  list(slice: Slice): Promise<readonly StoredWebhook[]>;
  /** Returns every webhook that is switched on. */
  active(): Promise<readonly ActiveWebhook[]>;
  /** Counts the webhooks that fail, including those that were switched off for it. */
  failing(): Promise<number>;
  /**
   * Updates a webhook unless it or its health was changed since. Never moves its position in the feed back. Returns it, or
   * undefined.
   */
  replace(expected: StoredWebhook, change: WebhookChange): Promise<StoredWebhook | undefined>;
  /** Replaces the secret; the previous one stays valid until a time. Returns whether there is such a webhook. */
  rotate(id: bigint, secret: string, previousValidUntil: number): Promise<boolean>;
  /** Removes a webhook and its secrets; returns it as it was before, without them, or undefined. */
  delete(id: bigint, at: number): Promise<StoredWebhook | undefined>;
  /** Stores the health of a webhook if it is still exactly as expected; returns whether it was. */
  setHealth(id: bigint, expected: WebhookHealth, health: WebhookHealth): Promise<boolean>;
}

/** A delivery as it is stored. */
export interface StoredDelivery {
  readonly id: bigint;
  readonly webhookId: bigint;
  /** The position of the event; a ping has none. */
  readonly position?: bigint | undefined;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** How many attempts were made before a client last retried it. */
  readonly attemptsBefore: number;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly attemptedAt?: number | undefined;
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly response?: string | undefined;
  readonly error?: string | undefined;
}

/** The outcome of an attempt. */
export interface Attempt {
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly response: string | undefined;
  readonly error: string | undefined;
  /** No further attempt can succeed, for a reason that is not the receiver's. */
  readonly isFinal?: true;
}

export interface Deliveries {
  /**
   * Creates the deliveries of a webhook for the events after those that have theirs, up to a position. Returns false and creates
   * none if another instance did it, or if the webhook is switched off. Events that have their delivery already keep it.
   */
  fanOut(webhook: StoredWebhook, to: bigint): Promise<boolean>;
  /** Whether a delivery of a type is neither delivered nor abandoned. */
  hasOpen(webhookId: bigint, type: string): Promise<boolean>;
  /** Creates a delivery without an event. */
  insertPing(webhookId: bigint, type: string, at: number): Promise<StoredDelivery>;
  /**
   * Claims deliveries of a webhook that are due, at most so many, oldest first. Until the lease ends or the claim is settled,
   * no other instance gets them. Leaves out types that this version does not know, for an instance of a newer one.
   */
  claim(webhookId: bigint, limit: number, token: string, leaseMs: number): Promise<readonly StoredDelivery[]>;
  /**
   * Stores the outcome of a claimed delivery: one that is waiting is due again after the delay. Returns the time of the end of the attempt,
   * by the clock of leases; undefined, and nothing changes, if the claim has been lost.
   */
  settle(
    id: bigint,
    token: string,
    outcome: Attempt & { readonly state: DeliveryState; readonly delayMs: number },
  ): Promise<number | undefined>;
  /** Releases a claimed delivery as if it had never been claimed. */
  release(id: bigint, token: string): Promise<void>;
  /** Returns the delivery with this id of a webhook, or undefined. */
  find(webhookId: bigint, id: bigint): Promise<StoredDelivery | undefined>;
  /** Lists the deliveries of a webhook, if given only those in a state. */
  list(webhookId: bigint, state: DeliveryState | undefined, slice: Slice): Promise<readonly StoredDelivery[]>;
  /**
   * Makes a delivery due now unless it is claimed; it keeps its attempts, and its pauses start over. Returns it, or undefined.
   */
  retry(webhookId: bigint, id: bigint): Promise<StoredDelivery | undefined>;
  /** Makes every waiting delivery of a webhook due now; their pauses start over. */
  retryWaiting(webhookId: bigint): Promise<void>;
  /** Deletes at most `limit` deliveries of events from before a time; returns how many. */
  purge(before: number, limit: number): Promise<number>;
  /** Deletes at most `limit` deliveries of a deleted webhook, then the webhook; returns 0 when there is no such webhook. */
  purgeDeleted(limit: number): Promise<number>;
}
