/* Changes of the shop's data: those of others, those made in this window, and those that have no response yet. */
import { batch, signal } from "@preact/signals";
import type { Event } from "../../../client/index.ts";
import { onNextPerson, session } from "../../app/session/session.ts";
import { stayWhile } from "../../app/session/version.ts";

type FactsOf<One> = One extends Event
  ? { readonly type: One["type"]; readonly data: One["data"]; readonly previous?: Partial<One["data"]> }
  : never;

/** What changed: an event without its author and time. `previous` has the changed members as they were before. */
export type Facts = FactsOf<Event>;

/**
 * A change. An event of `others` may be older than what is shown; a response to a change made `here` is the present state; one that is
 * `pending` is shown until its response arrives.
 */
export type Change = Facts & { readonly source: "others" | "here" | "pending" };

/** What only the service can count, sort or list. The last ones change without an event. */
export type Topic =
  | "pets"
  | "orders"
  | "sales"
  | "counts"
  | "inquiries"
  | "care"
  | "keys"
  | "imports"
  | "pet list"
  | "order list"
  | "webhooks"
  | "deliveries"
  | "import check";

/** The family of an event, such as `pet`. */
type Family = Event["type"] extends `${infer Name}.${string}` ? Name : never;

/** The topics that each change makes stale. */
const stale: Record<Family, readonly Topic[]> = {
  pet: ["pets", "counts"],
  profile: ["pets", "counts"],
  photo: ["counts"],
  inventory: [],
  order: ["orders", "counts", "sales"],
  // The orders of a sale have their own events.
  sale: [],
  inquiry: ["inquiries"],
  care: ["care"],
  category: [],
  import: ["pets", "counts", "imports", "care"],
  key: ["keys"],
};

/** The family of a change. A later version of the service may have more. */
export function familyOf({ type }: Pick<Facts, "type">): Family {
  return type.slice(0, type.indexOf(".")) as Family;
}

/** Whether a change or an event belongs to a family. */
export function isOf<One extends Pick<Facts, "type">, Name extends Family>(
  one: One,
  family: Name,
): one is Extract<One, { readonly type: `${Name}.${string}` }> {
  return familyOf(one) === family;
}

/** Whether a change makes a topic stale. */
export function makesStale(change: Change, topic: Topic): boolean {
  const topics: readonly Topic[] | undefined = stale[familyOf(change)];
  return change.source !== "pending" && topics?.includes(topic) === true;
}

/** The changes without a response, in the order in which they were made. */
export const pending = signal<readonly Change[]>([]);

type Listener = (change: Change) => void;

const listeners = new Set<Listener>();

/** The changes made here, by type and id. */
const made = new Set<string>();

/** Subscribes to changes, except pending ones. Returns a function that unsubscribes. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a change everywhere. */
export function publish(change: Change): void {
  if (change.source === "here") made.add(`${change.type} ${idOf(change)}`);
  batch(() => {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        // An error in one view must not stop the others.
        reportError(error);
      }
    }
  });
}

/** How many events of this key are remembered. */
const ECHOES = 100;

/** The latest events of this key, to match them with responses, and the number of events of all keys. */
export const received: { events: readonly Event[]; count: number } = { events: [], count: 0 };

stayWhile(() => pending.peek().length > 0);

onNextPerson(() => {
  pending.value = [];
  received.events = [];
  made.clear();
});

/** Shows an event of the stream. */
export function publishEvent(event: Event): void {
  received.count += 1;
  if (event.key?.hint === session.peek()?.key.hint) received.events = [event, ...received.events].slice(0, ECHOES);
  publish({ ...event, source: "others" });
}

/** Whether a change was made here, and so is no news. */
export function isMadeHere(change: Facts): boolean {
  return made.has(`${change.type} ${idOf(change)}`);
}

/** The id of the subject of an event; undefined for an import, and for a key, whose id is a text. */
export function idOf({ data }: Facts): bigint | undefined {
  if ("id" in data) return typeof data.id === "bigint" ? data.id : undefined;
  return "petId" in data ? data.petId : undefined;
}

/** The id of the pet of a change. */
export function petIdOf({ type, data }: Facts): bigint | undefined {
  if ("petId" in data) return data.petId;
  return type.startsWith("pet.") && "id" in data && typeof data.id === "bigint" ? data.id : undefined;
}

/**
 * An item after a change. An event changes a member only if its previous value is the shown one: otherwise what is shown is newer. The
 * events of an item have no gaps, so once one applies, all later ones do.
 */
export function changed<Item extends object>(item: Item, { data, previous, source }: Change): Item {
  // An item never moves to another pet, and the stock of a pet may be a member of the pet.
  const after = new Map(Object.entries(data).filter(([name]) => name !== "petId"));
  if (source === "here" || (source === "others" && previous === undefined)) {
    return { ...item, ...Object.fromEntries(after) };
  }
  const now = new Map(Object.entries(item));
  const names = Object.entries(previous ?? {})
    .filter(([name, before]) => source === "pending" || isEqual(now.get(name), before))
    .map(([name]) => name);
  // A member that was missing before the change is not among the previous ones.
  const added = source === "others" ? [...after.keys()].filter((name) => now.get(name) === undefined) : [];
  if (names.length + added.length === 0) return item;
  return { ...item, ...Object.fromEntries([...names, ...added].map((name) => [name, after.get(name)])) };
}

export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return mine.length === theirs.size && mine.every(([name, value]) => isEqual(value, theirs.get(name)));
}
