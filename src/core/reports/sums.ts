/* The sums that all reports have. */
import type { Sales } from "../../contract/shop/reports.ts";

/** The sums of completed orders and of returns. */
export type Sums = Pick<Sales, "orders" | "quantity" | "sales" | "returns" | "returnedQuantity" | "refunds">;

/** Nothing was sold or returned. */
export const NO_SUMS: Sums = { orders: 0, quantity: 0, sales: 0n, returns: 0, returnedQuantity: 0, refunds: 0n };

/** Adds two sums up. */
export function plus(one: Sums, other: Sums): Sums {
  return {
    orders: one.orders + other.orders,
    quantity: one.quantity + other.quantity,
    sales: one.sales + other.sales,
    returns: one.returns + other.returns,
    returnedQuantity: one.returnedQuantity + other.returnedQuantity,
    refunds: one.refunds + other.refunds,
  };
}
