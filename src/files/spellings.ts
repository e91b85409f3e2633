/*
 * How people write the titles of columns and the words in them, in English and German (decision D61). Nothing is understood that is
 * not here: a word that only looks like another one may mean the opposite.
 */
import { ImportColumn } from "../contract/imports.ts";

/** The same for `Category ID`, `category_id` and `categoryId`. */
export function keyOf(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\s_-]+/g, "")
    .toLowerCase();
}

/** The titles of each column besides its name. Those of the console are among them. */
const TITLES: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  id: ["Pet id", "Animal id", "Tier-ID", "Number of the pet", "Nummer des Tiers"],
  name: ["Pet name", "Animal name", "Tiername", "Rufname", "Name des Tieres", "Name des Tiers"],
  categoryId: [
    ...["Category number", "Category (number)", "Kind (number)"],
    ...["Kategorie-ID", "Kategorie Nr", "Kategorie (Nummer)", "Art (Nummer)"],
  ],
  category: [
    ...["Category name", "Category (name)", "Kind", "Kind (name)", "Species"],
    ...["Kategorie", "Kategorie (Name)", "Tierart", "Art", "Art (Name)", "Gattung"],
  ],
  status: ["Pet status", "Animal status", "State", "Availability", "Verfügbarkeit", "Zustand"],
  quantity: ["Qty", "Stock", "In stock", "Count", "Bestand", "Lagerbestand", "Anzahl", "Menge", "Stück", "Stückzahl"],
  breed: ["Rasse"],
  sex: ["Gender", "Geschlecht"],
  birthDate: [
    ...["Born", "Date of birth", "DOB", "Birthday"],
    ...["Geboren", "Geboren am", "Geburtsdatum", "Geburtstag", "Geb.", "Geb.datum"],
  ],
  arrivedOn: [
    ...["Arrived", "Arrival", "Arrival date", "Intake date", "In the shop since"],
    ...["Angekommen", "Angekommen am", "Ankunft", "Aufnahme", "Aufnahmedatum", "Aufgenommen am", "Im Haus seit"],
  ],
  size: ["Größe", "Groesse"],
  color: ["Colour", "Coat color", "Farbe", "Fellfarbe"],
  neutered: ["Spayed/neutered", "Spayed", "Castrated", "Kastriert", "Sterilisiert"],
  description: ["Beschreibung"],
  tags: ["Stichwörter", "Schlagwörter", "Schlagworte"],
  price: ["Fee", "Adoption fee", "Preis", "Verkaufspreis", "Gebühr", "Schutzgebühr"],
  reference: ["Shop number", "Eigene Nummer", "Tiernummer", "Referenz"],
  createdAt: ["Added", "Added on", "Hinzugefügt", "Hinzugefügt am"],
  microchip: [
    ...["Chip", "Chip number", "Chip no", "Microchip number", "Transponder"],
    ...["Chipnummer", "Chip-Nr", "Chip-Nr.", "Mikrochip", "Mikrochipnummer", "Transpondernummer"],
  ],
};

/** What a title names, by `keyOf`. */
export const columnOf: ReadonlyMap<string, ImportColumn> = new Map(
  ImportColumn.options.flatMap((column) =>
    [column, ...(TITLES[column] ?? [])].map((title) => [keyOf(title), column] as const),
  ),
);

/** The columns whose cells are one of a few words. */
export type WordColumn = "status" | "sex" | "size" | "neutered";

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
    medium: ["m", "mittel", "mittelgroß", "mittelgross"],
    large: ["l", "groß", "gross"],
    extra_large: ["xl", "very large", "sehr groß", "sehr gross"],
  },
  neutered: {
    true: ["yes", "y", "1", "ja", "j", "wahr", "neutered", "spayed", "castrated", "kastriert", "sterilisiert"],
    false: ["no", "n", "0", "nein", "falsch", "intact", "not neutered", "unkastriert", "nicht kastriert"],
  },
};

/** What a word means, by its column and `keyOf`. */
const meaningOf = Object.fromEntries(
  Object.entries(WORDS).map(([column, meanings]) => [
    column,
    new Map(
      Object.entries(meanings).flatMap(([meaning, words]) =>
        [meaning, ...words].map((word) => [keyOf(word), meaning] as const),
      ),
    ),
  ]),
) as unknown as Readonly<Record<WordColumn, ReadonlyMap<string, string>>>;

/** Whether a column has words. */
export function isWordColumn(column: string): column is WordColumn {
  return column in WORDS;
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
  ...[["zł", "PLN"] as const, ["¥", "JPY"] as const],
]);

/** The code of a currency that a symbol, a word or a code stands for. */
export function currencyOf(text: string): string | undefined {
  const key = keyOf(text);
  return CURRENCIES.get(key) ?? (/^[a-z]{3}$/.test(key) ? key.toUpperCase() : undefined);
}

/** The currency at the end of a title, as in `Preis (€)` and `Price in EUR`, and the title without it. */
export function splitTitle(title: string): { readonly title: string; readonly currency: string | undefined } {
  const [, before, text = ""] =
    /^(.+?)\s*(?:\bin\s+)?[([]?(€|\$|£|¥|zł|S?Fr\.|EUR|Euro|USD|GBP|CHF|PLN|JPY)[)\]]?\s*$/i.exec(title) ?? [];
  if (before === undefined) return { title, currency: undefined };
  return { title: before, currency: currencyOf(text) };
}
