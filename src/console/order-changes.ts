import { signal } from "@preact/signals";
import type { Event, Order } from "../client/index.ts";
import type { Change } from "./followed-page.ts";
import { texts } from "./language.ts";
import type { OrdersPlace } from "./orders-place.ts";
import { learnPets } from "./pet-names.ts";
import { petstore } from "./session.ts";
import { announce } from "./status-line.tsx";

/** Counts changes of orders: the number of open ones may be out of date. */
export const orderChanges = signal(0);

/** What an event means for a list of orders. */
export function orderChangeOf(event: Event, { list, petId }: OrdersPlace): Change<Order> | undefined {
  if (event.type !== "order.placed" && event.type !== "order.completed" && event.type !== "order.cancelled") return;
  const order = event.data;
  const joiningType = list === "complete" ? "order.completed" : "order.placed";
  if (event.type === joiningType) return (petId ?? order.petId) === order.petId ? { added: order } : undefined;
  if (event.type === "order.cancelled") return { removed: order };
  return event.type === "order.completed" ? { changed: order } : undefined;
}

/** Completes an order. */
export async function completeOrder({ id }: Order): Promise<Order> {
  const order = await petstore().orders.complete(id);
  settle(order);
  announce(texts.value.orders.completed(id));
  return order;
}

/** Cancels an order. */
export async function cancelOrder(order: Order): Promise<void> {
  await petstore().orders.cancel(order.id);
  settle(order);
  announce(texts.value.orders.cancelledNow(order.id));
}

/** Its pet may have another status now, and the number of open orders is another one. */
export function settle({ petId }: Order): void {
  orderChanges.value += 1;
  learnPets([petId]);
}
