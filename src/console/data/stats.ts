import type { Stats } from "../../client/index.ts";
import { can, petstore } from "../app/session.ts";
import { STALE, useResource } from "./resource.ts";

/** Counts of pets and orders, counted again after changes; undefined until they are loaded, or for a key without the scope. */
export function useStats(): Stats | undefined {
  return useResource<Stats | undefined>("stats", {
    load: async (signal) => (can("pets:read") ? petstore().stats.get({}, { signal }) : undefined),
    apply: (stats, { type, source }) => (source !== "pending" && /^(?:pet|order|import)\./.test(type) ? STALE : stats),
    isQuiet: true,
  }).data;
}
