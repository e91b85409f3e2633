/* Exports of other systems: their columns and words. `docs/imports.md` lists the versions and their documentation.
   Ambiguous words, such as Shopify's "draft", are left out, so that the import asks. */

import type { ImportColumn } from "../../contract/imports/import-line.ts";
import { type ImportSource, importSources } from "../../contract/imports/import-sources.ts";
import { TAG_SEPARATOR } from "../../contract/limits.ts";
import { textOfHtml } from "../cells/html.ts";

/** The file format of another system. */
export interface Source {
  /** Its display name. */
  readonly name: string;
  /** The titles of each column. In each row, the first non-empty cell counts. */
  readonly titles: Readonly<Partial<Record<ImportColumn, readonly string[]>>>;
  /** The meaning of words per column; an empty text for nothing. */
  readonly words: Readonly<Partial<Record<ImportColumn, Readonly<Record<string, string>>>>>;
  /** How an empty cell is written. */
  readonly empty?: string;
  /** The titles of the key: further rows with the same key belong to the same pet. */
  readonly key: readonly string[];
  /** Further rows of a pet are vaccinations: the titles of their name and batch. */
  readonly care?: { readonly what: readonly string[]; readonly batch: readonly string[] };
  /** Titles that are filled in only for pets that have died. */
  readonly died?: readonly string[];
  /** The words that mean so; by default, any text. */
  readonly diedWords?: readonly string[];
  /** Converters for cells in a format of the system's own. */
  readonly cells?: Readonly<Partial<Record<ImportColumn, (cell: string) => string>>>;
}

const tagsByComma = (cell: string) => cell.replaceAll(",", TAG_SEPARATOR);

