/* The customers of earlier orders. */
import type { Order } from "../../../client/index.ts";
import { can, petstore } from "../../app/session/session.ts";
import { nameQuery } from "../pets/searched-pets.ts";

/** A customer with their latest order. */
export interface KnownCustomer {
  readonly name: string;
  readonly contact: string | undefined;
  readonly latest: Order;
}

/** How many are shown. */
const SHOWN = 5;

/** How many orders are searched: several may have the same customer. */
const LOOKED_AT = 50;

/** Finds customers by the beginnings of words of their names, those with the newest orders first. */
export async function findCustomers(text: string, signal: AbortSignal): Promise<readonly KnownCustomer[]> {
  const { q } = nameQuery(text);
  if (q === undefined || !can("orders:read")) return [];
  const { items } = await petstore().orders.list({ q, order: "desc", limit: LOOKED_AT }, { signal });
  const known = new Map<string, KnownCustomer>();
  for (const order of items) {
    const { name, contact } = order.customer ?? {};
    const key = JSON.stringify([name, contact]);
    if (name !== undefined && !known.has(key)) known.set(key, { name, contact, latest: order });
  }
  return [...known.values()].slice(0, SHOWN);
}
