/* Creates the events of changes; nothing else does (decision D33). */
import type { EventData, EventType } from "../contract/events/events.ts";
import type { ApiKeySummary } from "../contract/keys/key-schemas.ts";
import type { Pet } from "../contract/pets/pets.ts";
import type { Context, Principal } from "./context.ts";
import type { NewEvent } from "./feed/event-ports.ts";
import type { PetWithStock } from "./imports/import-ports.ts";
import type { RecordedStockChange } from "./ports.ts";
import type { FoundProfile } from "./shop/pets/profile-ports.ts";
import { changedProfile } from "./shop/pets/profile-rules.ts";

/** Who makes a change, and when. A command of the operator has no key, and neither has a visitor. */
export interface Author {
  readonly key: NewEvent["key"];
  readonly now: number;
}

interface Details<Type extends EventType> {
  readonly petId?: bigint;
  readonly previous?: Partial<EventData<Type>>;
  readonly note?: string | undefined;
}

/** The author of the changes that a request makes. */
export function authorOf({ principal: { name, hint }, now }: Pick<Context, "principal" | "now">): Author {
  return { key: { name, hint }, now };
}

/** Creates the event of a change. */
export function eventOf<Type extends EventType>(
  { key, now }: Author,
  type: Type,
  data: EventData<Type>,
  details: Details<Type> = {},
): NewEvent {
  return { type, at: now, key, data, ...details };
}

/** Records a change by a client: its event commits with the change (decision D33). */
export function record<Type extends EventType>(
  context: Context,
  type: Type,
  data: EventData<Type>,
  details: Details<Type> = {},
): void {
  context.events.push(eventOf(authorOf(context), type, data, details));
}

/** Records a change of a pet, if there is one, with the members that changed. */
export function recordPetUpdate(context: Context, before: Pet, after: Pet, note?: string): void {
  const previous = changedMembers(before, after, PET_MEMBERS);
  if (previous !== undefined) record(context, "pet.updated", after, { petId: after.id, previous, note });
}

/** Records a change of a pet's profile, if there is one. */
export function recordProfileUpdate(
  context: Context,
  petId: bigint,
  { together: before, ...members }: FoundProfile,
  after: FoundProfile,
): void {
  const changed = changedProfile(members, after);
  const isPaired = String(before ?? []) !== String(after.together ?? []);
  if (changed === undefined && !isPaired) return;
  const previous = { ...changed, ...(isPaired && { together: before }) };
  record(context, "profile.updated", { petId, ...after }, { petId, previous });
}

const PET_MEMBERS = ["name", "categoryId", "status"] as const;

/** Records that a key was created, changed or revoked, by a key or by the operator. */
export function recordKey(
  { events, by, now }: { readonly events: NewEvent[]; readonly by: Principal | undefined; readonly now: number },
  type: "key.created" | "key.updated" | "key.revoked",
  data: ApiKeySummary,
  previous?: Partial<ApiKeySummary>,
): void {
  const key = by && { name: by.name, hint: by.hint };
  events.push(eventOf({ key, now }, type, data, previous && { previous }));
}

/** The events of a pet whose members, profile or stock an import changes. */
export function petChanged(author: Author, before: PetWithStock, after: PetWithStock): readonly NewEvent[] {
  const { quantity, profile, ...pet } = after;
  const { id: petId, status } = pet;
  const known = changedProfile(before.profile, profile);
  const previous = changedMembers(before, after, PET_MEMBERS);
  const stock = { petId, previous: { quantity: before.quantity } };
  return [
    ...(previous === undefined ? [] : [eventOf(author, "pet.updated", pet, { petId, previous })]),
    ...(known === undefined
      ? []
      : [eventOf(author, "profile.updated", { petId, ...profile }, { petId, previous: known })]),
    ...(before.quantity === quantity ? [] : [eventOf(author, "inventory.updated", { petId, quantity, status }, stock)]),
  ];
}

/** The members that differ, as they were before; undefined if none does. */
export function changedMembers<Item>(
  before: Item,
  after: Item,
  members: readonly (keyof Item & string)[],
): Partial<Item> | undefined {
  const changed = members.filter((member) => before[member] !== after[member]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((member) => [member, before[member]])) as Partial<Item>;
}

/** Records that the stock of a pet changed. The pet may have got another status in the same change. */
export function recordStock(
  context: Context,
  { petId, quantity, delta, status: before, note }: RecordedStockChange,
  status = before,
): void {
  const previous = { quantity: quantity - delta };
  record(context, "inventory.updated", { petId, quantity, status }, { petId, previous, note });
}
