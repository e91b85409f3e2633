import { activityOperations } from "./activity.ts";
import { careOperations } from "./care.ts";
import { careCalendarOperations } from "./care-calendar.ts";
import { categoryOperations } from "./categories.ts";
import { deliveryOperations } from "./deliveries.ts";
import { eventOperations } from "./events.ts";
import { importOperations } from "./imports.ts";
import { inquiryOperations } from "./inquiries.ts";
import { inventoryOperations } from "./inventory.ts";
import { invitationOperations } from "./invitations.ts";
import { keyOperations } from "./keys.ts";
import type { Input, Operation } from "./operation.ts";
import type { FailureOf } from "./operation-failures.ts";
import { orderOperations } from "./orders.ts";
import { paperOperations } from "./papers.ts";
import { petExportOperations } from "./pet-exports.ts";
import { petOperations } from "./pets.ts";
import { photoOperations } from "./photos.ts";
import { profileOperations } from "./profiles.ts";
import { receiptOperations } from "./receipts.ts";
import { reportOperations } from "./reports.ts";
import { saleOperations } from "./sales.ts";
import { statsOperations } from "./stats.ts";
import { storedImportOperations } from "./stored-imports.ts";
import { webhookOperations } from "./webhooks.ts";

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
