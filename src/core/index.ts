import type { Contract } from "../contract/index.ts";
import type { Handlers, Input, Operation } from "../contract/operation.ts";
import type { MaybePromise } from "./concurrency/maybe-promise.ts";
import type { Context } from "./context.ts";
import type { Rollback } from "./execute.ts";
import { activity } from "./feed/activity-handlers.ts";
import { events } from "./feed/feed.ts";
import { importChecks, imports } from "./imports/create-import.ts";
import { storedImports, undoChecks } from "./imports/stored-import-handlers.ts";
import { invitations } from "./keys/invitation-handlers.ts";
import { keys } from "./keys/key-handlers.ts";
import { reports } from "./reports/sales-report-handlers.ts";
import { careCalendar } from "./shop/care/care-calendar-handler.ts";
import { care } from "./shop/care/care-handlers.ts";
import { orders } from "./shop/orders/order-handlers.ts";
import { receipts } from "./shop/orders/receipt-handlers.ts";
import { sales } from "./shop/orders/sale-handlers.ts";
import { categories } from "./shop/pets/category-handlers.ts";
import { petExports } from "./shop/pets/exported-pets.ts";
import { inventory } from "./shop/pets/inventory-handlers.ts";
import { pets } from "./shop/pets/pet-handlers.ts";
import { profiles } from "./shop/pets/profile-handlers.ts";
import { stats } from "./shop/pets/stats-handlers.ts";
import { photoChecks, photos } from "./shop/photos/photo-handlers.ts";
import { inquiries } from "./shop/visitors/inquiry-handlers.ts";
import { deliveries, deliveryFollowUps } from "./webhooks/delivery-handlers.ts";
import { webhookChecks, webhooks } from "./webhooks/webhook-handlers.ts";

/** Handles the requests of any operation. */
export type Handler = (input: Input<Operation>, context: Context) => MaybePromise<unknown>;

const handlers: Handlers<Contract, Context> = {
  ...pets,
  ...petExports,
  ...photos,
  ...profiles,
  ...inventory,
  ...orders,
  ...sales,
  ...receipts,
  ...inquiries,
  ...care,
  ...careCalendar,
  ...categories,
  ...events,
  ...activity,
  ...webhooks,
  ...deliveries,
  ...keys,
  ...invitations,
  ...stats,
  ...reports,
  ...imports,
  ...storedImports,
};

/** The handler of an operation. If it changes something, it needs the repositories of a transaction. */
export function handlerOf({ id }: Operation): Handler {
  // The table is typed by operation; code that works with any operation no longer has that type.
  const handler = (handlers as unknown as Record<string, Handler>)[id];
  if (handler === undefined) throw new Error(`no handler for ${id}`);
  return handler;
}

/** Follows up a change whose work goes on after its transaction. Returns undefined until that work has ended. */
export type FollowUp = (result: unknown, input: Input<Operation>, context: Context) => Promise<unknown>;

/** The follow-up of an operation, if it has one. */
export function followUpOf({ id }: Operation): FollowUp | undefined {
  return (deliveryFollowUps as unknown as Readonly<Record<string, FollowUp>>)[id];
}

/** Runs before the transaction of an operation, which may await nothing but its repositories. */
export type Check = (input: Input<Operation>, context: Context) => Promise<Rollback | undefined>;

/** The check of an operation, if it has one. */
export function checkOf({ id }: Operation): Check | undefined {
  return (
    { ...webhookChecks, ...importChecks, ...undoChecks, ...photoChecks } as unknown as Readonly<Record<string, Check>>
  )[id];
}
