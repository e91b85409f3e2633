/* Which pet a line of an import is about, and whose its id, its reference and its microchip are (decisions D58, D87). */
import { type ImportLine, identifiers } from "../../contract/imports/import-line.ts";
import { preview } from "../../contract/json/json.ts";
import { nameKey } from "../shop/name-key.ts";
import { type IdentifierOwners, identifierKey, identifiersOf, otherOwner } from "../shop/pets/identifiers.ts";
import type { ImportRules, MatchColumn, PetLine, PetWithStock } from "./import-ports.ts";
import type { KnownCare } from "./line-care.ts";
import { type LineError, refusal } from "./line-problems.ts";

/** The stored data that decisions depend on. */
export interface Known {
  /** Which pets have the identifiers of the lines, by `identifierKey`. */
  readonly owners: ReadonlyMap<string, IdentifierOwners>;
  readonly pets: ReadonlyMap<bigint, PetWithStock>;
  /** The ids of categories, by `nameKey`. */
  readonly categories: ReadonlyMap<string, bigint>;
  readonly care: KnownCare;
}

/** Whether a line is about another animal than a pet: its name and its category both differ. */
export function isOther({ name }: ImportLine, categoryId: bigint | undefined, pet: PetWithStock): boolean {
  const isRenamed = name !== undefined && nameKey(name) !== nameKey(pet.name);
  return isRenamed && categoryId !== undefined && categoryId !== pet.categoryId;
}

/**
 * Refuses a line whose id belongs to a pet with other content. The message suggests nothing that would change another animal (decision
 * D87).
 */
export function takenId(
  { input }: PetLine,
  pet: PetWithStock,
  categoryId: bigint | undefined,
  rules: ImportRules,
): LineError {
  const { option } = rules;
  const remedy = `If the number is that of another system, it is a reference: say so with ${option("map")}`;
  const got = `got ${input.id}, which is ${preview(pet.name)}`;
  if (!isOther(input, categoryId, pet)) {
    const expected = `a pet with this id and other content exists. ${remedy}. If it is the same pet, change it with ${option("update")}`;
    return refusal({ code: "id_exists", column: "id", expected, got }, rules);
  }
  const all = rules.update ? `. If these pets really change name and category, add ${option("allowOtherPets")}` : "";
  const expected = `the pet with this id has another name and another category. ${remedy}${all}`;
  return refusal({ code: "other_pet", column: "id", expected, got }, rules);
}

/** The column that identifies the pet of a line; undefined for a new pet. */
export function matchOf(
  input: ImportLine,
  { match, update }: Pick<ImportRules, "match" | "update">,
): MatchColumn | undefined {
  // Without `update`, only an id names a pet that may be there already.
  if (!update) return input.id === undefined ? undefined : "id";
  const column = match ?? identifiers.find((identifier) => input[identifier] !== undefined);
  return column === undefined || input[column] === undefined ? undefined : column;
}

/** The pet that a line is about, if it exists. */
export function petOf(input: ImportLine, { pets, owners }: Known, rules: ImportRules): PetWithStock | undefined {
  const column = matchOf(input, rules);
  if (column === undefined) return undefined;
  const value = input[column];
  if (typeof value === "bigint") return pets.get(value);
  const owner =
    column === "id" || value === undefined ? undefined : owners.get(identifierKey({ member: column, value }));
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

/** Refuses an identifier that another pet has. A pet may keep its own, even if others share it. */
export function checkIdentifiers(
  input: ImportLine,
  before: PetWithStock | undefined,
  { owners, pets }: Known,
  categoryId: bigint | undefined,
  rules: ImportRules,
): void {
  for (const identifier of identifiersOf(input)) {
    if (before?.profile[identifier.member] === identifier.value) continue;
    const owner = otherOwner(owners.get(identifierKey(identifier)), before?.id);
    if (owner === undefined) continue;
    const pet = pets.get(owner);
    const mayUpdate = !rules.update && pet !== undefined && !isOther(input, categoryId, pet);
    const remedy = mayUpdate
      ? `Correct it or, if it is the same pet, change it with ${rules.option("update")}`
      : "Correct one of the two";
    const got = `got ${preview(identifier.value)}, as pet ${owner}`;
    throw refusal({ code: "taken", column: identifier.member, expected: `another pet has it. ${remedy}`, got }, rules);
  }
}
