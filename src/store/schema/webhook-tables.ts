/* The tables of webhooks, as tables.ts has the others. */

import type { EventType } from "../../contract/events/events.ts";
import type { DeliveryState } from "../../contract/webhooks/deliveries.ts";
import type { ALL_TYPES } from "../../contract/webhooks/webhooks.ts";
import type { DisabledReason } from "../../core/webhooks/webhook-ports.ts";
import { table } from "../view.ts";
import { flag, int32, int64, optional, text, time, words } from "./columns.ts";

/** Receivers of events. */
export const WEBHOOKS = table(
  "webhooks",
  {
    id: int64,
    url: text(),
    types: words<EventType | typeof ALL_TYPES>(),
    description: optional(text()),
    active: flag,
    secret: text(),
    previousSecret: optional(text()),
    previousUntil: optional(time),
    createdAt: time,
    fannedOutTo: int64,
    failingSince: optional(time),
    disabledReason: optional(text<DisabledReason>()),
    deletedAt: optional(time),
    revision: int32,
    stateSince: optional(time),
    lastSuccessAt: optional(time),
  },
  { key: "id", noun: "webhook", hasGeneratedIds: true },
);

/** Deliveries of events to webhooks, with their last attempts. */
export const DELIVERIES = table(
  "webhook_deliveries",
  {
    id: int64,
    webhookId: int64,
    position: optional(int64),
    type: text(),
    state: text<DeliveryState>(),
    attempts: int32,
    createdAt: time,
    dueAt: time,
    token: optional(text()),
    attemptedAt: optional(time),
    status: optional(int32),
    durationMs: optional(int32),
    response: optional(text()),
    error: optional(text()),
    attemptsBefore: int32,
  },
  {
    key: "id",
    noun: "webhook message",
    hasGeneratedIds: true,
    reference: { column: "webhook_id", table: "webhooks" },
  },
);
