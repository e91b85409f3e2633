/* Pets that belong together: each always names the others (decision 089). */
import { Failure, invalidField } from "../../../contract/errors/errors.ts";
import { TOGETHER_MAX } from "../../../contract/limits.ts";
import type { Context } from "../../context.ts";
import { START } from "../../pagination.ts";
import { recordProfileUpdate } from "../../recorded-events.ts";
import type { FoundProfile } from "../pets/profile-ports.ts";

/** The profiles of locked pets, by id; undefined for one that does not exist. */
type Locked = ReadonlyMap<bigint, FoundProfile | undefined>;

/**
 * Locks a pet and, if it is to belong together with others, those and its present ones. Locks in the order of id, so that two changes
 * cannot deadlock. Returns undefined if its present ones have changed meanwhile.
 */
export async function lockPaired(
  petId: bigint,
  together: readonly bigint[] | null | undefined,
  { store: { profiles } }: Context,
): Promise<Locked | undefined> {
  const before = together === undefined ? [] : ((await profiles.find(petId))?.together ?? []);
  const ids = [...new Set([petId, ...before, ...(together ?? [])])].toSorted(byId);
  const locked = new Map<bigint, FoundProfile | undefined>();
  for (const id of ids) locked.set(id, await profiles.lock(id));
  const now = together === undefined ? [] : (locked.get(petId)?.together ?? []);
  return now.every((id) => locked.has(id)) ? locked : undefined;
}

/** Sets with which pets a locked pet belongs together; returns them in the order of id. Records the change of the others. */
export async function pairWith(
  petId: bigint,
  together: readonly bigint[],
  locked: Locked,
  context: Context,
): Promise<bigint[]> {
  const after = together.toSorted(byId);
  const before = locked.get(petId)?.together ?? [];
  for (const [nth, id] of together.entries()) {
    const other = locked.get(id);
    if (id === petId) throw refused(nth, "ids of other pets", `${id}, its own`);
    if (together.indexOf(id) !== nth) throw refused(nth, "each pet once", `${id} again`);
    if (other === undefined) throw refused(nth, "ids of pets", `${id}, which no pet has`);
    const { together: others = [] } = other;
    if (!others.includes(petId) && others.length >= TOGETHER_MAX) {
      throw refused(
        nth,
        `pets that belong together with fewer than ${TOGETHER_MAX} others`,
        `${id}, which has ${others.length}`,
      );
    }
  }
  await context.store.profiles.pair(petId, before, after);
  for (const [id, profile] of locked) {
    if (id === petId || profile === undefined || before.includes(id) === after.includes(id)) continue;
    recordPartner(context, id, profile, after.includes(id) ? [petId] : [], petId);
  }
  return after;
}

/** Records that pets no longer belong together with one that was removed. */
export async function recordParting(petId: bigint, partners: readonly bigint[], context: Context): Promise<void> {
  if (partners.length === 0) return;
  const profiles = await context.store.profiles.ofPets(partners);
  for (const [id, { petId: _, ...profile }] of profiles) {
    const before = [...(profile.together ?? []), petId].toSorted(byId);
    recordProfileUpdate(context, id, { ...profile, together: before }, profile);
  }
}

/** Throws for an order that would separate a pet from others. */
export async function refuseParting(petId: bigint, others: readonly bigint[], { store }: Context): Promise<never> {
  const { items } = await store.pets.list({ ids: others }, { after: START.asc, limit: others.length });
  const names = items.map(({ id, name }) => `${id} (${name})`).join(", ");
  const remedy = 'order them in one sale, or part them with "apart": true';
  throw new Failure("belongs_together", `Pet ${petId} belongs together with ${names}: ${remedy}`);
}

function recordPartner(
  context: Context,
  id: bigint,
  { together: before = [], ...profile }: FoundProfile,
  added: readonly bigint[],
  changed: bigint,
): void {
  const after = [...before.filter((one) => one !== changed), ...added].toSorted(byId);
  const was = { ...profile, ...(before.length > 0 && { together: before }) };
  recordProfileUpdate(context, id, was, { ...profile, ...(after.length > 0 && { together: after }) });
}

function refused(nth: number, expected: string, got: string): Failure {
  return invalidField("validation_failed", `together.${nth}`, expected, got);
}

function byId(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}
