/** The pets that every server is measured with, made from their number alone, so that all servers hold the same. */

export type PetStatus = "available" | "pending" | "sold";

export interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: PetStatus;
}

/** How many pets a server holds before it is timed. */
export const petCount = 100_000;

const names = ["Bella", "Mio", "Rex", "Luna", "Charlie", "Nala", "Oskar", "Tilly"] as const;

/** Pet number `id`, counted from 1. Half of all are available, so that the status filter has something to skip. */
export function pet(id: number): Pet {
  const turn = id % 4;
  return {
    id,
    name: `${names[id % names.length]} ${id}`,
    categoryId: 1 + (id % 12),
    status: turn < 2 ? "available" : turn === 2 ? "pending" : "sold",
  };
}

/** The pet that everybody orders at once: the last one, which is available. */
export const popularPet = petCount;

/** Number `number` of the available pets. */
export function availablePet(number: number): number {
  return 4 * Math.floor(number / 2) + (number % 2);
}

/** The stock of pet number `id`: none once it is sold, enough for every order of a run while it is available. */
export function quantity(id: number): number {
  if (id === popularPet) return 1_000_000;
  const { status } = pet(id);
  return status === "sold" ? 0 : status === "pending" ? 1 : 1000;
}

/** What `make` returns for 1, 2, 3 up to `count`. */
export function numbered<Item>(count: number, make: (number: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}
