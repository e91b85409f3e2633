/* What is due for pets, what was done for them, and what people do about it. */
import type { Care, CareInput } from "../../../client/index.ts";
import { daysAfter } from "../../../core/feed/local-days.ts";
import { dateIn, dateOf, todayStart } from "../../app/formats/day.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { formatList } from "../../app/formats/view-formats.ts";
import { attempt } from "../../app/notices.ts";
import { can, petstore } from "../../app/session/session.ts";
import { run, type Step, sendQuietly, unlessGone, type Words } from "../command.ts";
import { type Change, changed, isOf, publish } from "../events/changes.ts";
import { loadPets, petName } from "../pets/pet-names.ts";
import { type Resource, STALE, useResource } from "../resource.ts";

/** As many as the service returns at once. */
const PAGE = 100;

/** What a list of what is due has. */
export interface DueQuery {
  readonly kind?: Care["kind"] | undefined;
  /** Only what is due on this day or before it. */
  readonly until?: string | undefined;
  /** How many pages of it are shown, by default one. */
  readonly pages?: number;
}

/** The first entries that are due, the earliest first. */
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

/** Today in the shop, for what is due. */
export function today(): string {
  return dateOf(todayStart.value);
}

function dueAfter(entries: readonly Care[], change: Change): readonly Care[] | typeof STALE {
  if (!isOf(change, "care") || change.type === "care.due") return entries;
  const { data } = change;
  if (change.type === "care.removed" || data.doneOn !== undefined) return entries.filter(({ id }) => id !== data.id);
  if (change.source !== "pending") return STALE;
  const others = entries.filter(({ id }) => id !== data.id);
  return change.type === "care.updated" ? [...others, data].toSorted(byDue) : entries;
}

/** The order of one of their days, then of their ids. */
export function byDay(dayOf: (care: Care) => string): (one: Care, other: Care) => number {
  return (one, other) => {
    const [a, b] = [dayOf(one), dayOf(other)];
    return a === b ? Number(one.id - other.id) : a < b ? -1 : 1;
  };
}

/** What is due first comes first. */
export const byDue = byDay(({ dueOn = "" }) => dueOn);

/** Reads all that was done for a pet and all that is due: what is due may be older than the first page. */
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

/** An entry whose members that a change removes are gone. */
function without(entry: Care, { data, source }: Pick<Change, "data" | "source">): Care {
  const members = Object.entries(entry).filter(([name]) => source === "others" || name in data);
  return Object.fromEntries(members) as unknown as Care;
}

/** What an entry is about, such as "DHPPi for Rex". */
function aboutOf(entries: readonly Care[]): readonly [what: string, pets: string] {
  const whats = [...new Set(entries.map(({ what }) => what))];
  return [formatList(whats), formatList([...new Set(entries.map(({ petId }) => petName(petId)))])];
}

type CareStep = Step<Care>;

/** A change of an entry, which follows at once. One that takes another back has no undo. */
function changing(before: Care, after: Care, send: CareStep["send"], undo?: CareStep["undo"]): CareStep {
  return {
    about: `care ${before.id}`,
    optimistic: { type: "care.updated", data: after, previous: before },
    send,
    facts: (data) => ({ type: "care.updated", data }),
    undo,
  };
}

/** Marks entries as done today, with an Undo that takes that back. */
export function markDone(entries: readonly Care[]): Promise<void> {
  const { care: words } = allTexts.value;
  const steps = entries.map((entry) => {
    const { doneOn: _, ...open } = entry;
    const done = { ...open, doneOn: dateIn(0) };
    const back = () =>
      changing(done, open, async ({ key }) =>
        petstore().care.update(entry.id, { doneOn: null }, { idempotencyKey: key }),
      );
    return changing(
      open,
      done,
      async ({ key }) => petstore().care.complete(entry.id, { on: done.doneOn }, { idempotencyKey: key }),
      back,
    );
  });
  const told: Words<Care> = {
    done: (results) => words.marked(...aboutOf(results)),
    undone: (results) => words.dueAgain(...aboutOf(results)),
  };
  return attempt(async () => void (await run(steps, told)));
}

/** An entry that a form has added. */
export interface AddedCare {
  readonly care: Care;
  /** Tells it, with an Undo. */
  readonly tell: () => void;
}

/** Adds an entry for a form, with an Undo that removes it and what it made. */
export async function addCare(petId: bigint, input: CareInput, idempotencyKey: string): Promise<AddedCare> {
  const step = adding(petId, input);
  let added: Care | undefined;
  const send: CareStep["send"] = async (attempt) => (added = await step.send(attempt));
  const tell = await sendQuietly({ ...step, send }, addedWords(), idempotencyKey);
  if (added === undefined) throw new Error("nothing was added");
  return { care: added, tell };
}

/** Changes what a form has added before. */
export async function changeAdded({ care, tell }: AddedCare, input: CareInput, idempotencyKey: string) {
  const { doneOn, dueOn, everyDays, grams, by, batch, note, ...others } = input;
  const members = { doneOn, dueOn, everyDays, grams, by, batch, note };
  const update = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value ?? null]));
  const data = await petstore().care.update(care.id, { ...others, ...update }, { idempotencyKey });
  publish({ type: "care.updated", data, source: "here" });
  return { care: data, tell };
}

function addedWords(): Words<Care> {
  const { care: words } = allTexts.value;
  return {
    done: (results) => words.added(...aboutOf(results)),
    undone: (results) => words.removed(...aboutOf(results)),
  };
}

/** Adds the same entry to several pets. */
export async function addCareToAll(petIds: readonly bigint[], care: CareInput): Promise<void> {
  await run(
    petIds.map((petId) => adding(petId, care)),
    addedWords(),
  );
}

function adding(petId: bigint, care: CareInput): CareStep {
  return {
    about: `care of pet ${petId}`,
    send: async ({ key }) => petstore().care.add(petId, care, { idempotencyKey: key }),
    facts: (data) => ({ type: "care.added", data }),
    undo: (added) => removing(added),
  };
}

/** Takes an entry back: without a repeat, so that the next one that it made goes with it. */
export function removing(entry: Care): Step<Care> {
  return {
    about: `care ${entry.id}`,
    optimistic: { type: "care.removed", data: entry },
    async send(sent) {
      const { care } = petstore();
      await unlessGone(sent, care.update(entry.id, { everyDays: null }, { idempotencyKey: sent.key }));
      await unlessGone(sent, care.delete(entry.id));
      return entry;
    },
    facts: (data) => ({ type: "care.removed", data }),
  };
}

/** Removes an entry, with an Undo that adds it again. What it made stays. */
export function removeCare(entry: Care): Promise<void> {
  const { care: words } = allTexts.value;
  const { id: _, petId, everyDays, ...members } = entry;
  // One that was done has made the next one already, which stays.
  const again = { ...members, ...(entry.doneOn === undefined && { everyDays }) };
  const step: CareStep = {
    about: `care ${entry.id}`,
    optimistic: { type: "care.removed", data: entry },
    async send(sent) {
      await unlessGone(sent, petstore().care.delete(entry.id));
      return entry;
    },
    facts: (data) => ({ type: "care.removed", data }),
    undo: () => adding(petId, again),
  };
  return attempt(
    async () =>
      void (await run([step], {
        done: (results) => words.removed(...aboutOf(results)),
        undone: (results) => words.added(...aboutOf(results)),
      })),
  );
}
