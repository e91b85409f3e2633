import type { PetStatus } from "../../client/index.ts";

/** The statuses in the order of a pet's way through the shop. */
export const statuses = ["available", "pending", "sold"] as const satisfies readonly PetStatus[];

/** The statuses that the service allows after each one. A test compares them with the service. */
export const nextStatuses: { readonly [From in PetStatus]: readonly PetStatus[] } = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};

/** The changes from one status to another: one, or two by way of `available`. */
export function stepsBetween(from: PetStatus, to: PetStatus): readonly PetStatus[] {
  return nextStatuses[from].includes(to) ? [to] : ["available", to];
}
