/* The part of the port to the store that webhooks need. As in ports.ts, the comments are promises. */
import type { deliveryStates } from "../contract/deliveries.ts";
import type { EventType } from "../contract/events.ts";
import type { Slice } from "./ports.ts";

/** Why the service switched a webhook off: its receiver returned 410, or failed for days. */
export type DisabledReason = "gone" | "failing";

/** A webhook as it is stored. Its secrets are for signing only: they are in no response, no log and no message. */
export interface StoredWebhook {
  readonly id: bigint;
  readonly url: string;
  readonly types: readonly EventType[];
  readonly description: string | undefined;
  readonly active: boolean;
  readonly secret: string;
  /** Signs too, until a time. */
  readonly previousSecret: { readonly text: string; readonly validUntil: number } | undefined;
  readonly createdAt: number;
  /** The events up to this position have their deliveries. */
  readonly fannedOutTo: bigint;
  /** The first failure after the last success. */
  readonly failingSince: number | undefined;
  readonly disabledReason: DisabledReason | undefined;
  /** Differs after each change by a client. */
  readonly revision: number;
}

export type NewWebhook = Pick<StoredWebhook, "url" | "types" | "description" | "secret" | "createdAt" | "fannedOutTo">;
export type WebhookChange = Pick<StoredWebhook, "url" | "types" | "description" | "active" | "fannedOutTo">;

/** A webhook that is switched on, and what there is to do for it. */
export interface ActiveWebhook extends StoredWebhook {
  /** Whether a delivery may be claimed now. */
  readonly isDue: boolean;
  /** The time of the oldest event that is neither delivered nor given up. */
  readonly oldestAt: number | undefined;
}

export interface Webhooks {
  /** Stores a webhook, switched on, and returns it with a new positive id. */
  insert(webhook: NewWebhook): Promise<StoredWebhook>;
  /** Returns the webhook with this id, or undefined. */
  find(id: bigint): Promise<StoredWebhook | undefined>;
  /** Lists webhooks. */
  list(slice: Slice): Promise<readonly StoredWebhook[]>;
  /** Returns every webhook that is switched on. */
  active(): Promise<readonly ActiveWebhook[]>;
  /** Changes a webhook that no client has changed meanwhile and forgets its failures; returns it, or undefined. */
  replace(expected: StoredWebhook, change: WebhookChange): Promise<StoredWebhook | undefined>;
  /** Replaces the secret; the previous one stays valid until a time. Returns whether there is such a webhook. */
  rotate(id: bigint, secret: string, previousValidUntil: number): Promise<boolean>;
  /** Removes a webhook and its secrets; returns whether there was one. */
  delete(id: bigint, at: number): Promise<boolean>;
  /** Records a success. */
  succeeded(id: bigint): Promise<void>;
  /** Records a failure. Switches the webhook off if it is final, or if it has failed for so long; returns why. */
  failed(id: bigint, isFinal: boolean, giveUpAfterMs: number): Promise<DisabledReason | undefined>;
}

export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery as it is stored. */
export interface StoredDelivery {
  readonly id: bigint;
  readonly webhookId: bigint;
  /** The position of the event; a ping has none. */
  readonly position: bigint | undefined;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly attemptedAt: number | undefined;
  readonly status: number | undefined;
  readonly durationMs: number | undefined;
  readonly response: string | undefined;
  readonly error: string | undefined;
}

/** What happened to an attempt. */
export interface Attempt {
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly response: string | undefined;
  readonly error: string | undefined;
}

export interface Deliveries {
  /**
   * Creates the deliveries of a webhook for the events after those that have theirs, up to a position. Returns false and creates
   * none if another instance did it, or if the webhook is switched off.
   */
  fanOut(webhook: StoredWebhook, to: bigint): Promise<boolean>;
  /** Creates a delivery without an event. */
  insertPing(webhookId: bigint, type: string, at: number): Promise<StoredDelivery>;
  /**
   * Claims deliveries of a webhook that are due, at most so many, oldest first. Until the lease ends or the claim is settled,
   * nobody else gets them. Leaves out types that this version does not know, for an instance of a newer one.
   */
  claim(webhookId: bigint, limit: number, token: string, leaseMs: number): Promise<readonly StoredDelivery[]>;
  /**
   * Stores what happened to a claimed delivery: one that is waiting is due again after the delay. Returns false and changes
   * nothing if the claim has been lost.
   */
  settle(
    id: bigint,
    token: string,
    outcome: Attempt & { readonly state: DeliveryState; readonly delayMs: number },
  ): Promise<boolean>;
  /** Gives a claimed delivery back as if it had not been claimed. */
  release(id: bigint, token: string): Promise<void>;
  /** Returns the delivery with this id of a webhook, or undefined. */
  find(webhookId: bigint, id: bigint): Promise<StoredDelivery | undefined>;
  /** Lists the deliveries of a webhook, if given only those in a state. */
  list(webhookId: bigint, state: DeliveryState | undefined, slice: Slice): Promise<readonly StoredDelivery[]>;
  /** Makes a delivery that failed or waits due now, with no attempts; returns it, or undefined if it is in another state. */
  retry(webhookId: bigint, id: bigint): Promise<StoredDelivery | undefined>;
  /** Deletes at most `limit` deliveries of events from before a time; returns how many. */
  purge(before: number, limit: number): Promise<number>;
  /** Deletes at most `limit` deliveries of a deleted webhook, then the webhook; returns 0 when there is no such webhook. */
  purgeDeleted(limit: number): Promise<number>;
}