export const sources: Readonly<Record<ImportSource, Source>> = {
  // FEE is not imported: it is in cents in data sets and in whole units in reports.
  asm3: {
    name: importSources.asm3,
    titles: {
      name: ["ANIMALNAME"],
      category: ["ANIMALSPECIES", "SPECIESNAME"],
      status: ["MOVEMENTTYPE", "ARCHIVED"],
      breed: ["ANIMALBREED1", "BREEDNAME", "BREEDNAME1"],
      sex: ["ANIMALSEX", "SEXNAME"],
      birthDate: ["ANIMALDOB", "DATEOFBIRTH"],
      arrivedOn: ["ANIMALENTRYDATE", "MOSTRECENTENTRYDATE", "DATEBROUGHTIN"],
      size: ["ANIMALSIZE", "SIZENAME"],
      color: ["ANIMALCOLOR", "BASECOLOURNAME"],
      neutered: ["ANIMALNEUTERED", "NEUTERED"],
      description: ["ANIMALDESCRIPTION", "ANIMALCOMMENTS"],
      reference: ["ANIMALCODE", "SHELTERCODE"],
      microchip: ["ANIMALMICROCHIP", "IDENTICHIPNUMBER"],
      grams: ["ANIMALWEIGHT", "WEIGHT"],
      vaccinatedOn: ["VACCINATIONGIVENDATE"],
      vaccinationDueOn: ["VACCINATIONEXPIRESDATE", "VACCINATIONDUEDATE"],
    },
    words: {
      // Movement types: none, adoption, foster, transfer, reclaimed, released, retailer. ARCHIVED also uses 0 and 1.
      status: { 0: "available", 1: "sold", 2: "available", 3: "sold", 5: "sold", 7: "sold", 8: "available" },
      sex: { Unknown: "" },
      // Kilograms or pounds, as the shelter configured; 0 if the animal was never weighed.
      grams: { 0: "", "0.0": "" },
    },
    empty: "None",
    key: ["ANIMALCODE", "SHELTERCODE"],
    care: { what: ["VACCINATIONTYPE"], batch: ["VACCINATIONBATCHNUMBER"] },
    died: ["ANIMALDECEASEDDATE", "DECEASEDDATE"],
  },
  shelterluv: {
    name: importSources.shelterluv,
    titles: {
      name: ["Name", "Animal Name"],
      category: ["Species"],
      status: ["Status", "In Custody"],
      breed: ["Primary Breed", "Breed"],
      sex: ["Sex"],
      birthDate: ["Date of Birth", "Birthdate", "DOB"],
      arrivedOn: ["Intake Date", "Created Date"],
      size: ["Size", "Size Group"],
      color: ["Primary Color", "Color"],
      neutered: ["Altered"],
      description: ["Kennel Card / Web Site Memo", "Website Memo", "Description"],
      tags: ["Attributes"],
      price: ["Adoption Fee"],
      reference: ["Animal ID"],
      microchip: ["Microchip Number", "Microchip"],
      grams: ["Current Weight"],
    },
    words: {
      status: {
        "Available for Adoption": "available",
        "Available In Foster": "available",
        "Adoption Pending": "pending",
        "Healthy In Home": "sold",
        "Transferred Out": "sold",
        "Returned to Owner": "sold",
        Yes: "available",
        No: "sold",
      },
      sex: { Unknown: "" },
      size: { "X-Large": "extra_large" },
      neutered: { Unknown: "" },
    },
    key: ["Animal ID"],
    cells: { tags: tagsByComma },
  },
  shopify: {
    name: importSources.shopify,
    titles: {
      name: ["Title"],
      category: ["Type", "Product Category"],
      status: ["Status"],
      quantity: ["Variant Inventory Qty", "Inventory quantity"],
      description: ["Body (HTML)", "Description"],
      tags: ["Tags"],
      price: ["Variant Price", "Price"],
      reference: ["Variant SKU", "SKU"],
    },
    words: { status: { active: "available", archived: "sold" } },
    key: ["Handle", "URL handle"],
    cells: { tags: tagsByComma, description: textOfHtml },
  },
  // The "Product CSV Import Schema" in WooCommerce's wiki. Prices are in the shop's currency, which the file does not
  // name.
  woocommerce: {
    name: importSources.woocommerce,
    titles: {
      name: ["Name"],
      category: ["Categories"],
      quantity: ["Stock"],
      description: ["Description", "Short description"],
      tags: ["Tags"],
      price: ["Regular price"],
      reference: ["SKU", "ID"],
      published: ["Published"],
    },
    // -1 for a draft, 0 for a private product.
    words: {},
    key: ["ID"],
    cells: { tags: tagsByComma, description: textOfHtml, published: (cell) => (cell === "1" ? "yes" : "no") },
  },
  // PetPoint's report "Animal: Inventory". Stages and locations differ between shelters, so no status is imported.
  petpoint: {
    name: importSources.petpoint,
    titles: {
      name: ["Animal Name"],
      category: ["Species"],
      breed: ["Primary Breed"],
      sex: ["Gender", "Sex"],
      birthDate: ["Date Of Birth"],
      arrivedOn: ["Intake Date/Time", "Intake Date"],
      size: ["Size"],
      color: ["Primary Color"],
      neutered: ["Altered"],
      reference: ["Animal #"],
      microchip: ["Chip Number"],
    },
    words: { sex: { Unknown: "", U: "" }, neutered: { Unknown: "" } },
    key: ["Animal #"],
  },
  // The file that Petfinder accepts from shelters by FTP, as written by `petstore export --for petfinder`.
  petfinder: {
    name: importSources.petfinder,
    titles: {
      name: ["AnimalName"],
      category: ["Type"],
      status: ["Status"],
      breed: ["PrimaryBreed"],
      sex: ["Sex"],
      birthDate: ["birth_date"],
      arrivedOn: ["arrival_date"],
      size: ["Size"],
      color: ["primaryColor"],
      neutered: ["Altered"],
      description: ["Desc"],
      price: ["adoption_fee"],
      reference: ["ID", "Internal"],
    },
    words: { status: { A: "available", H: "pending", P: "pending", X: "sold" }, sex: { U: "" } },
    key: ["ID"],
    cells: { description: (cell) => cell.replaceAll("&#10;", "\n") },
  },
  // The report "Animals (All Fields)", a custom report, or the animal list as CSV, with the titles that Animal Shelter
  // Manager's converter for RescueGroups reads. Statuses are from RescueGroups' user guide, "Managing animal status";
  // "Foster", "Sanctuary" and other hidden ones are ambiguous. Animals not exported to other sites are not published.
  rescuegroups: {
    name: importSources.rescuegroups,
    titles: {
      name: ["Name"],
      category: ["Species"],
      status: ["Status"],
      breed: ["Primary Breed", "Breed"],
      sex: ["Sex"],
      birthDate: ["Birthdate"],
      arrivedOn: ["Received Date"],
      size: ["Size Potential (General)"],
      color: ["Color (General)"],
      neutered: ["Altered"],
      description: ["Description (no html)", "Description"],
      price: ["Adoption Fee"],
      reference: ["Rescue ID", "Animal ID"],
      published: ["Allow Export"],
      microchip: ["Microchip Number"],
    },
    words: {
      status: {
        Available: "available",
        "Available for Adoption": "available",
        Pending: "pending",
        "Adoption Pending": "pending",
        Hold: "pending",
        Adopted: "sold",
        Transferred: "sold",
      },
      sex: { Unknown: "" },
      size: { "X-Large": "extra_large" },
      neutered: { Unknown: "" },
    },
    key: ["Animal ID"],
    died: ["Status"],
    diedWords: ["Passed Away", "Euthanized"],
    cells: { description: textOfHtml },
  },
};
