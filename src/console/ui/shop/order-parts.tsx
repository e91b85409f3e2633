/* Parts of an order shared by all views: its pet, state and pick-up. */
import type { ComponentChildren } from "preact";
import type { Order } from "../../../client/index.ts";
import { daysFromToday } from "../../app/formats/day.ts";
import { allTexts, formatRecentDay } from "../../app/formats/language.ts";
import { formatNearDay, formatTimeOfDay } from "../../app/formats/view-formats.ts";
import { type Sale, stateOf } from "../../data/orders/sale-data.ts";
import { knownPet } from "../../data/pets/pet-names.ts";
import { PetPhoto } from "./pet-photo.tsx";

/** The photo of a sale's first pet, with the number of further orders. */
export function SalePhoto({ sale: { orders } }: { readonly sale: Sale }) {
  const others = orders.length - 1;
  return (
    <span class="sale-photo">
      <PetPhoto pet={petOf(orders[0])} />
      {others > 0 && (
        <span class="count" aria-hidden="true">
          +{others}
        </span>
      )}
    </span>
  );
}

/** The pet of an order as far as known; for a deleted pet, its category. */
export function petOf({ petId, pet }: Order) {
  return knownPet(petId) ?? { categoryId: pet?.categoryId ?? 0n };
}

const dots = { open: "pending", ready: "available", complete: "sold", returned: "sold", cancelled: "failed" } as const;

interface StateProps {
  readonly sale: Sale;
  readonly isCancelled: boolean;
}

export function SaleState({ sale, isCancelled }: StateProps) {
  const state = isCancelled ? "cancelled" : stateOf(sale);
  return <span class={`dot ${dots[state]}`}>{allTexts.value.orders.states[state]}</span>;
}

/** The groups of open orders by pick-up day, in order. */
export const pickUpGroups = ["overdue", "today", "week", "later", "none"] as const;

const WEEK_DAYS = 7;

export function pickUpGroup({ shipDate }: Order): (typeof pickUpGroups)[number] {
  if (shipDate === undefined) return "none";
  const days = daysFromToday(shipDate);
  if (days < 0) return "overdue";
  if (days === 0) return "today";
  return days < WEEK_DAYS ? "week" : "later";
}

/** Two lines: the time, and its meaning. */
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
  /** Replaces the meaning of the day. */
  readonly detail?: ComponentChildren;
}

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
