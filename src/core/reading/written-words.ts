/*
 * The words that people write for values and currencies, in English and German (decision D61). Nothing is understood that is not
 * here: a word that only looks like another one may mean the opposite.
 */

import { decomposed, fold, spelledOut } from "../shop/name-key.ts";

/** The same for `Category ID`, `category_id` and `categoryId`, and for `Größe` and `GROSSE`. */
export function keyOf(text: string): string {
  return fold(text).replace(/[\s_-]+/g, "");
}

/** Every key by which a text of a table is found: that of `Größe` and that of `Groesse`. */
export function keysOf(text: string): readonly string[] {
  return [keyOf(text), keyOf(spelledOut(decomposed(text)))];
}

/** The columns whose cells are one of a few words. */
export type WordColumn = "status" | "sex" | "size" | "neutered" | "published";

/** The words of each meaning besides its name. */
const WORDS: Readonly<Record<WordColumn, Readonly<Record<string, readonly string[]>>>> = {
  status: {
    available: ["verfügbar"],
    pending: ["reserved", "reserviert"],
    sold: ["verkauft", "adopted", "vermittelt"],
  },
  sex: {
    female: ["f", "w", "weiblich", "Hündin", "Kätzin", "Stute"],
    male: ["m", "männlich", "Rüde", "Kater", "Hengst"],
  },
  size: {
    small: ["s", "klein"],
    medium: ["m", "mittel", "mittelgroß"],
    large: ["l", "groß"],
    extra_large: ["xl", "very large", "sehr groß"],
  },
  neutered: {
    true: ["yes", "y", "1", "ja", "j", "wahr", "neutered", "spayed", "castrated", "kastriert", "sterilisiert"],
    false: ["no", "n", "0", "nein", "falsch", "intact", "not neutered", "unkastriert", "nicht kastriert"],
  },
  published: {
    true: [
      "yes",
      "y",
      "1",
      "ja",
      "j",
      "wahr",
      "published",
      "public",
      "visible",
      "veröffentlicht",
      "öffentlich",
      "sichtbar",
    ],
    false: ["no", "n", "0", "nein", "falsch", "hidden", "private", "unpublished", "nicht öffentlich", "versteckt"],
  },
};

/** What a word means, by its column and `keyOf`. */
const meaningOf = Object.fromEntries(
  Object.entries(WORDS).map(([column, meanings]) => [
    column,
    new Map(
      Object.entries(meanings).flatMap(([meaning, words]) =>
        [meaning, ...words].flatMap(keysOf).map((key) => [key, meaning] as const),
      ),
    ),
  ]),
) as unknown as Readonly<Record<WordColumn, ReadonlyMap<string, string>>>;

/** Whether a column has words. */
export function isWordColumn(column: string): column is WordColumn {
  return column in WORDS;
}

/** What a word in a column means; undefined for an unknown word. */
export function meaningIn(column: WordColumn, word: string): string | undefined {
  // -1 is not 1: a key has no signs between words.
  return /^\s*-\d/.test(word) ? undefined : meaningOf[column].get(keyOf(word));
}

/** What the words of a column may mean. */
export function meaningsOf(column: WordColumn): readonly string[] {
  return Object.keys(WORDS[column]);
}

/** Words for the sex and whether an animal is neutered in one: `mn` and `f/s` of American shelters, `mk` of German ones. */
const BOTH: Readonly<Record<string, readonly [sex: "male" | "female", neutered: boolean]>> = {
  ...{ mn: ["male", true], "m/n": ["male", true], fs: ["female", true], "f/s": ["female", true] },
  ...{ mi: ["male", false], "m/i": ["male", false], fi: ["female", false], "f/i": ["female", false] },
  ...{ mk: ["male", true], "m/k": ["male", true], wk: ["female", true], "w/k": ["female", true] },
  ...{ gelding: ["male", true], wallach: ["male", true] },
};
const NEUTERED = /^(?:neutered|spayed|castrated|altered|fixed|desexed|kastrierte?r?|sterilisierte?r?)$/;
const INTACT = /^(?:intact|entire|unaltered|unneutered|unspayed|unkastrierte?r?|intakte?r?)$/;

/** The two facts of a cell such as `Neutered Male` or `Hündin, kastriert`; undefined if it has not both. */
export function sexAndNeutered(cell: string): { readonly sex: string; readonly neutered: boolean } | undefined {
  const known = BOTH[fold(cell).replaceAll(/\s/g, "")];
  if (known !== undefined) return { sex: known[0], neutered: known[1] };
  const words = fold(cell)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const isNot = words.some((word) => word === "not" || word === "nicht");
  const facts = words.filter((word) => word !== "not" && word !== "nicht");
  const sexes = facts.map((word) => meaningIn("sex", word)).filter((sex) => sex !== undefined);
  const neutered = facts.flatMap((word) => (NEUTERED.test(word) ? [!isNot] : INTACT.test(word) ? [isNot] : []));
  const [sex, is] = [sexes[0], neutered[0]];
  if (facts.length !== 2 || sexes.length !== 1 || sex === undefined || is === undefined) return undefined;
  return { sex, neutered: is };
}

const NOTHING = new Set([
  ...["na", "n/a", "n.a.", "#n/a", "#nv", "null", "nil", "none", "unknown", "not known", "tbd", "tba"],
  ...["unbekannt", "nicht bekannt", "k.a.", "k. a.", "keine angabe", "-", "--", "---", "–", "—", "?", "??", "???"],
  ...["0/0/0000", "00/00/0000", "0000-00-00", "00.00.0000", "0.0.0000"],
]);

/** Whether a text means that nothing is known. */
export function isNothing(cell: string): boolean {
  return NOTHING.has(cell.trim().toLowerCase());
}

const NO_NAME = new Set(
  ["unnamed", "no name", "noname", "nameless", "ohne namen", "ohne name", "unbenannt", "namenlos", "kein name"].map(
    keyOf,
  ),
);

/** Whether a text means that an animal has no name. */
export function isNoName(cell: string): boolean {
  return NO_NAME.has(keyOf(cell)) || (isNothing(cell) && /\p{L}/u.test(cell));
}

/** What spreadsheets show for a formula that failed, in any language, and for a column that is too narrow. */
export function isErrorWord(cell: string): boolean {
  return /^#(?:[\p{Lu}¡/0_]{2,20}[!?]|N\/A|NV|N\/D|#{2,})$/u.test(cell.trim()) || /^Err:5\d\d$/.test(cell.trim());
}

/** Symbols and words that stand for a currency, by `keyOf`. */
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ...[["€", "EUR"] as const, ["euro", "EUR"] as const, ["euros", "EUR"] as const],
  ...["$", "dollar", "dollars", "us$"].map((text) => [text, "USD"] as const),
  ...["£", "pound", "pounds", "pfund"].map((text) => [text, "GBP"] as const),
  ...["franken", "francs"].map((text) => [text, "CHF"] as const),
  ...["złoty", "zlotys"].map((text) => [keyOf(text), "PLN"] as const),
  ...["fr", "fr.", "sfr", "sfr."].map((text) => [text, "CHF"] as const),
  ...[["zl", "PLN"] as const, ["¥", "JPY"] as const],
]);

/** The code of a currency that a symbol, a word or a code stands for. */
export function currencyOf(text: string): string | undefined {
  const key = keyOf(text);
  return CURRENCIES.get(key) ?? (/^[a-z]{3}$/.test(key) ? key.toUpperCase() : undefined);
}

/** The number of a microchip without what separates its digits. */
export function readMicrochip(text: string): string {
  return text.replaceAll(/[\s.-]/g, "");
}
