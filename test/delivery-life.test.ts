/* The life of a delivery and of its webhook: every state, and every way from one to another. */
import { describe, expect, test } from "bun:test";
import { deliveryStates } from "../src/contract/webhooks/deliveries.ts";
import {
  CLAIMED,
  healthAfter,
  healthChanged,
  judge,
  OPEN_STATES,
  RETRY_MS,
  RETRYABLE_STATES,
  stateOf,
} from "../src/core/webhooks/delivery-life.ts";
import type { Attempt, WebhookHealth } from "../src/core/webhooks/webhook-ports.ts";
import { NOON } from "./support/harness.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const returned = (status: number): Attempt => ({ status, durationMs: 1, response: "", error: undefined });
const silent: Attempt = {
  status: undefined,
  durationMs: 15_000,
  response: undefined,
  error: "no response within 15 s",
};
const eventIsGone: Attempt = { ...silent, isFinal: true };
const message = { attempts: 1, attemptsBefore: 0, position: 7n };
const ping = { ...message, position: undefined };

describe("a delivery", () => {
  test.each([200, 201, 204, 299])("has succeeded with status %d, whatever happened before", (status) => {
    const expected = { outcome: "succeeded", state: "succeeded", delayMs: 0 } as const;
    for (const attempts of [1, 5, 99]) expect(judge({ ...message, attempts }, returned(status), 0)).toEqual(expected);
    expect(judge(ping, returned(status), 0)).toEqual(expected);
  });

  test.each([100, 101, 199, 300, 302, 400, 404, 500, 503])("is tried again after status %d", (status) => {
    expect(judge(message, returned(status), 0)).toEqual({ outcome: "retried", state: "waiting", delayMs: 5_000 });
  });

  test("is retried nine times over three days, and then abandoned", () => {
    const pauses = RETRY_MS.map((_, index) => judge({ ...message, attempts: index + 1 }, silent, 0).delayMs);
    expect(pauses).toEqual([...RETRY_MS]);
    expect(pauses.slice(0, 4)).toEqual([5_000, 300_000, 1_800_000, 2 * HOUR]);
    expect(pauses.reduce((sum, pause) => sum + pause)).toBeWithin(3 * DAY, 3.2 * DAY);
    const last = judge({ ...message, attempts: RETRY_MS.length + 1 }, silent, 0);
    expect(last).toEqual({ outcome: "failed", state: "failed", delayMs: 0 });
  });

  test("waits up to a fifth longer, so that messages that failed together do not come back together", () => {
    expect([0, 0.5, 1].map((random) => judge(message, silent, random).delayMs)).toEqual([5_000, 5_500, 6_000]);
  });

  test("that a person sends again keeps its attempts, and its pauses start over", () => {
    const again = { ...message, attempts: 11, attemptsBefore: 10 };
    expect(judge(again, silent, 0)).toEqual({ outcome: "retried", state: "waiting", delayMs: 5_000 });
    expect(judge({ ...again, attempts: 20 }, silent, 0).outcome).toBe("failed");
  });

  test.each([
    ["a ping that fails", ping, returned(500)],
    ["a ping without a response", ping, silent],
    ["a message to a receiver that is gone", message, returned(410)],
    ["a message whose event is no longer kept", message, eventIsGone],
  ])("is given up at once: %s", (_, delivery, attempt) => {
    expect(judge(delivery, attempt, 0)).toEqual({ outcome: "failed", state: "failed", delayMs: 0 });
  });

  test("may be sent again in every state but that of a claim, and is open until it is final", () => {
    expect(deliveryStates.filter((state) => !RETRYABLE_STATES.includes(state))).toEqual([CLAIMED]);
    expect(deliveryStates.filter((state) => !OPEN_STATES.includes(state))).toEqual(["succeeded", "failed"]);
  });
});

