/* Names of kinds that mean the same: singular and plural, and English and German words (decision D89). */
import { INT64_MAX } from "../../contract/common.ts";
import type { Repositories } from "../ports.ts";
import { fold } from "../shop/name-key.ts";
import type { Kinds } from "./import-ports.ts";

/** The same kind of animal, by the words that people use. */
const GROUPS: readonly (readonly string[])[] = [
  ["Dog", "Dogs", "Hund", "Hunde", "Canine"],
  ["Cat", "Cats", "Katze", "Katzen", "Feline"],
  ["Rabbit", "Rabbits", "Bunny", "Bunnies", "Kaninchen"],
  ["Guinea pig", "Guinea pigs", "Meerschweinchen"],
  ["Hamster", "Hamsters"],
  ["Mouse", "Mice", "Maus", "Mäuse"],
  ["Rat", "Rats", "Ratte", "Ratten"],
  ["Bird", "Birds", "Vogel", "Vögel", "Avian"],
  ["Fish", "Fishes", "Fisch", "Fische"],
  ["Reptile", "Reptiles", "Reptil", "Reptilien"],
  ["Horse", "Horses", "Pferd", "Pferde", "Equine"],
  ["Ferret", "Ferrets", "Frettchen"],
  ["Turtle", "Turtles", "Schildkröte", "Schildkröten"],
  ["Snake", "Snakes", "Schlange", "Schlangen"],
];

const groupOf = new Map(GROUPS.flatMap((names, nth) => names.map((name) => [fold(name), nth] as const)));

/** How many categories are compared, and how many are offered. */
const COMPARED_MAX = 1000;
const OFFERED_MAX = 50;

/** The categories of a shop, as far as they are compared with those of a file. */
export class KnownKinds implements Kinds {
  readonly #byKey: ReadonlyMap<string, readonly string[]>;
  /** Some names, which rows without a category may get. */
  readonly offered: readonly string[];

  constructor(names: readonly string[]) {
    this.#byKey = Map.groupBy(names, kindKey);
    this.offered = names.slice(0, OFFERED_MAX);
  }

  /** The categories that mean the same as this name. */
  similarTo(name: string): readonly string[] {
    return this.#byKey.get(kindKey(name)) ?? [];
  }
}

/** Reads the categories of a shop. */
export async function knownKinds({ categories }: Pick<Repositories, "categories">): Promise<KnownKinds> {
  const found = await categories.list({ after: -INT64_MAX, limit: COMPARED_MAX, order: "asc" });
  return new KnownKinds(found.map(({ name }) => name));
}

/** The key by which kinds that mean the same are found. */
export function kindKey(name: string): string {
  const folded = fold(name).replaceAll(/\s+/g, " ").trim();
  const group = groupOf.get(folded);
  if (group !== undefined) return `=${group}`;
  // English plurals, and German ones: Papagei, Papageien; Wellensittich, Wellensittiche.
  return folded.length < 4 ? folded : folded.replace(/ies$/, "y").replace(/(?:en|es|er|e|s|n)$/, "");
}
