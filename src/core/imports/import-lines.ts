/* What becomes of each line of an import, by the rules of createPet and updatePet. */
import { Failure } from "../../contract/errors.ts";
import { type ImportLine, marks } from "../../contract/imports.ts";
import { preview } from "../../contract/json.ts";
import type { Repositories } from "../ports.ts";
import { type MarkOwners, markKey, marksOf, otherOwner } from "../shop/marks.ts";
import { nameKey } from "../shop/name-key.ts";
import { initialQuantity, requireTransition } from "../shop/pets.ts";
import { brokenRule, changedProfile, withoutEmpty } from "../shop/profile-rules.ts";
import { dayOf } from "../times.ts";
import type { ImportedPet, MatchColumn, NameOption, PetLine, PetWithStock } from "./import-ports.ts";
import { type BadValue, LineError, type NameColumn, valueProblem } from "./import-problems.ts";

/** How an import treats its lines. */
export interface ImportRules {
  /** Change pets that exist. */
  readonly update: boolean;
  /** The column that tells pets apart; by default the first of `marks` that a line has. */
  readonly match: MatchColumn | undefined;
  /** Create the categories that do not exist. */
  readonly createCategories: boolean;
  /** When the file is imported, in epoch milliseconds: births are not later. */
  readonly now: number;
  /** How messages name a column. */
  readonly label: NameColumn;
  readonly option: NameOption;
}

/** What becomes of a line: a new pet, a change of an existing one, nothing, or an error. */
export type Decision = { readonly line: PetLine } & (
  | { readonly action: "refuse"; readonly error: LineError }
  | ({ readonly newCategory: string | undefined } & (
      | { readonly action: "add"; readonly pet: ImportedPet }
      | { readonly action: "keep" | "change"; readonly before: PetWithStock; readonly pet: PetWithStock }
    ))
);

/** Where ids of new pets end: the engines number further pets after the largest id, and need room for that. */
const NEW_ID_END = 2n ** 62n;

/** Stands for the id of a category that the import will create. */
const NEW_CATEGORY = 0n;

/** What decisions depend on, as it is in the store. */
interface Known {
  /** Which pets have the marks of the lines, by `markKey`. */
  readonly owners: ReadonlyMap<string, MarkOwners>;
  readonly pets: ReadonlyMap<bigint, PetWithStock>;
  /** The ids of categories, by `nameKey`. */
  readonly categories: ReadonlyMap<string, bigint>;
}

