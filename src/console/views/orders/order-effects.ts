import type { InventoryEntry, PetStatus } from "../../../client/index.ts";

/** The stock and the status of a pet. */
export type PetStock = Pick<InventoryEntry, "quantity" | "status">;

/** What a person can do with an order. */
export type OrderAction = "place" | "complete" | "cancel";

/** What the service makes of a pet's stock and status. A test compares it with the service. */
export const orderEffects: {
  readonly [Action in OrderAction]: (now: PetStock, ordered: number) => PetStock;
} = {
  place: ({ quantity }, ordered) => ({
    quantity: quantity - ordered,
    status: quantity === ordered ? "pending" : "available",
  }),
  complete: ({ quantity, status }) => ({ quantity, status: status === "pending" && quantity === 0 ? "sold" : status }),
  cancel: ({ quantity, status }, ordered) => ({
    quantity: quantity + ordered,
    status: status === "pending" ? "available" : status,
  }),
};

/** Why a pet cannot be ordered: its status, or too little stock. */
export type Obstacle = { readonly status: PetStatus } | { readonly quantity: number };

/** Why an order is refused; undefined if it is not. */
export function obstacleTo({ quantity, status }: PetStock, ordered: number): Obstacle | undefined {
  if (status !== "available") return { status };
  return ordered > quantity ? { quantity } : undefined;
}
