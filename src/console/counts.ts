import type { Signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Stats } from "../client/index.ts";
import { useLoaded } from "./loading.ts";
import { can, petstore } from "./session.ts";

/** Changes come in swarms; counting once a second is enough. */
const RECOUNT_MS = 1000;

/** Counts of pets and orders, counted again some time after a change; undefined until they are loaded, or for a key without the scope. */
export function useStats(changes: Signal<number>): Stats | undefined {
  const [counted, setCounted] = useState(changes.value);
  const isOutdated = changes.value !== counted;
  useEffect(() => {
    if (!isOutdated) return;
    const timer = setTimeout(() => setCounted(changes.peek()), RECOUNT_MS);
    return () => clearTimeout(timer);
  }, [isOutdated, counted]);
  return useLoaded(async (signal) => (can("pets:read") ? petstore().stats.get({ signal }) : undefined), [counted]).data;
}