/** Decides about lines. `pets` are the existing ones, if they have been read. */
export async function decide(
  { imports, profiles }: Pick<Repositories, "imports" | "profiles">,
  lines: readonly PetLine[],
  rules: ImportRules,
  pets?: ReadonlyMap<bigint, PetWithStock>,
): Promise<readonly Decision[]> {
  const owners = await profiles.owners(lines.flatMap(({ input }) => marksOf(input)));
  const matched = rules.update ? [...owners.values()].map(({ first }) => first) : [];
  const known = {
    owners,
    pets: pets ?? (await imports.findPets([...idsOf(lines), ...matched])),
    categories: await imports.findCategories(categoriesOf(lines)),
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

/** The ids that lines have. */
export function idsOf(lines: readonly PetLine[]): readonly bigint[] {
  return lines.flatMap(({ input: { id } }) => (id === undefined ? [] : [id]));
}

/** The names of categories that lines have. */
export function categoriesOf(lines: readonly PetLine[]): readonly string[] {
  return lines.flatMap(({ input: { category } }) => (category === undefined ? [] : [category]));
}

function decideLine(line: PetLine, known: Known, rules: ImportRules): Decision {
  const { input } = line;
  checkProfile(input, rules);
  const categoryId = categoryIdOf(input, known, rules);
  const newCategory = categoryId === NEW_CATEGORY ? input.category : undefined;
  const before = petOf(input, known, rules);
  checkMarks(input, before, known, rules);
  if (before === undefined) {
    checkNewId(input.id, rules);
    checkCreatedAt(input.createdAt, rules);
    return { action: "add", line, newCategory, pet: newPet(input, categoryId, rules) };
  }
  if (!rules.update) {
    const { createdAt: _, ...given } = newPet(input, categoryId, rules);
    const pet = { ...given, id: before.id };
    if (isSame(before, pet)) return { action: "keep", line, newCategory, before, pet };
    const expected = `a pet with this id and other content exists. To change it, add ${rules.option("update")}`;
    throw refusal({ code: "id_exists", column: "id", expected, got: `got ${input.id}` }, rules);
  }
  const { name = before.name, status = before.status, quantity = before.quantity } = input;
  const profile = withoutEmpty({ ...before.profile, ...withoutEmpty(input) });
  const pet = { id: before.id, name, categoryId: categoryId ?? before.categoryId, status, quantity, profile };
  if (isSame(before, pet)) return { action: "keep", line, newCategory, before, pet };
  checkTransition(before, pet, rules);
  return { action: "change", line, newCategory, before, pet };
}

/** The column that tells which pet a line is about; undefined for a new one. */
export function matchOf(
  input: ImportLine,
  { match, update }: Pick<ImportRules, "match" | "update">,
): MatchColumn | undefined {
  // Without `update`, only an id names a pet that may be there already.
  if (!update) return input.id === undefined ? undefined : "id";
  const column = match ?? marks.find((mark) => input[mark] !== undefined);
  return column === undefined || input[column] === undefined ? undefined : column;
}

/** The pet that a line is about, if it exists. */
function petOf(input: ImportLine, { pets, owners }: Known, rules: ImportRules): PetWithStock | undefined {
  const column = matchOf(input, rules);
  if (column === undefined) return undefined;
  const value = input[column];
  if (typeof value === "bigint") return pets.get(value);
  const owner = column === "id" || value === undefined ? undefined : owners.get(markKey({ member: column, value }));
  if (owner === undefined) return undefined;
  if (owner.first !== owner.last) {
    const expected = "several pets have it, so it does not tell which one is meant. Correct them first";
    throw refusal(
      { code: "taken", column, expected, got: `got ${preview(value)}, as pets ${owner.first} and ${owner.last}` },
      rules,
    );
  }
  if (input.id !== undefined && input.id !== owner.first) {
    const expected = `another pet has the ${column} of this line. Correct one of the two`;
    throw refusal({ code: "taken", column: "id", expected, got: `got ${input.id}; pet ${owner.first} has it` }, rules);
  }
  return pets.get(owner.first);
}

/** Refuses a mark that another pet has. The pet's own may stay, however many pets have it. */
function checkMarks(input: ImportLine, before: PetWithStock | undefined, { owners }: Known, rules: ImportRules): void {
  for (const mark of marksOf(input)) {
    if (before?.profile[mark.member] === mark.value) continue;
    const owner = otherOwner(owners.get(markKey(mark)), before?.id);
    if (owner === undefined) continue;
    const remedy = rules.update
      ? "Correct one of the two"
      : `Correct it, or change the pet with ${rules.option("update")}`;
    const got = `got ${preview(mark.value)}, as pet ${owner}`;
    throw refusal({ code: "taken", column: mark.member, expected: `another pet has it. ${remedy}`, got }, rules);
  }
}

/** Refuses a line for one of its values. */
export function refusal(value: BadValue, { label }: ImportRules): LineError {
  return new LineError(valueProblem(value, label));
}

function categoryIdOf(
  { category, categoryId }: ImportLine,
  { categories }: Known,
  rules: ImportRules,
): bigint | undefined {
  if (category === undefined) return categoryId;
  if (categoryId !== undefined) {
    const expected = "expected either a category or a categoryId. Remove one of the two";
    const got = `got ${preview(category)} and ${categoryId}`;
    throw refusal({ code: "two_categories", column: "category", expected, got }, rules);
  }
  const id = categories.get(nameKey(category));
  if (id !== undefined) return id;
  if (rules.createCategories) return NEW_CATEGORY;
  const expected = `no category has this name. Correct it, or create it with ${rules.option("createCategories")}`;
  throw refusal({ code: "unknown_category", column: "category", expected, got: `got ${preview(category)}` }, rules);
}

function newPet(input: ImportLine, categoryId: bigint | undefined, { update, label }: ImportRules): ImportedPet {
  const { id, name, status = "available", quantity = initialQuantity(status) } = input;
  const got = update && id !== undefined ? `it is empty, and no pet has the id ${id}` : "it is empty";
  const lacks = (column: "name" | "categoryId", what: string) =>
    valueProblem({ code: "missing_value", column, expected: `a new pet needs a ${what}`, got }, label);
  const missing = [
    ...(name === undefined ? [lacks("name", "name")] : []),
    ...(categoryId === undefined ? [lacks("categoryId", "category")] : []),
  ];
  if (name === undefined || categoryId === undefined) throw new LineError(...missing);
  return { id, name, categoryId, status, quantity, profile: withoutEmpty(input), createdAt: input.createdAt };
}

function checkProfile(input: ImportLine, rules: ImportRules): void {
  const broken = brokenRule(input, rules.now);
  if (broken === undefined) return;
  const { member: column, expected, got } = broken;
  throw refusal(
    { code: "invalid_value", column, expected: `expected ${expected}. Correct it`, got: `got ${got}` },
    rules,
  );
}

function checkNewId(id: bigint | undefined, rules: ImportRules): void {
  if (id === undefined || id < NEW_ID_END) return;
  const expected = `expected less than ${NEW_ID_END} for a new pet, since later pets get larger ids. Correct it, or leave it out`;
  throw refusal({ code: "id_too_large", column: "id", expected, got: `got ${id}` }, rules);
}

/** By the day, like arrivals: the clock of another machine may be ahead. */
function checkCreatedAt(createdAt: string | undefined, rules: ImportRules): void {
  if (createdAt === undefined || dayOf(Date.parse(createdAt)) <= dayOf(rules.now)) return;
  const expected = "expected a time that is not in the future. Correct it, or leave it out";
  throw refusal({ code: "invalid_value", column: "createdAt", expected, got: `got ${preview(createdAt)}` }, rules);
}

function isSame(before: PetWithStock, after: PetWithStock): boolean {
  return (
    before.name === after.name &&
    before.categoryId === after.categoryId &&
    before.status === after.status &&
    before.quantity === after.quantity &&
    changedProfile(before.profile, after.profile) === undefined
  );
}

/** An import follows the same rule as everybody else (decision D2). */
function checkTransition(before: PetWithStock, after: PetWithStock, rules: ImportRules): void {
  try {
    requireTransition(before.status, after.status);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const expected = `${error.message.replace(/^status: /, "")}. Import an allowed status first`;
    throw refusal({ code: "invalid_status_transition", column: "status", expected, got: `pet ${after.id}` }, rules);
  }
}
