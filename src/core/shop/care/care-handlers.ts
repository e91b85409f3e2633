import type { careOperations } from "../../../contract/care/care.ts";
import { CARE_MAX, type Care } from "../../../contract/care/care-schemas.ts";
import { Failure, invalidField, notFound } from "../../../contract/errors/errors.ts";
import type { Handlers, Input } from "../../../contract/operation.ts";
import type { Category } from "../../../contract/pets/categories.ts";
import { isDay } from "../../../contract/values/days.ts";
import { chain } from "../../concurrency/maybe-promise.ts";
import type { Context } from "../../context.ts";
import { dateIn, daysAfter } from "../../feed/local-days.ts";
import { invalidCursor, page, START } from "../../pagination.ts";
import { requireMatch } from "../../preconditions.ts";
import { changedMembers, record } from "../../recorded-events.ts";
import type { StoredCare } from "./care-ports.ts";
import { nextOf, requireCareRules, requirePast, shownCare } from "./care-rules.ts";

export const care: Handlers<typeof careOperations, Context> = {
  listPetCare: async ({ params: { petId }, query }, context) => {
    const { store } = context;
    if ((await store.pets.find(petId)) === undefined) notFound("pet", petId);
    const list = (slice: Parameters<typeof store.care.list>[1]) => store.care.list(petId, slice);
    const { items, next } = await page(query, ["care", petId], context, list, ({ id }) => id);
    return { items: items.map(shownCare), next };
  },

  addCare: async ({ params: { petId }, body }, context) => {
    const { birthDate } = (await context.store.profiles.lock(petId)) ?? notFound("pet", petId);
    requireCareRules(body, { today: todayIn(context), birthDate });
    return shownCare(await addEntry({ petId, ...body }, context));
  },

  listCare: ({ query: { limit, cursor, ...filter } }, context) =>
    chain(
      page(
        { limit, cursor, sort: "dueOn" },
        ["care due", filter.petId, filter.kind, filter.dueBefore],
        context,
        (slice) => {
          const day = slice.sort?.after;
          if (day !== undefined && !isDay(day)) throw invalidCursor("one without a day");
          return context.store.care.listDue(filter, slice);
        },
        ({ id }) => id,
        ({ dueOn }) => dueOn,
      ),
      ({ items, next }) => ({ items: items.map(shownCare), next }),
    ),

  getCare: ({ params: { careId } }, { store }) =>
    chain(store.care.find(careId), (entry) => shownCare(entry ?? notFound("care entry", careId))),

  updateCare: ({ params: { careId }, body }, context) => changed(careId, context, (current) => patched(current, body)),

  completeCare: ({ params: { careId }, body: { on, note } }, context) =>
    changed(careId, context, (current) => {
      const { doneOn } = current;
      if (doneOn !== undefined) throw new Failure("conflict", `Care entry ${careId} was done on ${doneOn}`);
      if (on !== undefined) requirePast("on", on, todayIn(context));
      return { ...current, doneOn: on ?? todayIn(context), note: note ?? current.note };
    }),

  applyCarePlan: async ({ params: { petId }, body: { from } }, context) => {
    const { care, profiles } = context.store;
    const { birthDate } = (await profiles.lock(petId)) ?? notFound("pet", petId);
    const start = birthDate !== undefined && isDay(birthDate) ? birthDate : (from ?? todayIn(context));
    const known = new Set((await care.list(petId, { after: START.asc, limit: CARE_MAX })).flatMap(identities));
    const added: Care[] = [];
    for (const { atDays, ...item } of await planOf(petId, context)) {
      const entry = { petId, ...item, dueOn: daysAfter(start, atDays) };
      if (!isDay(entry.dueOn)) throw invalidField("validation_failed", "from", "an earlier day", start);
      const itself = identities(entry);
      if (itself.some((identity) => known.has(identity))) continue;
      for (const identity of itself) known.add(identity);
      added.push(shownCare(await addEntry(entry, context)));
    }
    return added;
  },

  deleteCare: async ({ params: { careId } }, context) => {
    const { current } = await lockEntry(careId, context);
    await context.store.care.delete(current);
    record(context, "care.removed", shownCare(current), { petId: current.petId });
  },
};

type Plan = NonNullable<Category["carePlan"]>;

