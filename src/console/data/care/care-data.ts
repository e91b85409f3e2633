/* The care of pets, due and done. */
import type { Care } from "../../../client/index.ts";
import { daysAfter } from "../../../core/feed/local-days.ts";
import { dateOf, todayStart } from "../../app/formats/day.ts";
import { formatNumber } from "../../app/formats/language.ts";
import { can, petstore } from "../../app/session/session.ts";
import { type Change, changed, isOf } from "../events/changes.ts";
import { loadPets } from "../pets/pet-names.ts";
import { type Resource, STALE, useResource } from "../resource.ts";

/** The most that the service returns at once. */
const PAGE = 100;

/** The filters of due care. */
export interface DueQuery {
  readonly kind?: Care["kind"] | undefined;
  /** Only what is due by this day. */
  readonly until?: string | undefined;
  /** How many pages to read, by default one. */
  readonly pages?: number;
}

/** The first due entries, the earliest first. */
export function useDueCare({ kind, until, pages = 1 }: DueQuery): Resource<readonly Care[]> {
  return useResource<readonly Care[]>(`due care ${kind ?? ""} ${until ?? ""} ${pages}`, {
    async load(signal) {
      if (!can("care:read")) return [];
      const dueBefore = until && daysAfter(until, 1);
      const entries: Care[] = [];
      for await (const { items } of petstore().care.list({ kind, dueBefore, limit: PAGE }, { signal }).pages()) {
        await loadPets(
          items.map(({ petId }) => petId),
          signal,
        );
        entries.push(...items);
        if (entries.length >= pages * PAGE) break;
      }
      return entries;
    },
    topic: "care",
    apply: (entries, change) => dueAfter(entries, change),
    isQuiet: true,
  });
}

/** Whether there may be more entries than these pages have. */
export function mayHaveMore({ length }: readonly Care[], pages = 1): boolean {
  return length >= pages * PAGE;
}

/** How many entries there are, in words. */
export function dueCount(entries: readonly Care[], pages = 1): string {
  return `${formatNumber(entries.length)}${mayHaveMore(entries, pages) ? "+" : ""}`;
}

/** Today in the time zone of the shop. */
export function today(): string {
  return dateOf(todayStart.value);
}

function dueAfter(entries: readonly Care[], change: Change): readonly Care[] | typeof STALE {
  // Its care goes with a pet, without events.
  if (change.type === "pet.deleted") return entries.filter(({ petId }) => petId !== change.data.id);
  if (!isOf(change, "care") || change.type === "care.due") return entries;
  const { data } = change;
  const others = entries.filter(({ id }) => id !== data.id);
  if (change.type === "care.removed" || data.doneOn !== undefined) return others;
  if (change.source !== "pending") return STALE;
  return change.type === "care.updated" ? [...others, data].toSorted(byDue) : entries;
}

/** Orders entries by one of their days, then by id. */
export function byDay(dayOf: (care: Care) => string): (one: Care, other: Care) => number {
  return (one, other) => {
    const [a, b] = [dayOf(one), dayOf(other)];
    return a === b ? Number(one.id - other.id) : a < b ? -1 : 1;
  };
}

/** The earliest due day first. */
export const byDue = byDay(({ dueOn = "" }) => dueOn);

/** Reads all care of a pet that is done and due: a due entry may be older than the first page. */
export async function readCare(petId: bigint, signal?: AbortSignal): Promise<readonly Care[]> {
  const entries: Care[] = [];
  for await (const entry of petstore().care.listOfPet(petId, { order: "desc", limit: PAGE }, { signal })) {
    entries.push(entry);
  }
  return entries;
}

/** What was done for a pet and what is due. */
export function usePetCare(petId: bigint): Resource<readonly Care[]> {
  return useResource<readonly Care[]>(`care ${petId}`, {
    load: (signal) => readCare(petId, signal),
    apply: (entries, change) => {
      if (!isOf(change, "care") || change.type === "care.due" || change.data.petId !== petId) return entries;
      const { data } = change;
      if (change.type === "care.removed") return entries.filter(({ id }) => id !== data.id);
      const known = entries.find(({ id }) => id === data.id);
      if (known === undefined) return change.source === "pending" ? entries : [data, ...entries];
      return entries.map((one) => (one === known ? without(changed(one, change), change) : one));
    },
  });
}

/** An entry without the members that a change removes. */
function without(entry: Care, { data, source }: Pick<Change, "data" | "source">): Care {
  const members = Object.entries(entry).filter(([name]) => source === "others" || name in data);
  return Object.fromEntries(members) as unknown as Care;
}
