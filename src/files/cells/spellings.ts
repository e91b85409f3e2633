/* Known titles of columns in English and German (decision D61). Nothing else is recognised: a similar word may mean
   the opposite. */
import { ImportColumn } from "../../contract/imports/import-line.ts";
import type { WeightUnit } from "../../contract/limits.ts";
import { unitOf } from "../../core/reading/written-weights.ts";
import { currencyOf, keyOf, keysOf } from "../../core/reading/written-words.ts";

/** Further titles of each column. They include those of the console. */
const TITLES: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  // Only those of our own exports: an "Animal ID" of another system is a reference.
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

/** Titles that mean the opposite of `published`: "yes" hides the pet. */
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

/** Whether "yes" under this title hides the pet from visitors (decision D88). */
export function isHidingTitle(title: string): boolean {
  return HIDING_TITLES.has(keyOf(title));
}

/** Titles under which "yes" means that the animal is not the shelter's own, such as a patient of its clinic. */
const FOREIGN_TITLES = new Set(
  ["Non-shelter", "Non shelter animal", "ANIMALNONSHELTER", "NONSHELTERANIMAL", "Nicht aus dem Tierheim"].flatMap(
    keysOf,
  ),
);

/** Whether "yes" under this title excludes the animal. */
export function isForeignTitle(title: string): boolean {
  return FOREIGN_TITLES.has(keyOf(title));
}

/** Titles of columns with photo URLs, of other systems too. A number may follow. */
const PHOTO_TITLES = new Set(
  [
    ...["ANIMALIMAGE", "Image Src", "Variant Image", "Product image URL", "Variant image URL"],
    ...["Photo", "Photos", "Photo URL", "Photo URLs", "Photo link", "Picture", "Pictures", "Picture URL"],
    ...["Image", "Images", "Image URL", "Image URLs", "Image link", "Photo address"],
    ...["Foto", "Fotos", "Bild", "Bilder", "Foto-URL", "Bild-URL", "Foto-Link", "Bild-Link", "Fotoadresse"],
  ].flatMap(keysOf),
);

/** Whether the title says that the cells are photo URLs. */
export function isPhotoTitle(title: string): boolean {
  return PHOTO_TITLES.has(keyOf(title.replace(/[ _]*\d{1,2}$/, "")));
}

/** Columns by title, as `keyOf` folds it. */
export const columnOf: ReadonlyMap<string, ImportColumn> = new Map(
  ImportColumn.options.flatMap((column) =>
    [column, ...(TITLES[column] ?? [])].flatMap(keysOf).map((key) => [key, column] as const),
  ),
);

/** A title split from its unit or currency. */
interface SplitTitle {
  /** The rest of the title. */
  readonly title: string;
  readonly currency?: string | undefined;
  readonly unit?: WeightUnit | undefined;
}

const CURRENCY = /^(.+?)\s*(?:\bin\s+)?[([]?(€|\$|£|¥|zł|S?Fr\.|EUR|Euro|USD|GBP|CHF|PLN|JPY)[)\]]?\s*$/i;
const UNIT = /^(.*?)[\s_-]*(?:\bin\s+)?[([]?(?<!\p{L})(\p{L}+)[)\]]?\s*$/u;

/** Splits off a currency or unit, as in `Preis (€)`, `Price in EUR`, `Weight (kg)` and `grams`. */
export function splitTitle(written: string): SplitTitle {
  const [, priced, currency = ""] = CURRENCY.exec(written) ?? [];
  if (priced !== undefined) return { title: priced, currency: currencyOf(currency) };
  const [, weighed, named = ""] = UNIT.exec(written) ?? [];
  const unit = unitOf(named);
  return unit === undefined ? { title: written } : { title: weighed || written, unit };
}
