/* The availability of a pet. Imports nothing, so that the console can share it. */

/** The statuses, in the order in which a pet usually has them. */
export const petStatuses = ["available", "pending", "sold"] as const;

type PetStatus = (typeof petStatuses)[number];

/** The statuses that a pet may get from each one (decision D2). */
export const nextStatuses: { readonly [From in PetStatus]: readonly PetStatus[] } = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};
