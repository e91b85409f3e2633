/* Decides what each line of an import does, by the rules of createPet and updatePet. */
import { Failure } from "../../contract/errors/errors.ts";
import type { ImportLine } from "../../contract/imports/import-line.ts";
import { preview } from "../../contract/json/json.ts";
import type { Repositories } from "../ports.ts";
import type { NewCare } from "../shop/care/care-ports.ts";
import { nameKey } from "../shop/name-key.ts";
import { identifiersOf } from "../shop/pets/identifiers.ts";
import { initialQuantity, requireTransition } from "../shop/pets/pet-handlers.ts";
import { changedProfile, withoutEmpty } from "../shop/pets/profile-rules.ts";
import { dayOf } from "../times.ts";
import type { ImportedPet, ImportRules, PetLine, PetWithStock } from "./import-ports.ts";
import { careOf, knownCare, NO_CARE } from "./line-care.ts";
import { LineError, type Problem, refusal, valueProblem } from "./line-problems.ts";
import { checkIdentifiers, isOther, type Known, matchOf, petOf, takenId } from "./matched-pets.ts";
import { ANY, OTHER } from "./written-pairs.ts";

/** What a line does: add a pet, change one, nothing, or fail. */
export type Decision = { readonly line: PetLine } & (
  | { readonly action: "refuse"; readonly error: LineError }
  | ({ readonly newCategory: string | undefined; readonly care: readonly NewCare[] } & (
      | { readonly action: "add"; readonly pet: ImportedPet }
      | { readonly action: "keep" | "change"; readonly before: PetWithStock; readonly pet: PetWithStock }
    ))
);

/** Where ids of new pets end: the engines number further pets after the largest id, and need room for that. */
const NEW_ID_END = 2n ** 62n;

/** Stands for the id of a category that the import will create. */
const NEW_CATEGORY = 0n;

