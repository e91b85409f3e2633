/* Many pets at once, for imports. */
import type { CareOfLine } from "../../contract/care/care-lines.ts";
import type { ImportColumn, ImportLine, identifiers } from "../../contract/imports/import-line.ts";
import type { ImportReport } from "../../contract/imports/import-report.ts";
import type { ImportSource } from "../../contract/imports/import-sources.ts";
import type { WeightUnit } from "../../contract/limits.ts";
import type { GivenFile } from "../../contract/operation.ts";
import type { Pet } from "../../contract/pets/pets.ts";
import type { Profile } from "../../contract/pets/profiles.ts";
import type { StoredCare } from "../shop/care/care-ports.ts";
import type { LineError, NameColumn, Problem } from "./line-problems.ts";

/** A pet with its stock and profile. */
export interface PetWithStock extends Pet {
  readonly quantity: number;
  readonly profile: Profile;
}

/** A pet to add. Without an id it gets a new one. */
export type ImportedPet = Omit<PetWithStock, "id"> & {
  readonly id: bigint | undefined;
  /** When it was added, if that was before the import (RFC 3339). */
  readonly createdAt?: string | undefined;
};

/** A pet before and after a change. */
export interface PetChange {
  readonly before: PetWithStock;
  readonly after: PetWithStock;
  /** The entries of care that the change adds. */
  readonly care?: readonly StoredCare[];
}

/** A file whose import is complete. */
export interface ImportedFile {
  /** Its SHA-256 in hexadecimal. */
  readonly content: string;
  /** How many pets it has. */
  readonly lines: number;
}

export interface Imports {
  /** Returns when a file with this SHA-256 was imported, in epoch milliseconds; undefined if it never was. */
  findFile(content: string): Promise<number | undefined>;
  /** Records a file. Returns true if it is the first with this content, for only one of two concurrent calls. */
  addFile(file: ImportedFile, at: number): Promise<boolean>;
  /** Returns those of the pets with these ids that exist, by id. */
  findPets(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, PetWithStock>>;
  /** Like `findPets`, and locks these pets until the end of the transaction. */
  lockPets(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, PetWithStock>>;
  /** Returns the ids of the categories with these names, whatever their case, by `nameKey`. */
  findCategories(names: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /**
   * Stores pets with their profiles and a revision, each with a stock change with the reason `imported`; returns their ids, in the
   * order of the pets. Later pets get larger ids.
   */
  insertPets(pets: readonly ImportedPet[], at: number, revision?: bigint): Promise<readonly bigint[]>;
  /** Changes pets that are locked and their profiles, each changed count with a stock change with the reason `imported`. */
  updatePets(changes: readonly PetChange[], at: number): Promise<void>;
}

/** A vaccination that was done or is due, with its words and its batch. */
export interface NamedCare extends Pick<CareOfLine, "vaccinatedOn" | "vaccinationDueOn"> {
  readonly what?: string | undefined;
  readonly batch?: string | undefined;
}

/** The content of a line, and its number. */
export interface PetLine {
  readonly line: number;
  readonly input: ImportLine;
  /** What a new pet has where the line says nothing. */
  readonly ifNew?: Pick<ImportLine, "name" | "category"> | undefined;
  /** Its vaccinations by name, of a system that has a row for each. */
  readonly care?: readonly NamedCare[] | undefined;
  /** Problems of cells, whose columns are left out of the input. */
  readonly problems?: readonly Problem[] | undefined;
}

/** The options of an import, named as in `createImport`. */
export type ImportOption =
  | "update"
  | "match"
  | "allowDuplicates"
  | "allowOtherPets"
  | "createCategories"
  | "from"
  | "map"
  | "mapStatus"
  | "mapValues"
  | "skip"
  | "dates"
  | "currency"
  | "unit";

/** A column that identifies pets. */
export type MatchColumn = (typeof identifiers)[number];

/** How messages name an option. */
export type NameOption = (option: ImportOption) => string;

/** The categories of a shop, as far as they are compared with those of a file. */
export interface Kinds {
  /** The names that are offered for rows without a category. */
  readonly offered: readonly string[];
  /** The categories that mean the same as a name. */
  similarTo(name: string): readonly string[];
}

/** How an import treats its lines. */
export interface ImportRules {
  /** Change pets that exist. */
  readonly update: boolean;
  /** The column that identifies pets; by default the first of `identifiers` that a line has. */
  readonly match: MatchColumn | undefined;
  /** Change a pet by its id even if its name and its category both differ from those of the line. */
  readonly allowOtherPets: boolean;
  /** Create the categories that do not exist. */
  readonly createCategories: boolean;
  /** When the file is imported, in epoch milliseconds: births are not later. */
  readonly now: number;
  /** The same moment as a day in the time zone of the shop: nothing was done later. */
  readonly today: string;
  /** How messages name a column. */
  readonly label: NameColumn;
  readonly option: NameOption;
  /** The categories of the shop. */
  readonly kinds: Kinds;
  /** Categories that the answers name, by `nameKey`: similar names raise no question. */
  readonly namedCategories: ReadonlySet<string>;
}

/** How a file is to be read. */
export interface ReadingOptions {
  readonly update: boolean;
  readonly match?: MatchColumn | undefined;
  /** The system that exported the file. */
  readonly from?: ImportSource | undefined;
  readonly map?: string | undefined;
  readonly mapStatus?: string | undefined;
  readonly mapValues?: string | undefined;
  /** The lines to leave out. */
  readonly skip?: string | undefined;
  /** When the file is read, in epoch milliseconds: years of two digits are not in the future, and neither are births. */
  readonly now: number;
  /** The same moment as a day in the time zone of the shop: nothing was done later. */
  readonly today: string;
  readonly dates?: string | undefined;
  readonly currency?: string | undefined;
  readonly unit?: WeightUnit | undefined;
}

/** Receives a line that cannot be read. */
export type Refuse = (line: number, error: LineError) => void;

/** A file whose columns are known. */
export interface ReadFile {
  readonly columns: ImportReport["columns"];
  readonly label: NameColumn;
  readonly option: NameOption;
  /** The column that identifies the pets of a table; undefined without one, and where it differs from line to line. */
  readonly match: MatchColumn | undefined;
  /** Warnings, complete once the lines are read. */
  readonly warnings: () => ImportReport["warnings"];
  /** The title of a column of a table, if it has one; undefined for a file that is no table. */
  readonly titleOf: ((column: ImportColumn) => string | undefined) | undefined;
  /** Categories that the answers name: similar names raise no question. */
  readonly namedCategories: ReadonlySet<string>;
  /** Streams the lines, a few per iteration of the event loop. */
  read(refuse: Refuse): AsyncIterable<readonly PetLine[]>;
}

/** Finds the columns of a file. Throws `invalid_parameter` for a mapping that cannot be understood. */
export type FileReader = (file: GivenFile, options: ReadingOptions) => Promise<ReadFile>;
