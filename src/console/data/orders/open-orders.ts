/* The open orders, and the customers of the latest ones, which events do not name. */
import type { Order } from "../../../client/index.ts";
import { can, petstore } from "../../app/session/session.ts";
import { type Change, changed, isOf } from "../events/changes.ts";
import { loadPets } from "../pets/pet-names.ts";
import { type Resource, STALE, useResource } from "../resource.ts";

/** The most that the service returns at once, and how many pages are read. */
const PAGE = 100;
const PAGES_MAX = 3;

/** The open orders, the first due ones first; at most 300. */
export function useOpenOrders(): Resource<readonly Order[]> {
  return useResource<readonly Order[]>("open orders", {
    async load(signal) {
      const orders: Order[] = [];
      if (!can("orders:read")) return orders;
      const query = { complete: false, sort: "shipDate", limit: PAGE } as const;
      for await (const { items } of petstore().orders.list(query, { signal }).pages()) {
        orders.push(...items);
        if (orders.length >= PAGE * PAGES_MAX) break;
      }
      await loadPets(
        orders.map(({ petId }) => petId),
        signal,
      );
      return orders;
    },
    apply: openAfter,
  });
}

function openAfter(orders: readonly Order[], change: Change): readonly Order[] | typeof STALE {
  if (!isOf(change, "order")) return orders;
  const { id } = change.data;
  if (change.type === "order.completed" || change.type === "order.cancelled")
    return orders.filter((one) => one.id !== id);
  if (change.type !== "order.updated" || change.source !== "here") return STALE;
  return orders.map((one) => (one.id === id ? changed(one, change) : one));
}

/** The customers of the latest orders, by the ids of the orders. */
export function useLatestCustomers(): ReadonlyMap<bigint, string> {
  const { data } = useResource<ReadonlyMap<bigint, string>>("latest customers", {
    async load(signal) {
      if (!can("orders:read")) return new Map();
      const { items } = await petstore().orders.list({ order: "desc", limit: PAGE }, { signal });
      return new Map(items.flatMap(({ id, customer }) => (customer === undefined ? [] : [[id, customer.name]])));
    },
    topic: "orders",
    isQuiet: true,
  });
  return data ?? new Map();
}
