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

/** Whether the words of a column mean yes or no. */
export function isYesOrNo(column: WordColumn): boolean {
  return column === "neutered" || column === "published";
}

/** What a word in a column means; undefined if nobody knows. */
export function meaningIn(column: WordColumn, word: string): string | undefined {
  return meaningOf[column].get(keyOf(word));
}

/** What the words of a column may mean. */
export function meaningsOf(column: WordColumn): readonly string[] {
  return Object.keys(WORDS[column]);
}

/** Symbols and words that stand for a currency, by `keyOf`. */
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ...[["€", "EUR"] as const, ["euro", "EUR"] as const, ["$", "USD"] as const, ["£", "GBP"] as const],
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
