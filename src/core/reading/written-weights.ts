/* Weights as people write them: `3.5 kg`, `3500 g`, `7,7 lb`. */

import type { WeightUnit } from "../../contract/limits.ts";

/** The units of weights, in grams. */
const GRAMS: Readonly<Record<WeightUnit, number>> = { kg: 1000, g: 1, lb: 453.592_37, oz: 28.349_523_125 };

const UNITS: Readonly<Record<string, WeightUnit>> = {
  kg: "kg",
  kgs: "kg",
  kilo: "kg",
  kilos: "kg",
  kilogram: "kg",
  kilograms: "kg",
  kilogramm: "kg",
  g: "g",
  gr: "g",
  gram: "g",
  grams: "g",
  gramm: "g",
  lb: "lb",
  lbs: "lb",
  pound: "lb",
  pounds: "lb",
  oz: "oz",
  ounce: "oz",
  ounces: "oz",
};

const WEIGHT = /^(\d{1,7})(?:[.,](\d{1,4}))?\s*([a-z]+)?\.?$/;

/** The largest weight: it is stored as an int32. */
const GRAMS_MAX = 2_147_483_647;

/** The unit that a word names. */
export function unitOf(word: string): WeightUnit | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(UNITS, name) ? UNITS[name] : undefined;
}

/** Reads a weight as grams. Returns what is missing if the unit is unknown, and undefined unless the weight is above 0. */
export function readWeight(text: string, unit?: WeightUnit): number | "no_unit" | undefined {
  const [, whole = "", fraction = "", named] = WEIGHT.exec(text.normalize("NFKC").trim().toLowerCase()) ?? [];
  if (whole === "") return undefined;
  const known = named === undefined ? unit : unitOf(named);
  if (named !== undefined && known === undefined) return undefined;
  if (known === undefined) return "no_unit";
  // Nobody weighs thousandths of a gram: `1.250 g` is written with a point for the thousand.
  const isThousand = known === "g" && fraction.length === 3;
  const amount = Number(isThousand ? whole + fraction : `${whole}.${fraction || "0"}`);
  const grams = Math.round(amount * GRAMS[known]);
  return grams >= 1 && grams <= GRAMS_MAX ? grams : undefined;
}
