import { useEffect, useRef } from "preact/hooks";
import type { InventoryEntry } from "../client/index.ts";
import { onEvent } from "./live-stream.ts";
import { type Loaded, useLoaded } from "./loading.ts";
import { petstore } from "./session.ts";

/** The stock and the status of a pet, which follow changes by others. */
export function usePetStock(id: bigint): Loaded<InventoryEntry> {
  const stock = useLoaded((signal) => petstore().inventory.get(id, { signal }), [id]);
  useReloadOn(id, stock.reload);
  return stock;
}

/** Calls back when something about a pet changes. */
export function useReloadOn(petId: bigint, reload: () => void): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(
    () =>
      onEvent((event) => {
        if (event.petId === petId) latest.current();
      }),
    [petId],
  );
}
