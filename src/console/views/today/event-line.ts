/* An event in words. */
import type { Event } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { hrefOf } from "../../app/routes.ts";
import { categoryName } from "../../data/categories.ts";
import { latestEvents } from "../../data/live.ts";
import { knownPet, petName } from "../../data/pet-names.ts";

/** An event in words: what it is about, and what happened. */
export interface EventLine {
  readonly subject: string;
  /** Where the subject is in the console. */
  readonly href: string | undefined;
  readonly what: string;
}

/** An event in words. */
export function eventLine(event: Event): EventLine {
  const { events: words } = allTexts.value;
  switch (event.type) {
    case "pet.created":
      return aboutPet(event.data.id, event.data.name, words.petCreated);
    case "pet.updated":
      return aboutPet(event.data.id, event.data.name, petChanges(event));
    case "pet.deleted":
      return { subject: event.data.name, href: undefined, what: words.petDeleted };
    case "inventory.updated":
      return stockLine(event);
    case "inquiry.created":
    case "inquiry.updated":
    case "inquiry.deleted":
    case "profile.updated":
    case "photo.added":
    case "photo.updated":
    case "photo.deleted":
      return aboutPet(event.data.petId, undefined, words[event.type]);
    case "order.placed":
    case "order.updated":
    case "order.completed":
    case "order.reopened":
    case "order.returned":
    case "order.cancelled": {
      const { id, petId, quantity } = event.data;
      return aboutPet(petId, undefined, words[event.type](id, formatNumber(quantity)));
    }
    case "category.created":
    case "category.updated":
    case "category.deleted":
      return { subject: event.data.name, href: hrefOf("categories"), what: words[event.type] };
    case "inquiry.limited":
      return limitLine(event.data);
    case "import.completed":
    case "import.undone":
      return importLine(event.type, event.data.count);
    case "key.created":
    case "key.updated":
    case "key.revoked":
      return { subject: event.data.name, href: undefined, what: words[event.type] };
    default:
      // A later version of the service has more types.
      return { subject: (event as { readonly type: string }).type, href: undefined, what: "" };
  }
}

function stockLine({ previous, data }: Extract<Event, { type: "inventory.updated" }>): EventLine {
  const { stock } = allTexts.value.events;
  return aboutPet(data.petId, undefined, stock(formatNumber(previous?.quantity ?? 0), formatNumber(data.quantity)));
}

function limitLine({ limit, max }: Extract<Event, { type: "inquiry.limited" }>["data"]): EventLine {
  const { events: words } = allTexts.value;
  return { subject: words.inquiryForm, href: undefined, what: words.inquiryLimits[limit](max) };
}

function importLine(type: "import.completed" | "import.undone", count: number): EventLine {
  const { events: words } = allTexts.value;
  const what = type === "import.undone" ? words.importUndone : words.imported;
  return { subject: words.import, href: hrefOf("pets"), what: what(count, formatNumber(count)) };
}

function aboutPet(id: bigint, name: string | undefined, what: string): EventLine {
  return { subject: name ?? knownPet(id)?.name ?? nameInEvents(id) ?? petName(id), href: hrefOf("pets", id), what };
}

/** The name of a pet in the latest event that says it, which is there before an answer of the service and after the pet is deleted. */
function nameInEvents(petId: bigint): string | undefined {
  for (const { type, data } of latestEvents.value ?? []) {
    const isPet = type === "pet.created" || type === "pet.updated" || type === "pet.deleted";
    if (isPet && data.id === petId) return data.name;
  }
  return undefined;
}

function petChanges({ data, previous }: Extract<Event, { type: "pet.updated" }>): string {
  const { events: words, pets } = allTexts.value;
  const { status, name, categoryId } = previous ?? {};
  const changes = [
    status !== undefined && words.change(pets.statuses[status], pets.statuses[data.status]),
    name !== undefined && words.renamed(name),
    categoryId !== undefined && words.change(categoryName(categoryId), categoryName(data.categoryId)),
  ];
  return changes.filter(Boolean).join(", ");
}

/** The pets that these events mention without a name. */
export function petsWithoutName(events: readonly Event[]): readonly bigint[] {
  return events.flatMap((event) => ("petId" in event.data ? [event.data.petId] : []));
}
