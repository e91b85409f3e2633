/* Events in words, for the history of a pet, for Today, and for webhooks. */
import type { Event } from "../../../client/index.ts";
import { allTexts, formatNumber, formatPlainDate } from "../../app/formats/language.ts";
import { categoryName } from "../pets/category-data.ts";
import { isOf } from "./changes.ts";

type CareEvent = Exclude<Extract<Event, { readonly type: `care.${string}` }>, { readonly type: "care.due" }>;

/** The name of a type of event. A later version of the service has more types. */
export function eventName(type: string): string {
  const names: Readonly<Record<string, string>> = allTexts.value.events.names;
  return names[type] ?? type;
}

/** What happened, without its author and subject. */
export function eventText(event: Event): string {
  const { events: words } = allTexts.value;
  const name = eventName(event.type);
  if (event.type === "pet.updated") return petChanges(event).map(changeText).join(", ");
  if (event.type === "inventory.updated") {
    const [before = "", after = ""] = [event.previous?.quantity ?? 0, event.data.quantity].map(formatNumber);
    return `${name}: ${changeText({ before, after })}`;
  }
  if (event.type === "import.completed" || event.type === "import.undone")
    return `${name}: ${words.pets(event.data.count, formatNumber(event.data.count))}`;
  if (event.type === "inquiry.limited") return words.inquiryLimits[event.data.limit](event.data.max);
  if (event.type === "care.due") return `${name}: ${dueText(event.data)}`;
  if (isOf(event, "care")) return `${name}: ${careText(event)}`;
  return isOf(event, "order") ? words.numbered(name, event.data.id) : name;
}

function dueText({ ids, isComplete }: Extract<Event, { readonly type: "care.due" }>["data"]): string {
  const count = formatNumber(ids.length);
  return allTexts.value.care.count(ids.length, isComplete ? count : `${count}+`);
}

/** The care of an event with its day, by which what was done differs from when it is due again. */
function careText({ data }: CareEvent): string {
  const { what, doneOn, dueOn } = data;
  const day = doneOn ?? dueOn;
  if (day === undefined) return what;
  return `${what} · ${allTexts.value.care.dayHint(formatPlainDate(day), doneOn === undefined)}`;
}

/** Who did it. */
export function actorOf({ key, type }: Event): string {
  const { operator, visitor } = allTexts.value.events;
  return key?.name ?? (type === "inquiry.created" ? visitor : operator);
}

interface Values {
  readonly before: string;
  readonly after: string;
}

const changeText = ({ before, after }: Values) => `${before} → ${after}`;

/** What changed of a pet: each member by its name, with its values before and after. */
export function petChanges({ data, previous = {} }: Extract<Event, { readonly type: "pet.updated" }>) {
  const { pets: words } = allTexts.value;
  const { status, name, categoryId } = previous;
  const changes: (Values & { readonly label: string })[] = [];
  if (status !== undefined)
    changes.push({ label: words.status, before: words.statuses[status], after: words.statuses[data.status] });
  if (name !== undefined) changes.push({ label: words.name, before: name, after: data.name });
  if (categoryId !== undefined)
    changes.push({ label: words.category, before: categoryName(categoryId), after: categoryName(data.categoryId) });
  return changes;
}
