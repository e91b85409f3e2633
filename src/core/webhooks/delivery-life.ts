/*
 * The life of a delivery and of its webhook, as pure rules: what is known and what happened give the next state. Nothing here
 * reads a store, a clock or randomness (decisions D36 and D52).
 *
 *   waiting -> sending -> succeeded | failed | waiting, due again after a pause
 *   succeeded, failed or waiting -> waiting, by hand
 */
import type { DeliveryState } from "../../contract/webhooks/deliveries.ts";
import type { WebhookState } from "../../contract/webhooks/webhook-state.ts";
import type { Attempt, StoredDelivery, StoredWebhook, WebhookHealth } from "./webhook-ports.ts";

/** The state of a new delivery, and of one that is tried again. */
export const WAITING: DeliveryState = "waiting";

/** The state under a claim. When its lease ends, the delivery is due again. */
export const CLAIMED: DeliveryState = "sending";

/** The states of deliveries that are neither delivered nor abandoned. */
export const OPEN_STATES: readonly DeliveryState[] = [WAITING, CLAIMED];

/** The states in which a person may have a delivery sent again: every one but that of a claim. */
export const RETRYABLE_STATES: readonly DeliveryState[] = [WAITING, "succeeded", "failed"];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses before further attempts, in milliseconds. They add up to three days. */
export const RETRY_MS: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** A pause is up to this much longer, so that messages that failed together do not come back together. */
const JITTER = 0.2;

/** A webhook without a success for so long is switched off. */
const GIVE_UP_MS = 5 * 24 * HOUR_MS;

/** With this status a receiver asks for no more messages. */
const GONE = 410;

/** The precision of the time of the last success: a busy webhook is not written for each message. */
const SUCCESS_PRECISION_MS = 1_000;

/** How an attempt ended: `retried` is one that failed and is tried again. */
export const deliveryOutcomes = ["succeeded", "retried", "failed"] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** What an attempt means for its delivery. */
export interface Judgement {
  readonly outcome: DeliveryOutcome;
  readonly state: DeliveryState;
  /** How long until it is due again, in milliseconds; 0 in a final state. */
  readonly delayMs: number;
}

/**
 * Judges an attempt of a claimed delivery. `random` is from 0 to 1. A ping is tried once; so is a message that can no longer be built.
 * `retryMs` are the pauses after each attempt since the schedule began.
 */
export function judge(
  { attempts, attemptsBefore, position }: Pick<StoredDelivery, "attempts" | "attemptsBefore" | "position">,
  attempt: Attempt,
  random: number,
  retryMs: readonly number[] = RETRY_MS,
): Judgement {
  if (isSuccess(attempt)) return { outcome: "succeeded", state: "succeeded", delayMs: 0 };
  const pauseMs = retryMs[attempts - attemptsBefore - 1];
  const isOver = attempt.status === GONE || attempt.isFinal === true || position === undefined || pauseMs === undefined;
  if (isOver) return { outcome: "failed", state: "failed", delayMs: 0 };
  return { outcome: "retried", state: WAITING, delayMs: Math.round(pauseMs * (1 + JITTER * random)) };
}

function isSuccess({ status }: Attempt): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/**
 * The health of a webhook after an attempt; the same object if nothing changed. A ping shows that a receiver fails or has recovered, but
 * only a message about an event switches a webhook off.
 */
export function healthAfter(health: WebhookHealth, attempt: Attempt, isPing: boolean, at: number): WebhookHealth {
  if (!health.active) return health;
  const { failingSince, lastSuccessAt } = health;
  if (isSuccess(attempt)) {
    const isKnown = lastSuccessAt !== undefined && at - lastSuccessAt < SUCCESS_PRECISION_MS;
    if (failingSince === undefined) return isKnown ? health : { ...health, lastSuccessAt: at };
    return { ...health, failingSince: undefined, stateSince: at, lastSuccessAt: at };
  }
  // The event of the message is gone, which says nothing about the receiver.
  if (attempt.isFinal === true) return health;
  const since = failingSince ?? at;
  if (!isPing && attempt.status === GONE) return switchedOff(health, "gone", since, at);
  if (!isPing && at - since >= GIVE_UP_MS) return switchedOff(health, "failing", since, at);
  return failingSince === undefined ? { ...health, failingSince: at } : health;
}

function switchedOff(
  health: WebhookHealth,
  disabledReason: WebhookHealth["disabledReason"],
  failingSince: number,
  at: number,
): WebhookHealth {
  return { ...health, active: false, failingSince, disabledReason, stateSince: at };
}

/** The health of a webhook that a client switches on or off, or sends to another URL: its failures are cleared. */
export function healthChanged(health: WebhookHealth, active: boolean, isElsewhere: boolean, at: number): WebhookHealth {
  const isSwitched = health.active !== active;
  if (!isSwitched && !(active && isElsewhere && health.failingSince !== undefined)) return health;
  return { ...health, active, failingSince: undefined, disabledReason: undefined, stateSince: at };
}

/** The state of a webhook, and since when it has it. */
export function stateOf(webhook: WebhookHealth & Pick<StoredWebhook, "createdAt">): {
  readonly state: WebhookState;
  readonly since: number;
} {
  const { active, failingSince, stateSince, createdAt } = webhook;
  if (!active) return { state: "off", since: stateSince ?? failingSince ?? createdAt };
  if (failingSince !== undefined) return { state: "failing", since: failingSince };
  return { state: "active", since: stateSince ?? createdAt };
}
