import type { Contract } from "../contract/index.ts";
import type { Handlers, Input, Operation } from "../contract/operation.ts";
import type { Eventual } from "./after.ts";
import type { Context } from "./context.ts";
import type { TakeBack } from "./execute.ts";
import { activity } from "./feed/activity.ts";
import { events } from "./feed/feed.ts";
import { importChecks, imports } from "./imports/create-import.ts";
import { storedImports, undoChecks } from "./imports/stored-imports.ts";
import { invitations } from "./keys/invitations.ts";
import { keys } from "./keys/keys.ts";
import { reports } from "./reports/sales.ts";
import { care } from "./shop/care.ts";
import { categories } from "./shop/categories.ts";
import { petExports } from "./shop/exported-pets.ts";
import { inquiries } from "./shop/inquiries.ts";
import { inventory } from "./shop/inventory.ts";
import { orders } from "./shop/orders.ts";
import { pets } from "./shop/pets.ts";
import { photoChecks, photos } from "./shop/photos.ts";
import { profiles } from "./shop/profiles.ts";
import { receipts } from "./shop/receipts.ts";
import { sales } from "./shop/sales.ts";
import { stats } from "./shop/stats.ts";
import { deliveries, deliveryFollowUps } from "./webhooks/deliveries.ts";
import { webhookChecks, webhooks } from "./webhooks/webhooks.ts";

/** Carries out any operation. */
export type Handler = (input: Input<Operation>, context: Context) => Eventual<unknown>;

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

/** The handler of an operation. One that changes something must be given the repositories of a transaction. */
export function handlerOf({ id }: Operation): Handler {
  // The table is typed by operation; code that works with any operation no longer has that type.
  const handler = (handlers as unknown as Record<string, Handler>)[id];
  if (handler === undefined) throw new Error(`no handler for ${id}`);
  return handler;
}

/** Looks at what became of the result of a change whose work goes on after its transaction: undefined until it has ended. */
export type FollowUp = (result: unknown, input: Input<Operation>, context: Context) => Promise<unknown>;

/** The follow-up of an operation, if it has one. */
export function followUpOf({ id }: Operation): FollowUp | undefined {
  return (deliveryFollowUps as unknown as Readonly<Record<string, FollowUp>>)[id];
}

/** What an operation does before its transaction, which awaits nothing but its repositories. */
export type Check = (input: Input<Operation>, context: Context) => Promise<TakeBack | undefined>;

/** The check of an operation, if it has one. */
export function checkOf({ id }: Operation): Check | undefined {
  return (
    { ...webhookChecks, ...importChecks, ...undoChecks, ...photoChecks } as unknown as Readonly<Record<string, Check>>
  )[id];
}
