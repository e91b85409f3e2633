/* How a batch of an import is stored, in the transaction that records it. */
import { NewCategory } from "../contract/categories.ts";
import { nameKey } from "../core/name-key.ts";
import type { Engine, Transaction } from "../store/engine.ts";
import { repositoriesOn } from "../store/index.ts";
import { findCategoryIds, type ImportedBatch } from "../store/queries/imports.ts";
import { insertPetRows, lockPetRows, type PetRow, updatePetRows } from "../store/queries/pet-rows.ts";
import { categoriesOf, type Decision, decide, type Rules } from "./import-plan.ts";
import type { PetLine } from "./pet-file.ts";
import type { LineError } from "./problems.ts";

/** What a batch did. */
export interface StoredBatch extends ImportedBatch {
  readonly updated: number;
  readonly createdCategories: number;
}

/** A line that the check before an import accepted cannot be imported any more. */
export class LateError extends Error {
  readonly line: number;

  constructor(line: number, { message }: LineError) {
    super(message);
    this.line = line;
  }
}

/** Stores a batch. Lines with the same id take effect one after the other. */
export async function storeBatch(
  engine: Engine,
  transaction: Transaction,
  lines: readonly PetLine[],
  rules: Rules,
  now: number,
): Promise<StoredBatch> {
  const createdCategories = rules.createCategories ? await createCategories(engine, transaction, lines, now) : 0;
  // From here on, every category exists.
  const storing = { ...rules, createCategories: false };
  const added: bigint[] = [];
  let updated = 0;
  for (const round of withoutRepeats(lines)) {
    const decisions = await decide(transaction.sql, round, storing);
    added.push(...(await insertPetRows(engine, transaction, newPets(decisions), now)));
    const changed = decisions.filter(({ action }) => action === "change").map(({ line }) => line);
    updated += await updatePets(engine, transaction, changed, storing, now);
  }
  return { added, updated, createdCategories };
}

function newPets(decisions: readonly Decision[]) {
  return decisions.flatMap((decision) => {
    if (decision.action === "refuse") throw new LateError(decision.line.line, decision.error);
    return decision.action === "add" ? [decision.pet] : [];
  });
}

/** Changes pets as they are once nobody else can change them. Returns how many. */
async function updatePets(
  engine: Engine,
  transaction: Transaction,
  lines: readonly PetLine[],
  rules: Rules,
  now: number,
): Promise<number> {
  if (lines.length === 0) return 0;
  const locked = await lockPetRows(
    transaction,
    lines.flatMap(({ input: { id } }) => (id === undefined ? [] : [id])),
  );
  const changes: { before: PetRow; after: PetRow }[] = [];
  for (const decision of await decide(transaction.sql, lines, rules, locked)) {
    if (decision.action === "refuse") throw new LateError(decision.line.line, decision.error);
    // One that was removed meanwhile stays removed.
    if (decision.action === "change") changes.push({ before: decision.before, after: decision.pet });
  }
  await updatePetRows(engine, transaction, changes, now);
  return changes.length;
}

/** Splits lines so that no part has an id twice. */
function* withoutRepeats(lines: readonly PetLine[]): Generator<readonly PetLine[]> {
  const ids = new Set<bigint>();
  let start = 0;
  for (const [index, { input }] of lines.entries()) {
    if (input.id === undefined) continue;
    if (ids.has(input.id)) {
      yield lines.slice(start, index);
      start = index;
      ids.clear();
    }
    ids.add(input.id);
  }
  yield lines.slice(start);
}

/** Creates the categories that lines name and that do not exist. Returns how many. */
async function createCategories(
  engine: Engine,
  { sql }: Transaction,
  lines: readonly PetLine[],
  now: number,
): Promise<number> {
  const names = new Map<string, string>();
  for (const name of categoriesOf(lines)) {
    // The first spelling counts.
    if (!names.has(nameKey(name))) names.set(nameKey(name), name);
  }
  const known = await findCategoryIds(sql, [...names.values()]);
  const { categories, events } = repositoriesOn(sql, engine);
  let created = 0;
  for (const [key, name] of names) {
    if (known.has(key)) continue;
    const category = await categories.insert(NewCategory.parse({ name }));
    // Undefined when another process has created it meanwhile.
    if (category === undefined) continue;
    await events.append({ type: "category.created", at: now, data: category });
    created += 1;
  }
  return created;
}
