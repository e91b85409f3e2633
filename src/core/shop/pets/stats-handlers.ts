import type { Handlers } from "../../../contract/operation.ts";
import { petStatuses } from "../../../contract/pets/pet-status.ts";
import { CATEGORIES_COUNTED_MAX, type Stats, type statsOperations } from "../../../contract/shop/stats.ts";
import type { Context } from "../../context.ts";
import { START } from "../../pagination.ts";
import type { PetFilter, Pets } from "../../ports.ts";
import { petFilter } from "./pet-filter.ts";

/** Counting stops here: an overview need not read the whole store (decision D40). */
const COUNT_MAX = 1000;

/** How often a search that found too little is continued: each time it looks at up to 10,000 pets. */
const SEARCHES_MAX = 5;

export const stats: Handlers<typeof statsOperations, Context> = {
  getStats: async ({ query: { by, ...given } }, context) => {
    const { pets, orders } = context.store;
    const filter = petFilter(given, context);
    const { status, categoryId, ...others } = filter;
    const isSearch = Object.values(others).some((value) => value !== undefined);
    const counts = isSearch ? await searchedCounts(pets, filter) : await indexedCounts(pets, filter, by !== undefined);
    const { categories, ...known } = counts;
    return {
      ...known,
      openOrders: capped(await orders.countOpen(COUNT_MAX + 1)),
      ...(by === "category" && { categories }),
    };
  },
};

type Counts = Pick<Stats, "pets"> & Required<Pick<Stats, "categories">>;

/** Counts the pets with a status or a category, or all of them, through the index of each. */
async function indexedCounts(pets: Pets, filter: PetFilter, isByCategory: boolean): Promise<Counts> {
  const count = async (one: PetFilter) => capped(await pets.count(one, COUNT_MAX + 1));
  const { status, categoryId } = filter;
  const ofStatuses = { available: NONE, pending: NONE, sold: NONE };
  for (const one of petStatuses) {
    if (status === undefined || status === one) ofStatuses[one] = await count({ status: one, categoryId });
  }
  const categories: Counts["categories"] = [];
  const of = async (id: bigint) => {
    const counted = await count({ status, categoryId: id });
    if (counted.count > 0) categories.push({ categoryId: id, ...counted });
  };
  if (!isByCategory) return { pets: ofStatuses, categories };
  if (categoryId !== undefined) await of(categoryId);
  let next = categoryId === undefined ? await pets.nextCategory(undefined) : undefined;
  for (let seen = 0; next !== undefined && seen < CATEGORIES_COUNTED_MAX; seen++) {
    await of(next);
    next = await pets.nextCategory(next);
  }
  return { pets: ofStatuses, categories };
}

/** Counts the pets that a search finds. If there are more, or it would take long to look for them, any count may be too low. */
async function searchedCounts(pets: Pets, filter: PetFilter): Promise<Counts> {
  const ofStatuses = { available: 0, pending: 0, sold: 0 };
  const ofCategories = new Map<bigint, number>();
  let left = COUNT_MAX + 1;
  let after: bigint | undefined = START.asc;
  for (let searches = 0; after !== undefined && left > 0 && searches < SEARCHES_MAX; searches++) {
    const { items, searchedTo } = await pets.list(filter, { after, limit: left });
    for (const { status, categoryId } of items.slice(0, left - 1)) {
      ofStatuses[status]++;
      ofCategories.set(categoryId, (ofCategories.get(categoryId) ?? 0) + 1);
    }
    left -= items.length;
    after = searchedTo;
  }
  const isCapped = left <= 0 || after !== undefined;
  const counted = (count: number) => ({ count, capped: isCapped });
  const categories = [...ofCategories].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    pets: {
      available: counted(ofStatuses.available),
      pending: counted(ofStatuses.pending),
      sold: counted(ofStatuses.sold),
    },
    categories: categories
      .slice(0, CATEGORIES_COUNTED_MAX)
      .map(([categoryId, count]) => ({ categoryId, ...counted(count) })),
  };
}

const NONE = capped(0);

function capped(count: number) {
  return { count: Math.min(count, COUNT_MAX), capped: count > COUNT_MAX };
}
