/** The animals every server is measured with: the same 100,000 for all, made from their number alone. */

export const statuses = ["available", "pending", "sold"] as const;
export type PetStatus = (typeof statuses)[number];

export interface Animal {
  readonly name: string;
  readonly categoryId: number;
  readonly status: PetStatus;
}

/** How many animals a server holds before it is timed. */
export const animalCount = 100_000;

const names = ["Bella", "Mio", "Rex", "Luna", "Charlie", "Nala", "Oskar", "Tilly"] as const;

/** Animal number `id`, counted from 1. Half of all are available, so that the status filter has something to skip. */
export function animal(id: number): Animal {
  const turn = id % 4;
  return {
    name: `${names[id % names.length] ?? "Rex"} ${id}`,
    categoryId: 1 + (id % 12),
    status: turn < 2 ? "available" : turn === 2 ? "pending" : "sold",
  };
}
