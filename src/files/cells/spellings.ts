/*
 * How people write the titles of columns, in English and German (decision D61). Nothing is understood that is not here: a word that
 * only looks like another one may mean the opposite.
 */
import { ImportColumn } from "../../contract/imports/import-line.ts";
import type { WeightUnit } from "../../contract/limits.ts";
import { unitOf } from "../../core/reading/written-weights.ts";
import { currencyOf, keyOf, keysOf } from "../../core/reading/written-words.ts";

/** The titles of each column besides its name. Those of the console are among them. */
const TITLES: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  // Those of our own files only: the number that another system calls "Animal ID" is a reference.
  id: ["Pet id", "Number of the pet", "Nummer des Tiers"],
  name: ["Pet name", "Animal name", "Tiername", "Rufname", "Name des Tieres", "Name des Tiers"],
  categoryId: [
    ...["Category number", "Category (number)", "Kind (number)"],
    ...["Kategorie-ID", "Kategorie Nr", "Kategorie (Nummer)", "Art (Nummer)"],
  ],
  category: [
    ...["Category name", "Category (name)", "Kind", "Kind (name)", "Species", "Animal type"],
    ...["Kategorie", "Kategorie (Name)", "Tierart", "Art", "Art (Name)", "Gattung"],
  ],
  status: ["Pet status", "Animal status", "State", "Availability", "Verfügbarkeit", "Zustand"],
  quantity: ["Qty", "Stock", "In stock", "Count", "Bestand", "Lagerbestand", "Anzahl", "Menge", "Stück", "Stückzahl"],
  breed: ["Rasse"],
  sex: ["Gender", "Sex upon intake", "Sex upon outcome", "Geschlecht"],
  birthDate: [
    ...["Born", "Date of birth", "DOB", "Birthday"],
    ...["Geboren", "Geboren am", "Geburtsdatum", "Geburtstag", "Geb.", "Geb.datum"],
  ],
  arrivedOn: [
    ...["Arrived", "Arrival", "Arrival date", "Intake date", "In the shop since"],
    ...["Angekommen", "Angekommen am", "Ankunft", "Aufnahme", "Aufnahmedatum", "Aufgenommen am", "Im Haus seit"],
  ],
  size: ["Größe"],
  color: ["Colour", "Coat color", "Farbe", "Fellfarbe"],
  neutered: ["Spayed/neutered", "Spayed", "Castrated", "Kastriert", "Sterilisiert"],
  description: ["Beschreibung"],
  tags: ["Stichwörter", "Schlagwörter", "Schlagworte"],
  price: ["Fee", "Adoption fee", "Preis", "Verkaufspreis", "Gebühr", "Schutzgebühr"],
  reference: [
    ...["Shop number", "Animal id", "Animal number", "Animal no", "Animal no.", "Animal #"],
    ...["Eigene Nummer", "Tier-ID", "Tiernummer", "Tier-Nr", "Tier-Nr.", "Referenz"],
  ],
  published: [
    ...[
      "Public",
      "Published online",
      "Published on online store",
      "Show online",
      "Visible",
      "Visible to public",
      "Show to visitors",
    ],
    ...["Veröffentlicht", "Öffentlich", "Sichtbar", "Online sichtbar", "Für Besucher sichtbar"],
  ],
  vaccinatedOn: [
    ...[
      "Vaccinated",
      "Vaccination",
      "Vaccination date",
      "Last vaccination",
      "Last vaccinated",
      "Last vaccination date",
    ],
    ...["Geimpft", "Geimpft am", "Impfung", "Impfdatum", "Letzte Impfung", "Letzte Impfung am", "Zuletzt geimpft"],
  ],
  vaccinationDueOn: [
    ...["Next vaccination", "Next vaccination on", "Next vaccination date", "Vaccination due", "Vaccination due on"],
    ...["Vaccination due date", "Vaccination expires", "Vaccinated until"],
    ...["Nächste Impfung", "Nächste Impfung am", "Nächste Impfung fällig", "Impfung fällig", "Impfung fällig am"],
    ...["Nächster Impftermin", "Geimpft bis", "Impfung gültig bis"],
  ],
  dewormedOn: [
    ...["Dewormed", "Deworming", "Deworming date", "Last deworming", "Last dewormed", "Wormed", "Wormed on"],
    ...["Entwurmt", "Entwurmt am", "Entwurmung", "Letzte Entwurmung", "Zuletzt entwurmt", "Wurmkur", "Letzte Wurmkur"],
  ],
  grams: [
    ...["Weight", "Current weight", "Last weight", "Body weight"],
    ...["Gewicht", "Aktuelles Gewicht", "Letztes Gewicht", "Körpergewicht", "Gramm"],
  ],
  weighedOn: [
    ...["Weighed", "Weight date", "Date of weight", "Last weighed", "Weighed at"],
    ...["Gewogen", "Gewogen am", "Wiegedatum", "Zuletzt gewogen"],
  ],
  createdAt: ["Added", "Added on", "Hinzugefügt", "Hinzugefügt am"],
  microchip: [
    ...["Chip", "Chip number", "Chip no", "Microchip number", "Transponder"],
    ...["Chipnummer", "Chip-Nr", "Chip-Nr.", "Mikrochip", "Mikrochipnummer", "Transpondernummer"],
  ],
};

