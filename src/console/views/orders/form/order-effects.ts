import type { PetStatus } from "../../../../client/index.ts";
import { orderSteps, type PetStock, statusAfter } from "../../../../core/shop/orders/order-steps.ts";

/** What the service makes of a pet's stock and status. */
export function effectOf(action: "place" | "return", now: PetStock, ordered: number): PetStock {
  const step = orderSteps[action];
  const quantity = now.quantity + step.stock * ordered;
  return { quantity, status: statusAfter(step, { ...now, quantity }) };
}

/** Why a pet cannot be ordered: its status, or too little stock. */
export type Obstacle = { readonly status: PetStatus } | { readonly quantity: number };

/** Why an order is refused; undefined if it is not. */
export function obstacleTo({ quantity, status }: PetStock, ordered: number): Obstacle | undefined {
  if (status !== "available") return { status };
  return ordered > quantity ? { quantity } : undefined;
}
