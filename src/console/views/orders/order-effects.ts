import type { PetStatus } from "../../../client/index.ts";
import { orderSteps, type PetStock, statusAfter } from "../../../core/shop/order-steps.ts";

/** What a person can do with an order. Whether completing it sells the pet depends on its other orders, which only the service knows. */
export type OrderAction = Exclude<keyof typeof orderSteps, "complete">;

/** What the service makes of a pet's stock and status. */
export function effectOf(action: OrderAction, now: PetStock, ordered: number): PetStock {
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
