/* Undoes imports in batches: removes the pets that they added and restores those that they changed, unless changed again since. */
import type { UndoneImport } from "../../contract/imports/stored-imports.ts";
import { type Transact, transactOn, type Unit } from "../execute.ts";
import type { Store } from "../ports.ts";
import { type Author, eventOf, petChanged } from "../recorded-events.ts";
import { shownCare } from "../shop/care/care-rules.ts";
import { identifierKey, identifiersOf, otherOwner } from "../shop/pets/identifiers.ts";
import { idsIn, rangesOf, summaryOf } from "./import-ids.ts";
import type { PetChange } from "./import-ports.ts";
import { restore } from "./pet-updates.ts";
import type { ImportRun, PetUpdate } from "./run-ports.ts";

/** Pets that are undone in one transaction. Others can write between two. */
const PETS_IN_PART = 100;

/** How many categories are removed with one statement. */
const CATEGORIES_AT_ONCE = 2000;

/** Callbacks while an import is being undone. */
interface UndoObserver {
  /** Called before each part. What it throws stops the undoing. */
  readonly before?: () => void;
  /** Called after each part, with the number of pets that were looked at so far. */
  readonly after?: (pets: number) => void;
}

/**
 * Undoes what an import did to pets, as far as it is not undone. Returns undefined if there is no such import. After an interruption, the
 * next call continues. `endUndo` must follow.
 */
export async function undoParts(
  importId: bigint,
  transact: Transact,
  author: Author,
  { before, after }: UndoObserver = {},
): Promise<UndoneImport | undefined> {
  const lock = ({ store }: Unit) => store.importRuns.beginUndo(importId, author.now);
  const begun = await transact(lock);
  if (begun === undefined) return undefined;
  const undone = { removed: 0, restored: 0, kept: [] as UndoneImport["kept"] };
  let pets = 0;
  // Read after the undoing began: the import adds nothing from then on.
  for (const petIds of idsIn(await transact(({ store }) => store.importRuns.ranges(importId, "pet")), PETS_IN_PART)) {
    before?.();
    const part = await transact(async (unit) => removePets(unit, (await lock(unit)) ?? begun, petIds));
    undone.removed += part.removed;
    undone.kept.push(...part.kept);
    after?.((pets += petIds.length));
  }
  for (let count = 1; count > 0; ) {
    before?.();
    const part = await transact(async (unit) => {
      // Another undo may hold the next changes: without waiting for it, there would seem to be none left.
      await lock(unit);
      const updates = await unit.store.importRuns.takeUpdates(importId, PETS_IN_PART);
      return { count: updates.length, ...(await restorePets(unit, updates, author)) };
    });
    undone.restored += part.restored;
    undone.kept.push(...part.kept);
    count = part.count;
    after?.((pets += count));
  }
  return undone;
}

/** Removes the untouched ones of these pets of an import; returns the others that exist. */
async function removePets(
  { store }: Unit,
  { id, revision, undoneAt }: ImportRun,
  petIds: readonly bigint[],
): Promise<Pick<UndoneImport, "removed" | "kept">> {
  const { importRuns } = store;
  const added = await importRuns.lockAdded(petIds, revision);
  const kept: UndoneImport["kept"] = [];
  const untouched: bigint[] = [];
  for (const petId of petIds) {
    if (!added.has(petId)) continue;
    const reason = added.get(petId);
    if (reason === undefined && undoneAt === undefined) untouched.push(petId);
    // Added again under its id by somebody else, after the import was undone.
    else kept.push({ petId, reason: reason ?? "changed" });
  }
  await importRuns.removePets(untouched);
  await importRuns.addRanges(id, "removed", rangesOf(untouched));
  return { removed: untouched.length, kept };
}

