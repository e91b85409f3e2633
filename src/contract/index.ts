import { careOperations } from "./care/care.ts";
import { careCalendarOperations } from "./care/care-calendar.ts";
import type { FailureOf } from "./errors/operation-failures.ts";
import { eventOperations } from "./events/events.ts";
import { petExportOperations } from "./exports/pet-exports.ts";
import { importOperations } from "./imports/imports.ts";
import { storedImportOperations } from "./imports/stored-imports.ts";
import { invitationOperations } from "./keys/invitations.ts";
import { keyOperations } from "./keys/keys.ts";
import type { Input, Operation } from "./operation.ts";
import { orderOperations } from "./orders/orders.ts";
import { paperOperations } from "./orders/papers.ts";
import { receiptOperations } from "./orders/receipts.ts";
import { saleOperations } from "./orders/sales.ts";
import { categoryOperations } from "./pets/categories.ts";
import { inventoryOperations } from "./pets/inventory.ts";
import { petOperations } from "./pets/pets.ts";
import { photoOperations } from "./pets/photos.ts";
import { profileOperations } from "./pets/profiles.ts";
import { activityOperations } from "./shop/activity.ts";
import { inquiryOperations } from "./shop/inquiries.ts";
import { reportOperations } from "./shop/reports.ts";
import { statsOperations } from "./shop/stats.ts";
import { deliveryOperations } from "./webhooks/deliveries.ts";
import { webhookOperations } from "./webhooks/webhooks.ts";

/** The version of the interface, as `info.version` of the document (decision D24). */
export const INTERFACE_VERSION = "1.0.0";

/** Every operation of the interface by its id, in the order of the document. */
export const contract = {
  ...petOperations,
  ...petExportOperations,
  ...photoOperations,
  ...profileOperations,
  ...inventoryOperations,
  ...orderOperations,
  ...saleOperations,
  ...receiptOperations,
  ...paperOperations,
  ...inquiryOperations,
  ...careOperations,
  ...careCalendarOperations,
  ...categoryOperations,
  ...eventOperations,
  ...activityOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...keyOperations,
  ...invitationOperations,
  ...statsOperations,
  ...reportOperations,
  ...importOperations,
  ...storedImportOperations,
} as const satisfies { readonly [Id in string]: Operation & { readonly id: Id } };

export type Contract = typeof contract;
export type OperationId = keyof Contract;
export type InputOf<Id extends OperationId> = Input<Contract[Id]>;
export type FailureCodeOf<Id extends OperationId> = FailureOf<Contract[Id]>;

export const operations: readonly Operation[] = Object.values(contract);