/** The plan of a pet's category. */
async function planOf(petId: bigint, { store }: Context): Promise<Plan> {
  const { categoryId } = (await store.pets.find(petId)) ?? notFound("pet", petId);
  const { carePlan } = (await store.categories.find(categoryId)) ?? {};
  if (carePlan !== undefined) return carePlan;
  throw new Failure("conflict", `The category ${categoryId} of pet ${petId} has no plan of care`);
}

/** Today in the time zone of the shop. */
function todayIn({ timeZone, now }: Pick<Context, "timeZone" | "now">): string {
  return dateIn(timeZone, now);
}

const MEMBERS = ["kind", "what", "doneOn", "dueOn", "everyDays", "grams", "batch", "by", "note"] as const;

/** What two entries for the same thing share: the kind, the words, and a day. */
function identities({ kind, what, doneOn, dueOn }: Omit<StoredCare, "id">): readonly string[] {
  return [doneOn, dueOn].filter((day) => day !== undefined).map((day) => [kind, what.toLowerCase(), day].join(" "));
}

type CareUpdate = Input<(typeof careOperations)["updateCare"]>["body"];

/** An entry after a merge patch (RFC 7396). */
function patched(current: StoredCare, update: CareUpdate): StoredCare {
  const members = Object.entries({ ...current, ...update }).filter(([, value]) => value != null);
  return Object.fromEntries(members) as unknown as StoredCare;
}

/** Stores an entry of a locked pet, and the next entry if it is repeated. */
async function addEntry(entry: Omit<StoredCare, "id">, context: Context): Promise<StoredCare> {
  await requireRoom(entry.petId, context);
  const added = await context.store.care.insert(entry);
  record(context, "care.added", shownCare(added), { petId: added.petId });
  const next = nextOf(added);
  if (next === undefined) return added;
  const linked = { ...added, nextId: (await addEntry(next, context)).id };
  await context.store.care.replace(added, linked);
  return linked;
}

async function requireRoom(petId: bigint, { store }: Context): Promise<void> {
  if ((await store.care.count(petId, CARE_MAX)) < CARE_MAX) return;
  throw new Failure("conflict", `Pet ${petId} has ${CARE_MAX} entries of care; remove some first`);
}

/** Locks the pet of an entry until the end of the transaction; returns the entry and the birth date of the pet. */
async function lockEntry(careId: bigint, context: Context) {
  const { care, profiles } = context.store;
  const known = (await care.find(careId)) ?? notFound("care entry", careId);
  const { birthDate } = (await profiles.lock(known.petId)) ?? notFound("care entry", careId);
  // Read again: it may have changed before the pet was locked.
  const current = (await care.find(careId)) ?? notFound("care entry", careId);
  requireMatch(context, shownCare(current));
  return { current, birthDate };
}

/** Changes an entry, and the next entry that it has created. */
async function changed(careId: bigint, context: Context, change: (current: StoredCare) => StoredCare): Promise<Care> {
  const { current, birthDate } = await lockEntry(careId, context);
  const entry = change(current);
  requireCareRules(entry, { today: todayIn(context), birthDate, before: current });
  const previous = changedMembers(current, entry, MEMBERS);
  if (previous === undefined) return shownCare(current);
  record(context, "care.updated", shownCare(entry), { petId: entry.petId, previous });
  await context.store.care.replace(current, { ...entry, nextId: await nextAfter(current, entry, context) });
  return shownCare(entry);
}

/** Creates, moves or removes the next entry when one changes, unless it was edited. Returns its id. */
async function nextAfter(before: StoredCare, entry: StoredCare, context: Context): Promise<bigint | undefined> {
  const { care } = context.store;
  const { nextId } = before;
  const [made, next] = [nextOf(before), nextOf(entry)];
  if (made === undefined) return next && (await addEntry(next, context)).id;
  const follower = nextId === undefined ? undefined : { id: nextId, ...made };
  if (next === undefined) {
    const removed = follower && (await care.delete(follower));
    if (removed !== undefined) record(context, "care.removed", shownCare(removed), { petId: removed.petId });
    return undefined;
  }
  const previous = changedMembers<Omit<StoredCare, "id">>(made, next, MEMBERS);
  if (follower === undefined || previous === undefined) return nextId;
  const moved = { ...follower, ...next };
  if (await care.replace(follower, moved)) {
    record(context, "care.updated", shownCare(moved), { petId: moved.petId, previous });
  }
  return nextId;
}
