import * as z from "zod";
import { count } from "./common.ts";
import { operation } from "./operation.ts";

const Count = z
  .object({
    count: count("How many there are, counted up to 1000"),
    capped: z.boolean().meta({ description: "Whether there are more than `count`" }),
  })
  .meta({ id: "Count", description: "A count with an upper limit" });

export const Stats = z
  .object({
    pets: z
      .object({ available: Count, pending: Count, sold: Count })
      .meta({ description: "Pets by availability status" }),
    openOrders: Count,
  })
  .meta({ id: "Stats", description: "Counts for an overview" });
export type Stats = z.output<typeof Stats>;

const getStats = operation({
  id: "getStats",
  method: "GET",
  path: "/stats",
  tag: "Stats",
  summary: "Get counts",
  description: "Returns how many pets have each status and how many orders are open, each counted up to 1000.",
  scope: "pets:read",
  stability: "beta",
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
