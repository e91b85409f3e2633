/* What each step of an order does to the stock and the status of its pet (docs/decisions/011). Nothing else says so. */
import type { InventoryEntry, StockChangeReason } from "../../../contract/pets/inventory.ts";
import type { PetStatus } from "../../../contract/pets/pets.ts";

/** A step of an order. */
export interface OrderStep {
  /** The sign with which the quantity of the order changes the stock. */
  readonly stock: -1 | 0 | 1;
  /** Why the stock changes, if it does. */
  readonly reason?: StockChangeReason;
  /** The status that the pet must have; any if omitted. */
  readonly requires?: PetStatus;
  /** A pet with one of these statuses gets the status `to`, if it has this stock left after the step. */
  readonly from: readonly PetStatus[];
  readonly to: PetStatus;
  readonly left: "any" | "no stock";
}

/** Every step. A pet is sold when neither stock nor another open order is left, and available again when stock comes back. */
export const orderSteps = {
  place: {
    stock: -1,
    reason: "order_placed",
    requires: "available",
    from: ["available"],
    to: "pending",
    left: "no stock",
  },
  complete: { stock: 0, from: ["pending"], to: "sold", left: "no stock" },
  reopen: { stock: 0, from: ["sold"], to: "pending", left: "no stock" },
  return: { stock: 1, reason: "return", from: ["pending", "sold"], to: "available", left: "any" },
  cancel: { stock: 1, reason: "order_cancelled", from: ["pending", "sold"], to: "available", left: "any" },
} as const satisfies Record<string, OrderStep>;

/** The stock and the status of a pet. */
export type PetStock = Pick<InventoryEntry, "quantity" | "status">;

/** The status of a pet after a step that left it this stock. */
export function statusAfter({ from, to, left }: OrderStep, { quantity, status }: PetStock): PetStatus {
  return from.includes(status) && (left === "any" || quantity === 0) ? to : status;
}