/** Titles of columns that say the opposite of `published`: a yes hides the pet. */
const HIDING_TITLES = new Set(
  [
    ...[
      "Not for adoption",
      "ANIMALNOTFORADOPTION",
      "NOTFORADOPTION",
      "ISNOTAVAILABLEFORADOPTION",
      "Hidden",
      "Internal only",
    ],
    ...["Nicht zu vermitteln", "Nicht vermittelbar", "Nicht veröffentlichen", "Versteckt", "Nur intern"],
  ].flatMap(keysOf),
);

/** Whether a yes in a column with this title hides the pet from visitors (decision D88). */
export function isHidingTitle(title: string): boolean {
  return HIDING_TITLES.has(keyOf(title));
}

/** Titles of columns in which a yes says that the animal is not one of the shelter's own, such as a patient of its clinic. */
const FOREIGN_TITLES = new Set(
  ["Non-shelter", "Non shelter animal", "ANIMALNONSHELTER", "NONSHELTERANIMAL", "Nicht aus dem Tierheim"].flatMap(
    keysOf,
  ),
);

/** Whether a yes in a column with this title leaves the animal out. */
export function isForeignTitle(title: string): boolean {
  return FOREIGN_TITLES.has(keyOf(title));
}

/** Titles of columns with addresses of photos, of other systems too. Each may end with a number. */
const PHOTO_TITLES = new Set(
  [
    ...["ANIMALIMAGE", "Image Src", "Variant Image", "Product image URL", "Variant image URL"],
    ...["Photo", "Photos", "Photo URL", "Photo URLs", "Photo link", "Picture", "Pictures", "Picture URL"],
    ...["Image", "Images", "Image URL", "Image URLs", "Image link", "Photo address"],
    ...["Foto", "Fotos", "Bild", "Bilder", "Foto-URL", "Bild-URL", "Foto-Link", "Bild-Link", "Fotoadresse"],
  ].flatMap(keysOf),
);

/** Whether the cells under a title are addresses of photos, as far as it tells. */
export function isPhotoTitle(title: string): boolean {
  return PHOTO_TITLES.has(keyOf(title.replace(/[ _]*\d{1,2}$/, "")));
}

/** What a title names, by `keyOf`. */
export const columnOf: ReadonlyMap<string, ImportColumn> = new Map(
  ImportColumn.options.flatMap((column) =>
    [column, ...(TITLES[column] ?? [])].flatMap(keysOf).map((key) => [key, column] as const),
  ),
);

/** What a title says besides what its column is. */
interface SplitTitle {
  /** The title without it. */
  readonly title: string;
  readonly currency?: string | undefined;
  readonly unit?: WeightUnit | undefined;
}

const CURRENCY = /^(.+?)\s*(?:\bin\s+)?[([]?(€|\$|£|¥|zł|S?Fr\.|EUR|Euro|USD|GBP|CHF|PLN|JPY)[)\]]?\s*$/i;
const UNIT = /^(.*?)[\s_-]*(?:\bin\s+)?[([]?(?<!\p{L})(\p{L}+)[)\]]?\s*$/u;

/** The currency or the unit at the end of a title, as in `Preis (€)`, `Price in EUR`, `Weight (kg)` and `grams`. */
export function splitTitle(written: string): SplitTitle {
  const [, priced, currency = ""] = CURRENCY.exec(written) ?? [];
  if (priced !== undefined) return { title: priced, currency: currencyOf(currency) };
  const [, weighed, named = ""] = UNIT.exec(written) ?? [];
  const unit = unitOf(named);
  return unit === undefined ? { title: written } : { title: weighed || written, unit };
}