/** Restores what an import changed of these pets, unless it has changed since. */
async function restorePets(
  { store, events }: Unit,
  updates: readonly PetUpdate[],
  author: Author,
): Promise<Pick<UndoneImport, "restored" | "kept">> {
  const { imports, profiles, care } = store;
  const identifiers = updates.flatMap(({ before }) =>
    identifiersOf({
      reference: before.profile?.reference ?? undefined,
      microchip: before.profile?.microchip ?? undefined,
    }),
  );
  await profiles.claim(identifiers);
  const owners = await profiles.owners(identifiers);
  const current = await imports.lockPets(updates.map(({ petId }) => petId));
  const { removed, changed } = await care.deleteAll(updates.flatMap(({ after }) => after.care ?? []));
  const [removedOf, changedOf] = [removed, changed].map((entries) => Map.groupBy(entries, ({ petId }) => petId));
  const changes: PetChange[] = [];
  let restoredPets = 0;
  const kept: UndoneImport["kept"] = [];
  for (const update of updates) {
    const pet = current.get(update.petId);
    if (pet === undefined) continue;
    const isTaken = (identifier: Parameters<typeof identifierKey>[0]) =>
      otherOwner(owners.get(identifierKey(identifier)), pet.id) !== undefined;
    const restored = restore(pet, update, isTaken);
    if (!restored.isWhole || changedOf?.has(pet.id)) kept.push({ petId: pet.id, reason: "changed" });
    const isChanged = petChanged(author, pet, restored.pet).length > 0;
    if (isChanged) changes.push({ before: pet, after: restored.pet });
    if (isChanged || removedOf?.has(pet.id)) restoredPets += 1;
  }
  await imports.updatePets(changes, author.now);
  for (const { before, after } of changes) events.push(...petChanged(author, before, after));
  for (const entry of removed) events.push(eventOf(author, "care.removed", shownCare(entry), { petId: entry.petId }));
  return { restored: restoredPets, kept };
}

/** Ends undoing an import whose pets are undone: removes its categories that are empty, and records the event. */
export async function endUndo({ store, events }: Unit, id: bigint, author: Author): Promise<void> {
  const { importRuns } = store;
  if (!(await importRuns.endUndo(id, author.now))) return;
  for (const ids of idsIn(await importRuns.ranges(id, "category"), CATEGORIES_AT_ONCE)) {
    for (const category of await importRuns.removeEmpty(ids))
      events.push(eventOf(author, "category.deleted", category));
  }
  const summary = summaryOf(await importRuns.ranges(id, "removed"));
  if (summary !== undefined) events.push(eventOf(author, "import.undone", summary));
}

/**
 * Rolls back an import that failed or was left unfinished, and forgets it unless something of it must stay. Returns what it did; undefined, and
 * nothing changes, for one that was completed after all: a slow process may end it late, and a commit may succeed whose response is lost.
 */
export async function rollBackImport(
  id: bigint,
  transact: Transact,
  author: Author,
): Promise<UndoneImport | undefined> {
  if (!(await transact(({ store }) => store.importRuns.stop(id, author.now)))) return undefined;
  const undone = await undoParts(id, transact, author);
  if (undone === undefined) return undefined;
  await transact(async (unit) => {
    await endUndo(unit, id, author);
    if (undone.kept.length === 0) await unit.store.importRuns.forget(id);
  });
  return undone;
}

/** An import that could not be rolled back, and why. */
export interface LeftImport {
  readonly id: bigint;
  readonly reason: unknown;
}

/**
 * Rolls back the all-or-nothing imports that a process left unfinished when it ended. Returns those that could not be
 * rolled back: they stay listed as `partial` with what they did, staff may undo them, and the next call tries again.
 */
export async function rollBackAbandoned(
  store: Store,
  clock: () => number,
  isAny: boolean,
): Promise<readonly LeftImport[]> {
  const left: LeftImport[] = [];
  for (let after = 0n; ; ) {
    const run = await store.importRuns.findAbandoned(isAny, after);
    if (run === undefined) return left;
    try {
      await rollBackImport(run.id, transactOn(store), { key: run.key, now: clock() });
    } catch (reason) {
      left.push({ id: run.id, reason });
    }
    after = run.id;
  }
}
