import type { PetStatus } from "../../../../client/index.ts";
import { orderSteps, type PetStock, statusAfter } from "../../../../core/shop/orders/order-steps.ts";

/** The stock and status of a pet after an order or a return; mirrors the service. */
export function effectOf(action: "place" | "return", now: PetStock, ordered: number): PetStock {
  const step = orderSteps[action];
  const quantity = now.quantity + step.stock * ordered;
  return { quantity, status: statusAfter(step, { ...now, quantity }) };
}

/** Why a pet cannot be ordered: its status, or too little stock. */
export type Obstacle = { readonly status: PetStatus } | { readonly quantity: number };

/** The obstacle to an order; undefined if there is none. */
export function obstacleTo({ quantity, status }: PetStock, ordered: number): Obstacle | undefined {
  if (status !== "available") return { status };
  return ordered > quantity ? { quantity } : undefined;
}
