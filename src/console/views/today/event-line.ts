import type { Event } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { hrefOf } from "../../app/routes.ts";
import { isOf } from "../../data/events/changes.ts";
import { eventText } from "../../data/events/event-words.ts";
import { latestEvents } from "../../data/events/live.ts";
import { knownPet, petName } from "../../data/pets/pet-names.ts";

/** An event as text: its subject, and what happened. */
export interface EventLine {
  readonly subject: string;
  /** The URL of the subject. */
  readonly href: string | undefined;
  readonly what: string;
}

/** Describes an event in words. */
export function eventLine(event: Event): EventLine {
  const what = eventText(event);
  const { type, data } = event;
  if ("petId" in data) return { subject: nameOf(data.petId), href: hrefOf("pets", data.petId), what };
  if ("name" in data) return { subject: data.name, href: hrefOfNamed(event), what };
  const { events: words, views } = allTexts.value;
  if (type === "care.due") return { subject: views.care, href: hrefOf("care"), what };
  if (type === "inquiry.limited") return { subject: words.inquiryForm, href: undefined, what };
  if (type === "import.completed" || type === "import.undone")
    return { subject: views.imports, href: hrefOf("imports"), what };
  // Newer services may send types that this console does not know.
  return { subject: type, href: undefined, what: "" };
}

function hrefOfNamed(event: Event): string | undefined {
  if (event.type === "pet.deleted") return undefined;
  if (isOf(event, "category")) return hrefOf("categories");
  return isOf(event, "pet") ? hrefOf("pets", event.data.id) : undefined;
}

function nameOf(petId: bigint): string {
  return knownPet(petId)?.name ?? nameInEvents(petId) ?? petName(petId);
}

/** The latest name of a pet in the loaded events: available before the first response, and for deleted pets. */
function nameInEvents(petId: bigint): string | undefined {
  for (const { type, data } of latestEvents.value ?? []) {
    const isPet = type === "pet.created" || type === "pet.updated" || type === "pet.deleted";
    if (isPet && data.id === petId) return data.name;
  }
  return undefined;
}

/** The pets that these events mention without a name. */
export function petsWithoutName(events: readonly Event[]): readonly bigint[] {
  return events.flatMap((event) => ("petId" in event.data ? [event.data.petId] : []));
}
