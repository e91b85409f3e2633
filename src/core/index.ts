import type { Contract } from "../contract/index.ts";
import type { Handlers, Input, Operation } from "../contract/operation.ts";
import { activity } from "./activity.ts";
import { categories } from "./categories.ts";
import type { Context } from "./context.ts";
import { importChecks, imports } from "./create-import.ts";
import { deliveries } from "./deliveries.ts";
import { events } from "./feed.ts";
import { inventory } from "./inventory.ts";
import { invitations } from "./invitations.ts";
import { keys } from "./keys.ts";
import { orders } from "./orders.ts";
import { pets } from "./pets.ts";
import { photoChecks, photos } from "./photos.ts";
import { profiles } from "./profiles.ts";
import { stats } from "./stats.ts";
import { webhookChecks, webhooks } from "./webhooks.ts";

/** Carries out any operation. */
export type Handler = (input: Input<Operation>, context: Context) => Promise<unknown>;

const handlers: Handlers<Contract, Context> = {
  ...pets,
  ...photos,
  ...profiles,
  ...inventory,
  ...orders,
  ...categories,
  ...events,
  ...activity,
  ...webhooks,
  ...deliveries,
  ...keys,
  ...invitations,
  ...stats,
  ...imports,
};

/** The handler of an operation. One that changes something must be given the repositories of a transaction. */
export function handlerOf({ id }: Operation): Handler {
  // The table is typed by operation; code that works with any operation no longer has that type.
  const handler = (handlers as unknown as Record<string, Handler>)[id];
  if (handler === undefined) throw new Error(`no handler for ${id}`);
  return handler;
}

/** A check that an operation makes before its transaction, which awaits nothing but its repositories. */
export type Check = (input: Input<Operation>, context: Context) => Promise<void>;

/** The check of an operation, if it has one. */
export function checkOf({ id }: Operation): Check | undefined {
  return ({ ...webhookChecks, ...importChecks, ...photoChecks } as unknown as Readonly<Record<string, Check>>)[id];
}
