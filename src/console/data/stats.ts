import type { GetStatsQuery, Stats } from "../../client/index.ts";
import { can, petstore } from "../app/session.ts";
import { STALE, useResource } from "./resource.ts";

/**
 * Counts of pets that match filters, by status and category, and of open orders, counted again after changes; undefined until they
 * are loaded, or for a key without the scope.
 */
export function useStats(filters: GetStatsQuery = {}): Stats | undefined {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== "");
  return useResource<Stats | undefined>(`stats ${given.join(" ")}`, {
    load: async (signal) =>
      can("pets:read") ? petstore().stats.get({ ...Object.fromEntries(given), by: "category" }, { signal }) : undefined,
    apply: (stats, { type, source }) =>
      source !== "pending" && /^(?:pet|order|profile|photo|import)\./.test(type) ? STALE : stats,
    isQuiet: true,
  }).data;
}

/** How many pets there are of all statuses together. */
export function petsIn({ pets }: Stats): { readonly count: number; readonly capped: boolean } {
  const counts = Object.values(pets);
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    capped: counts.some(({ capped }) => capped),
  };
}
