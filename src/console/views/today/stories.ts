/* Groups events into stories: a sale emits five events but is one story. */
import type { Event } from "../../../client/index.ts";
import { dateOf } from "../../app/formats/day.ts";
import { isOf, petIdOf } from "../../data/events/changes.ts";

/** Related events, newest first. */
export interface Story {
  readonly key: string;
  readonly events: readonly [Event, ...Event[]];
}

/** Groups events, newest first. */
export function storiesOf(events: readonly Event[]): readonly Story[] {
  // An order changes the stock and status of its pet at the same moment.
  const ofOrders = new Set(events.filter((event) => isOf(event, "order")).map(momentOf));
  const stories = new Map<string, [Event, ...Event[]]>();
  for (const event of events) {
    const isPart =
      (event.type === "pet.updated" || event.type === "inventory.updated") && ofOrders.has(momentOf(event));
    // Orders emit their own events, which say more than that of the sale.
    if (isPart || isOf(event, "sale")) continue;
    const key = keyOf(event);
    const story = stories.get(key);
    if (story === undefined) stories.set(key, [event]);
    else story.push(event);
  }
  return [...stories].map(([key, all]) => ({ key, events: all }));
}

function momentOf(event: Event): string {
  return `${event.at} ${petIdOf(event)}`;
}

/**
 * The key that the events of a story share. A person's new pets of one day are one story, and so are their photos and
 * their other changes of one pet.
 */
function keyOf(event: Event): string {
  const day = `${event.key?.name} ${dateOf(event.at)}`;
  switch (event.type) {
    case "order.placed":
    case "order.updated":
    case "order.completed":
    case "order.reopened":
    case "order.returned":
    case "order.cancelled":
      return `order ${event.data.saleId ?? event.data.id}`;
    case "photo.added":
      return `photos ${day}`;
    case "pet.created":
      return `added ${day}`;
    case "pet.updated":
    case "profile.updated":
    case "inventory.updated":
    case "care.added":
    case "care.updated":
    case "care.removed":
    case "photo.updated":
    case "photo.deleted":
      return `pet ${petIdOf(event)} ${day}`;
    default:
      return event.id;
  }
}
