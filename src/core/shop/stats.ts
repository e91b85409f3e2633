import type { Handlers } from "../../contract/operation.ts";
import type { PetStatus } from "../../contract/pets.ts";
import type { statsOperations } from "../../contract/stats.ts";
import type { Context } from "../context.ts";

/** Counting stops here: an overview need not read the whole store (decision D40). */
const COUNT_MAX = 1000;

export const stats: Handlers<typeof statsOperations, Context> = {
  getStats: async (_, { store: { pets, orders } }) => {
    const countPets = async (status: PetStatus) => capped(await pets.count(status, COUNT_MAX + 1));
    return {
      pets: {
        available: await countPets("available"),
        pending: await countPets("pending"),
        sold: await countPets("sold"),
      },
      openOrders: capped(await orders.countOpen(COUNT_MAX + 1)),
    };
  },
};

function capped(count: number) {
  return { count: Math.min(count, COUNT_MAX), capped: count > COUNT_MAX };
}
