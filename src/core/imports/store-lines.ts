/* Stores the lines of an import that were checked, a batch at a time (decision 022). */
import { NewCategory } from "../../contract/pets/categories.ts";
import { yieldToEventLoop } from "../concurrency/event-loop.ts";
import type { Unit } from "../execute.ts";
import type { Repositories } from "../ports.ts";
import { type Author, eventOf, petChanged } from "../recorded-events.ts";
import { shownCare } from "../shop/care/care-rules.ts";
import { nameKey } from "../shop/name-key.ts";
import { identifiersOf } from "../shop/pets/identifiers.ts";
import { categoriesOf, type Decision, decide, isSame } from "./import-lines.ts";
import type { ImportRules, PetChange, PetLine } from "./import-ports.ts";
import type { LineError } from "./line-problems.ts";
import type { ImportedLine, ImportRun, StoredPart } from "./run-ports.ts";

/** A line that passed the check can no longer be imported: its pet or its category has changed since. */
export class StaleLineError extends Error {
  readonly line: number;

  constructor({ line }: PetLine, { message }: LineError) {
    super(message);
    this.line = line;
  }
}

/** Locks the references and microchips of lines until the end of the transaction. */
export async function claimIdentifiers({ profiles }: Repositories, lines: readonly PetLine[]): Promise<void> {
  await profiles.claim(lines.flatMap(({ input }) => identifiersOf(input)));
}

/** The import was undone before it was complete. */
export class UndoneError extends Error {
  override readonly message = "the import was undone";
}

/**
 * Stores lines that the check has accepted and whose identifiers are claimed, as a part of an import. Throws `StaleLineError` and `UndoneError`.
 */
export async function storeLines(
  unit: Unit,
  lines: readonly PetLine[],
  rules: ImportRules,
  author: Author,
  { id, revision }: Pick<ImportRun, "id" | "revision">,
): Promise<StoredPart & { readonly lines: readonly ImportedLine[] }> {
  const { store } = unit;
  const { imports, importRuns } = store;
  const createdCategories = rules.createCategories ? await createCategories(unit, lines, author) : [];
  // From here on, every category exists.
  const storing = { ...rules, createCategories: false };
  const decisions = (await decide(unit.store, lines, storing)).map(accepted);
  const news = decisions.flatMap((decision) => (decision.action === "add" ? [decision] : []));
  const added = await imports.insertPets(
    news.map(({ pet }) => pet),
    author.now,
    revision,
  );
  const care = news.flatMap(({ care }, nth) => care.map((entry) => ({ petId: added[nth] ?? 0n, ...entry })));
  // Yields to the event loop: there may be several entries for each pet.
  if (care.length > 0) await yieldToEventLoop();
  // No event, as there is none for each pet, and no other revision: nobody has touched them.
  await store.care.insertAll(care);
  const part = { added, updated: await updatePets(unit, decisions, storing, author), createdCategories };
  if (!(await importRuns.add(id, part))) throw new UndoneError();
  const ids = added.values();
  const imported = decisions.flatMap((decision): readonly ImportedLine[] => {
    const petId = decision.action === "add" ? ids.next().value : decision.before.id;
    return petId === undefined ? [] : [{ line: decision.line.line, petId }];
  });
  return { ...part, lines: imported };
}

/** Locks the pets of lines and changes them. Returns the changes. */
async function updatePets(
  { store, events }: Unit,
  checked: readonly Decision[],
  rules: ImportRules,
  author: Author,
): Promise<readonly PetChange[]> {
  const found = checked.flatMap((decision) => (decision.action === "change" ? [decision] : []));
  if (found.length === 0) return [];
  const locked = await store.imports.lockPets(found.map(({ before }) => before.id));
  const lines = found.map(({ line }) => line);
  const decisions = (await decide(store, lines, rules, locked)).map(accepted);
  // One that was removed meanwhile stays removed.
  const open = decisions.flatMap((decision) => (decision.action === "change" ? [decision] : []));
  const added = await store.care.insertAll(
    open.flatMap(({ before, care }) => care.map((entry) => ({ petId: before.id, ...entry }))),
  );
  const careOf = Map.groupBy(added, ({ petId }) => petId);
  const changes = open.map(({ before, pet }) => ({ before, after: pet, care: careOf.get(pet.id) ?? [] }));
  await store.imports.updatePets(
    changes.filter(({ before, after }) => !isSame(before, after)),
    author.now,
  );
  for (const { before, after, care } of changes) {
    events.push(...petChanged(author, before, after));
    for (const entry of care) events.push(eventOf(author, "care.added", shownCare(entry), { petId: entry.petId }));
  }
  return changes;
}

function accepted(decision: Decision): Exclude<Decision, { action: "refuse" }> {
  if (decision.action === "refuse") throw new StaleLineError(decision.line, decision.error);
  return decision;
}

/** Creates the categories that lines name and that do not exist. Returns their ids. */
async function createCategories(
  { store, events }: Unit,
  lines: readonly PetLine[],
  author: Author,
): Promise<readonly bigint[]> {
  const names = new Map<string, string>();
  for (const name of categoriesOf(lines)) {
    // The first spelling counts.
    if (!names.has(nameKey(name))) names.set(nameKey(name), name);
  }
  const known = await store.imports.findCategories([...names.values()]);
  const created: bigint[] = [];
  for (const [key, name] of names) {
    if (known.has(key)) continue;
    const category = await store.categories.insert(NewCategory.parse({ name }));
    // Undefined when another process has created it meanwhile.
    if (category === undefined) continue;
    events.push(eventOf(author, "category.created", category));
    created.push(category.id);
  }
  return created;
}
