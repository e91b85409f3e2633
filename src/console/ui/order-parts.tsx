/* What is shown of an order wherever it is shown: its pet, how it is, and when it is picked up. */
import type { ComponentChildren } from "preact";
import type { Order } from "../../client/index.ts";
import { daysFromToday } from "../app/day.ts";
import { allTexts, formatNumber, formatRecentDay } from "../app/language.ts";
import { formatNearDay, formatTimeOfDay } from "../app/view-formats.ts";
import { stateOf } from "../data/order-changes.ts";
import { knownPet, orderedPet } from "../data/pet-names.ts";
import { PetPhoto } from "./pet-photo.tsx";

/** The pet of an order, with how many. */
export function orderedName(order: Pick<Order, "petId" | "pet" | "quantity">): string {
  const name = orderedPet(order);
  return order.quantity === 1 ? name : `${formatNumber(order.quantity)} × ${name}`;
}

/** The photo of the pet of an order. */
export function OrderPhoto({ order }: { readonly order: Order }) {
  return <PetPhoto pet={petOf(order)} />;
}

/** What is known of the pet of an order; of one that is deleted, its category. */
export function petOf({ petId, pet }: Order) {
  return knownPet(petId) ?? { categoryId: pet?.categoryId ?? 0n };
}

const dots = { open: "pending", ready: "available", complete: "sold", returned: "sold", cancelled: "failed" } as const;

/** How an order is, in words. */
export function OrderState({ order, isCancelled }: { readonly order: Order; readonly isCancelled: boolean }) {
  const state = isCancelled ? "cancelled" : stateOf(order);
  return <span class={`dot ${dots[state]}`}>{allTexts.value.orders.states[state]}</span>;
}

/** The groups of open orders by the day of their pick-up, in their order. */
export const pickUpGroups = ["overdue", "today", "week", "later", "none"] as const;

const WEEK_DAYS = 7;

/** The group that an open order is in. */
export function pickUpGroup({ shipDate }: Order): (typeof pickUpGroups)[number] {
  if (shipDate === undefined) return "none";
  const days = daysFromToday(shipDate);
  if (days < 0) return "overdue";
  if (days === 0) return "today";
  return days < WEEK_DAYS ? "week" : "later";
}

/** Two lines: when, and what that means. */
export function TwoLines({ at, first, second }: WhenProps) {
  return (
    <time class="when" dateTime={at}>
      <strong>{first}</strong>
      <small>{second}</small>
    </time>
  );
}

interface WhenProps {
  readonly at: string | undefined;
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
}

interface PickUpProps {
  readonly order: Order;
  /** In place of what the day means. */
  readonly detail?: ComponentChildren;
}

/** When an open order is picked up. */
export function PickUp({ order: { shipDate, shipDay, placedAt }, detail }: PickUpProps) {
  const { orders: words } = allTexts.value;
  if (shipDate === undefined) {
    const waiting = placedAt && words.since(formatRecentDay(placedAt));
    return <TwoLines at={undefined} first={words.noDay} second={waiting} />;
  }
  const days = daysFromToday(shipDate);
  const time = shipDay === undefined ? formatTimeOfDay(shipDate) : undefined;
  if (days === 0)
    return <TwoLines at={shipDate} first={time ?? words.anyTime} second={detail ?? formatRecentDay(shipDate)} />;
  const second = days < 0 ? <span class="late">{words.late(-days)}</span> : time;
  return <TwoLines at={shipDate} first={formatNearDay(shipDate)} second={second} />;
}
