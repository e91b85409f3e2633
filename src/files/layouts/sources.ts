/*
 * The exports of other systems: which of their columns are ours, and what their words mean. `docs/imports.md` says which versions
 * these are, and where they are documented. A word that means nothing certain, such as Shopify's "draft", is not here: then the
 * import asks.
 */

import type { ImportColumn } from "../../contract/imports/import-line.ts";
import { type ImportSource, importSources } from "../../contract/imports/import-sources.ts";
import { TAG_SEPARATOR } from "../../contract/limits.ts";
import { textOfHtml } from "../cells/html.ts";

/** How another system writes its pets. */
export interface Source {
  /** What people call it. */
  readonly name: string;
  /** The titles of each column. In each row, the first that says something counts. */
  readonly titles: Readonly<Partial<Record<ImportColumn, readonly string[]>>>;
  /** What words of a column mean; an empty text for nothing. */
  readonly words: Readonly<Partial<Record<ImportColumn, Readonly<Record<string, string>>>>>;
  /** What an empty cell is written as. */
  readonly empty?: string;
  /** The titles of what tells its pets apart: further rows with the same belong to the pet of the first. */
  readonly key: readonly string[];
  /** Further rows of a pet are its vaccinations: the titles of their names and batches. */
  readonly care?: { readonly what: readonly string[]; readonly batch: readonly string[] };
  /** The titles of what only a pet has that has died. */
  readonly died?: readonly string[];
  /** The words that say so there; without them, any cell does. */
  readonly diedWords?: readonly string[];
  /** Cells that are written in another way than people write them. */
  readonly cells?: Readonly<Partial<Record<ImportColumn, (cell: string) => string>>>;
}

const tagsByComma = (cell: string) => cell.replaceAll(",", TAG_SEPARATOR);

/** One declaration for each system. */
export const sources: Readonly<Record<ImportSource, Source>> = {
  // FEE is not read: it is in cents in data sets, and in whole units in reports.
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
      // The numbers of movements: none, adoption, foster, transfer, reclaimed, released, retailer. ARCHIVED has 0 and 1 too.
      status: { 0: "available", 1: "sold", 2: "available", 3: "sold", 5: "sold", 7: "sold", 8: "available" },
      sex: { Unknown: "" },
      // Kilograms or pounds, as the shelter has set it, and nothing where nobody has weighed.
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
  // The "Product CSV Import Schema" of WooCommerce's wiki. A price has the shop's currency, which the file does not name.
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
    // A draft has -1, and a private product 0.
    words: {},
    key: ["ID"],
    cells: { tags: tagsByComma, description: textOfHtml, published: (cell) => (cell === "1" ? "yes" : "no") },
  },
  // The report "Animal: Inventory" of PetPoint, whose stages and locations differ from shelter to shelter, so no status is read.
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
  // The file that Petfinder takes from shelters by FTP, as `petstore export --for petfinder` writes it.
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
  // The report "Animals (All Fields)", a report of chosen fields, or the list of animals as CSV: the titles that Animal Shelter
  // Manager's converter for RescueGroups reads. Statuses are those of RescueGroups' user guide, "Managing animal status"; "Foster",
  // "Sanctuary" and what else is hidden there mean nothing certain. What is not exported to other sites is not published.
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