/** Decides what lines do. `pets` are the existing ones, if they have been read. */
export async function decide(
  { imports, profiles, care }: Pick<Repositories, "imports" | "profiles" | "care">,
  lines: readonly PetLine[],
  rules: ImportRules,
  pets?: ReadonlyMap<bigint, PetWithStock>,
): Promise<readonly Decision[]> {
  const owners = await profiles.owners(lines.flatMap(({ input }) => identifiersOf(input)));
  const matched = [...owners.values()].map(({ first }) => first);
  const found = pets ?? (await imports.findPets([...idsOf(lines), ...matched]));
  const known = {
    owners,
    pets: found,
    categories: await imports.findCategories(categoriesOf(lines)),
    care: await knownCare(care, lines, [...found.keys()], rules.today),
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

/** The ids in lines. */
export function idsOf(lines: readonly PetLine[]): readonly bigint[] {
  return lines.flatMap(({ input: { id } }) => (id === undefined ? [] : [id]));
}

/** The names of categories in lines. */
export function categoriesOf(lines: readonly PetLine[]): readonly string[] {
  return lines.flatMap(({ input, ifNew }) => [input.category, ifNew?.category].filter((name) => name !== undefined));
}

/** Decides what a line does. Reports all of its problems, not only the first. */
function decideLine(line: PetLine, known: Known, rules: ImportRules): Decision {
  const problems: Problem[] = [...(line.problems ?? [])];
  const attempt = <Result>(check: () => Result): Result | undefined => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  };
  const before = attempt(() => petOf(line.input, known, rules));
  const isUnknown = problems.length > (line.problems?.length ?? 0);
  // Answers about pets without a name or a kind apply to new pets only.
  const input = before === undefined ? { ...line.ifNew, ...line.input } : line.input;
  const categoryId = attempt(() => categoryIdOf(input, known, rules));
  // Without the pet, its identifiers cannot be checked.
  if (!isUnknown) attempt(() => checkIdentifiers(input, before, known, categoryId, rules));
  const decision = attempt(() =>
    before === undefined
      ? added(line, input, categoryId, new Set(problems.map(({ column }) => column)), rules, isUnknown)
      : changed({ ...line, input }, before, categoryId, known, rules),
  );
  if (problems.length > 0 || decision === undefined) throw new LineError(...problems);
  return decision;
}

function added(
  line: PetLine,
  input: ImportLine,
  categoryId: bigint | undefined,
  refused: ReadonlySet<string | undefined>,
  rules: ImportRules,
  isUnknown: boolean,
): Decision | undefined {
  // Without the pet, it is unknown what the line lacks.
  if (isUnknown) return undefined;
  checkNewId(input.id, rules);
  checkCreatedAt(input.createdAt, rules);
  const pet = newPet(input, categoryId, refused, rules);
  const newCategory = categoryId === NEW_CATEGORY ? input.category : undefined;
  return (
    pet && {
      action: "add",
      line: { ...line, input },
      newCategory,
      care: careOf({ ...line, input }, pet, NO_CARE, rules),
      pet,
    }
  );
}

function changed(
  line: PetLine,
  before: PetWithStock,
  categoryId: bigint | undefined,
  known: Known,
  rules: ImportRules,
): Decision {
  const { input } = line;
  const newCategory = categoryId === NEW_CATEGORY ? input.category : undefined;
  if (!rules.update) {
    const { createdAt: _, ...given } = newPet(input, categoryId, new Set(), rules) ?? {
      ...before,
      createdAt: undefined,
    };
    const pet = { ...given, id: before.id };
    const care = careOf(line, pet, known.care, rules);
    if (isSame(before, pet) && care.length === 0) return { action: "keep", line, newCategory, care, before, pet };
    throw takenId(line, before, categoryId, rules);
  }
  if (!rules.allowOtherPets && matchOf(input, rules) === "id" && isOther(input, categoryId, before))
    throw takenId(line, before, categoryId, rules);
  const { name = before.name, status = before.status, quantity = before.quantity } = input;
  const profile = withoutEmpty({ ...before.profile, ...withoutEmpty(input) });
  const pet = { id: before.id, name, categoryId: categoryId ?? before.categoryId, status, quantity, profile };
  const care = careOf(line, pet, known.care, rules);
  if (isSame(before, pet) && care.length === 0) return { action: "keep", line, newCategory, care, before, pet };
  checkTransition(before, pet, rules);
  return { action: "change", line, newCategory, care, before, pet };
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
  const similar = rules.kinds.similarTo(category);
  if (rules.createCategories) {
    if (similar.length === 0 || rules.namedCategories.has(nameKey(category))) return NEW_CATEGORY;
    throw similarCategory(category, similar, rules);
  }
  const expected = `no category has this name. Correct it, or create it with ${rules.option("createCategories")}`;
  const got = `got ${preview(category)}`;
  throw refusal(
    { code: "unknown_category", column: "category", expected, got, cell: category, choices: similar },
    rules,
  );
}

/** Asks whether a category is the same as one with nearly its name. */
export function similarCategory(category: string, similar: readonly string[], rules: ImportRules): LineError {
  const expected = `a category with nearly this name exists. Say with ${rules.option("mapValues")} which one is meant`;
  const got = `got ${preview(category)}; there is ${similar.map((kind) => preview(kind)).join(", ")}`;
  const choices = [...similar, category];
  return refusal({ code: "similar_category", column: "category", expected, got, cell: category, choices }, rules);
}

/** The pet of a line; undefined if it lacks something that a problem of the line is about. */
function newPet(
  input: ImportLine,
  categoryId: bigint | undefined,
  refused: ReadonlySet<string | undefined>,
  { update, label, kinds }: ImportRules,
): ImportedPet | undefined {
  const { id, name, status = "available", quantity = initialQuantity(status) } = input;
  const got = update && id !== undefined ? `it is empty, and no pet has the id ${id}` : "it is empty";
  const lacks = (column: "name" | "categoryId", what: string, choices: readonly string[]): Problem => {
    const expected = `a new pet needs a ${what}`;
    const problem = valueProblem({ code: "missing_value", column, expected, got, cell: "", choices }, label);
    // A table says the kind by its name, and so does an answer.
    return column === "name" ? problem : { ...problem, column: "category" };
  };
  const isRefused = ["category", "categoryId"].some((column) => refused.has(column));
  const offered = kinds.offered.length === 0 ? [OTHER] : kinds.offered;
  const missing = [
    ...(name === undefined && !refused.has("name") ? [lacks("name", "name", [ANY])] : []),
    ...(categoryId === undefined && !isRefused ? [lacks("categoryId", "category", offered)] : []),
  ];
  if (missing.length > 0) throw new LineError(...missing);
  if (name === undefined || categoryId === undefined) return undefined;
  return { id, name, categoryId, status, quantity, profile: withoutEmpty(input), createdAt: input.createdAt };
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

/** Whether two pets are the same but for their care. */
export function isSame(before: PetWithStock, after: PetWithStock): boolean {
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
