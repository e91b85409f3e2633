import type { GetStatsQuery, Stats } from "../../../client/index.ts";
import { can, petstore } from "../../app/session/session.ts";
import { loadSearch } from "../pets/load-search.ts";
import { useResource } from "../resource.ts";

/**
 * Counts of pets that match filters and a name that was typed, by status and category, and of open orders, counted again after changes; undefined until they
 * are loaded, or for a key without the scope.
 */
export function useStats(filters: GetStatsQuery = {}, name = ""): Stats | undefined {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== "");
  return useResource<Stats | undefined>(`stats ${given.join(" ")} ${name}`, {
    async load(signal) {
      if (!can("pets:read")) return undefined;
      const named = name === "" ? {} : (await loadSearch()).nameQuery(name);
      return petstore().stats.get({ ...Object.fromEntries(given), ...named, by: "category" }, { signal });
    },
    topic: "counts",
    isQuiet: true,
  }).data;
}

interface Count {
  readonly count: number;
  readonly capped: boolean;
}

/** The most kinds that the service counts. */
const KINDS_MAX = 200;

/** How many pets there are. Statuses and kinds are each counted up to a limit: where one count is capped, the other may not be. */
export function petsIn({ pets, categories = [] }: Stats): Count {
  const ofStatuses = sumOf(Object.values(pets));
  const ofKinds = sumOf(categories);
  const isWhole = !ofKinds.capped && categories.length < KINDS_MAX;
  if (!ofStatuses.capped) return ofStatuses;
  return ofKinds.count < ofStatuses.count ? ofStatuses : { ...ofKinds, capped: !isWhole };
}

function sumOf(counts: readonly Count[]): Count {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    capped: counts.some(({ capped }) => capped),
  };
}
