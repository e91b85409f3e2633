/* What becomes of each line of an import. */
import { Failure } from "../contract/errors.ts";
import { preview } from "../contract/json.ts";
import { nameKey } from "../core/name-key.ts";
import { initialQuantity, requireTransition } from "../core/pets.ts";
import type { Sql } from "../store/engine.ts";
import { findCategoryIds } from "../store/queries/imports.ts";
import { findPetRows, type ImportedPet, type PetRow } from "../store/queries/pet-rows.ts";
import type { Column } from "./pet-columns.ts";
import type { PetLine } from "./pet-file.ts";
import { LineError } from "./problems.ts";

/** How an import treats its lines. */
export interface Rules {
  /** Change pets that exist. */
  readonly update: boolean;
  /** Create the categories that do not exist. */
  readonly createCategories: boolean;
  /** How messages name a column. */
  readonly label: (column: Column) => string;
}

/** What becomes of a line: a new pet, a change of an existing one, nothing, or an error. */
export type Decision = { readonly line: PetLine } & (
  | { readonly action: "refuse"; readonly error: LineError }
  | ({ readonly newCategory: string | undefined } & (
      | { readonly action: "add"; readonly pet: ImportedPet }
      | { readonly action: "keep" | "change"; readonly before: PetRow; readonly pet: PetRow }
    ))
);

/** Where ids of new pets end: the engines number further pets after the largest id, and need room for that. */
const NEW_ID_END = 2n ** 62n;

/** Stands for the id of a category that the import will create. */
const NEW_CATEGORY = 0n;

/** What decisions depend on, as it is in the store. */
interface Known {
  readonly pets: ReadonlyMap<bigint, PetRow>;
  /** The ids of categories, by `nameKey`. */
  readonly categories: ReadonlyMap<string, bigint>;
}

/** Decides about lines that have different ids. `pets` are the existing ones, if they have been read. */
export async function decide(
  sql: Sql,
  lines: readonly PetLine[],
  rules: Rules,
  pets?: ReadonlyMap<bigint, PetRow>,
): Promise<readonly Decision[]> {
  const ids = lines.flatMap(({ input: { id } }) => (id === undefined ? [] : [id]));
  const known = {
    pets: pets ?? (await findPetRows(sql, ids)),
    categories: await findCategoryIds(sql, categoriesOf(lines)),
  };
  return lines.map((line) => {
    try {
      return decideLine(line, known, rules);
    } catch (error) {
      if (error instanceof LineError) return { action: "refuse", line, error };
      throw error;
    }
  });
}

/** The names of categories that lines have. */
export function categoriesOf(lines: readonly PetLine[]): readonly string[] {
  return lines.flatMap(({ input: { category } }) => (category === undefined ? [] : [category]));
}

function decideLine(line: PetLine, known: Known, rules: Rules): Decision {
  const { input } = line;
  const categoryId = categoryIdOf(line, known, rules);
  const newCategory = categoryId === NEW_CATEGORY ? input.category : undefined;
  const before = input.id === undefined ? undefined : known.pets.get(input.id);
  if (before === undefined) {
    checkNewId(input.id, rules);
    return { action: "add", line, newCategory, pet: newPet(line, categoryId, rules) };
  }
  if (!rules.update) {
    const pet = { ...newPet(line, categoryId, rules), id: before.id };
    if (isSame(before, pet)) return { action: "keep", line, newCategory, before, pet };
    const kind = `${rules.label("id")}: a pet with this id and other content exists. To change it, add --update`;
    throw new LineError({ kind, got: `got ${input.id}` });
  }
  const { name = before.name, status = before.status, quantity = before.quantity } = input;
  const pet: PetRow = { id: before.id, name, categoryId: categoryId ?? before.categoryId, status, quantity };
  if (isSame(before, pet)) return { action: "keep", line, newCategory, before, pet };
  checkTransition(before, pet, rules);
  return { action: "change", line, newCategory, before, pet };
}

function categoryIdOf({ input }: PetLine, { categories }: Known, { createCategories, label }: Rules) {
  const { category, categoryId } = input;
  if (category === undefined) return categoryId;
  if (categoryId !== undefined) {
    const kind = `${label("category")}: expected either a category or a categoryId. Remove one of the two`;
    throw new LineError({ kind, got: `got ${preview(category)} and ${categoryId}` });
  }
  const id = categories.get(nameKey(category));
  if (id !== undefined) return id;
  if (createCategories) return NEW_CATEGORY;
  const kind = `${label("category")}: no category has this name. Correct it, or create it with --create-categories`;
  throw new LineError({ kind, got: `got ${preview(category)}` });
}

function newPet({ input }: PetLine, categoryId: bigint | undefined, { update, label }: Rules): ImportedPet {
  const { id, name, status = "available", quantity = initialQuantity(status) } = input;
  const got = update && id !== undefined ? `it is empty, and no pet has the id ${id}` : "it is empty";
  const missing = [
    ...(name === undefined ? [{ kind: `${label("name")}: a new pet needs a name`, got }] : []),
    ...(categoryId === undefined ? [{ kind: `${label("categoryId")}: a new pet needs a category`, got }] : []),
  ];
  if (name === undefined || categoryId === undefined) throw new LineError(...missing);
  return { id, name, categoryId, status, quantity };
}

function checkNewId(id: bigint | undefined, { label }: Rules): void {
  if (id === undefined || id < NEW_ID_END) return;
  const kind = `${label("id")}: expected less than ${NEW_ID_END} for a new pet, since later pets get larger ids. Correct it, or leave it out`;
  throw new LineError({ kind, got: `got ${id}` });
}

function isSame(before: PetRow, after: PetRow): boolean {
  return (
    before.name === after.name &&
    before.categoryId === after.categoryId &&
    before.status === after.status &&
    before.quantity === after.quantity
  );
}

/** An import follows the same rule as everybody else (decision D2). */
function checkTransition(before: PetRow, after: PetRow, { label }: Rules): void {
  try {
    requireTransition(before.status, after.status);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const kind = `${label("status")}: ${error.message.replace(/^status: /, "")}. Import an allowed status first`;
    throw new LineError({ kind, got: `pet ${after.id}` });
  }
}