describe("a webhook", () => {
  const fine: WebhookHealth = {
    active: true,
    failingSince: undefined,
    disabledReason: undefined,
    stateSince: undefined,
    lastSuccessAt: undefined,
  };
  const failing = { ...fine, failingSince: NOON };
  const off = { ...fine, active: false, stateSince: NOON };

  test("fails from the first failure on, until a success", () => {
    const first = healthAfter(fine, silent, false, NOON);
    expect(first).toEqual(failing);
    expect(healthAfter(first, returned(500), false, NOON + DAY)).toBe(first);
    const recovered = { ...fine, stateSince: NOON + DAY, lastSuccessAt: NOON + DAY };
    expect(healthAfter(first, returned(200), false, NOON + DAY)).toEqual(recovered);
  });

  test("that succeeds is written at most once a second", () => {
    const first = healthAfter(fine, returned(200), false, NOON);
    expect(first).toEqual({ ...fine, lastSuccessAt: NOON });
    expect(healthAfter(first, returned(200), false, NOON + 999)).toBe(first);
    expect(healthAfter(first, returned(200), false, NOON + 1000)).toEqual({ ...fine, lastSuccessAt: NOON + 1000 });
  });

  test("is switched off by a 410 at once, and by five days without a success", () => {
    const gone = { ...failing, active: false, disabledReason: "gone", stateSince: NOON } as const;
    expect(healthAfter(fine, returned(410), false, NOON)).toEqual(gone);
    const days = (count: number) => healthAfter(failing, silent, false, NOON + count * DAY);
    expect(days(4.99)).toBe(failing);
    expect(days(5)).toEqual({ ...failing, active: false, disabledReason: "failing", stateSince: NOON + 5 * DAY });
  });

  test("fails with a ping that fails and recovers with one that succeeds, but no ping switches it off", () => {
    expect(healthAfter(fine, silent, true, NOON)).toEqual(failing);
    expect(healthAfter(fine, returned(410), true, NOON)).toEqual(failing);
    expect(healthAfter(failing, silent, true, NOON + 9 * DAY)).toBe(failing);
    expect(healthAfter(failing, returned(200), true, NOON + 1)).toMatchObject({ failingSince: undefined });
  });

  test("is not judged by an event that is no longer kept, nor once it is off", () => {
    expect(healthAfter(fine, eventIsGone, false, NOON)).toBe(fine);
    for (const attempt of [returned(200), returned(410), silent])
      expect(healthAfter(off, attempt, false, NOON)).toBe(off);
  });

  test("forgets its failures when a client switches it on or off or gives it another URL, and keeps them otherwise", () => {
    const disabled = { ...failing, active: false, disabledReason: "gone", stateSince: NOON } as const;
    const on = { ...fine, stateSince: NOON + 1 };
    expect(healthChanged(disabled, true, false, NOON + 1)).toEqual(on);
    expect(healthChanged(failing, true, true, NOON + 1)).toEqual(on);
    expect(healthChanged(failing, false, false, NOON + 1)).toEqual({ ...on, active: false });
    expect(healthChanged(failing, true, false, NOON + 1)).toBe(failing);
    expect(healthChanged(fine, true, true, NOON + 1)).toBe(fine);
    expect(healthChanged(disabled, false, true, NOON + 1)).toBe(disabled);
  });

  test.each([
    ["active since its creation", fine, { state: "active", since: 1 }],
    ["active since it recovered", { ...fine, stateSince: 5 }, { state: "active", since: 5 }],
    ["failing since the first failure", { ...failing, stateSince: 5 }, { state: "failing", since: NOON }],
    ["off since it was switched off", { ...failing, active: false, stateSince: 5 }, { state: "off", since: 5 }],
    ["off since it failed, from an older version", { ...failing, active: false }, { state: "off", since: NOON }],
    ["off since its creation, from an older version", { ...fine, active: false }, { state: "off", since: 1 }],
  ])("is %s", (_, health, expected) => {
    expect(stateOf({ ...health, createdAt: 1 })).toEqual(expected as ReturnType<typeof stateOf>);
  });
});
