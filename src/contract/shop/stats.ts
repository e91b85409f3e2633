import * as z from "zod";
import { count, int64 } from "../common.ts";
import { operation } from "../operation.ts";
import { petFilters } from "../pets/pets.ts";

const Count = z
  .object({
    count: count("How many there are, counted up to 1000"),
    capped: z.boolean().meta({ description: "Whether there may be more than `count`" }),
  })
  .meta({ id: "Count", description: "A count with an upper limit" });

/** The most categories that are counted. */
export const CATEGORIES_COUNTED_MAX = 200;

const CategoryCount = z
  .object({ categoryId: int64("Id of the category"), ...Count.shape })
  .meta({ id: "CategoryCount", description: "How many pets of a category match" });

export const Stats = z
  .object({
    pets: z
      .object({ available: Count, pending: Count, sold: Count })
      .meta({ description: "Pets by availability status" }),
    openOrders: Count,
    categories: z
      .array(CategoryCount)
      .max(CATEGORIES_COUNTED_MAX)
      .meta({
        description:
          "With `by=category`, the categories that matching pets have, in the order of id, " +
          `the first ${CATEGORIES_COUNTED_MAX} of them`,
      })
      .optional(),
  })
  .meta({ id: "Stats", description: "Counts for an overview" });
export type Stats = z.output<typeof Stats>;

const getStats = operation({
  id: "getStats",
  method: "GET",
  path: "/stats",
  tag: "Stats",
  summary: "Get counts",
  description:
    "Returns how many pets have each status and how many orders are open, each counted up to 1000. Pets are counted that match all " +
    "given filters, which are those of `listPets`. With filters other than `status` and `categoryId`, counting ends after the first " +
    "1000 pets that match, or where a search would take long: then every count may be too low, and is `capped`.",
  scope: "pets:read",
  stability: "beta",
  query: z.object({
    ...petFilters,
    by: z
      .enum(["category"], { error: '"category"' })
      .optional()
      .meta({ "x-stability": "beta", description: "`category`: count the matching pets of each category, too" }),
  }),
  success: { status: 200, description: "The counts", schema: Stats },
  examples: {
    response: {
      pets: {
        available: { count: 1000, capped: true },
        pending: { count: 12, capped: false },
        sold: { count: 803, capped: false },
      },
      openOrders: { count: 9, capped: false },
    },
  },
});

/** The operations on counts. */
export const statsOperations = { getStats } as const;
