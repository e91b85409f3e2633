/* The port to the store for imports that were stored. Its comments are promises, as in `ports.ts`. */

import type { IdRange } from "../../contract/imports/import-summary.ts";
import type { KeptReason } from "../../contract/imports/stored-imports.ts";
import type { Category } from "../../contract/pets/categories.ts";
import type { Profile } from "../../contract/pets/profiles.ts";
import type { StoredCare } from "../shop/care/care-ports.ts";
import type { Slice } from "../slice.ts";
import type { PetChange, PetWithStock } from "./import-ports.ts";

/** What ids are: pets or categories that an import added, or pets that were removed when it was undone. */
export type RangeKind = "pet" | "category" | "removed";

/** An import that begins. */
export interface NewImportRun {
  /** The SHA-256 of the file in hexadecimal. */
  readonly content: string;
  /** In epoch milliseconds. */
  readonly at: number;
  readonly key?: { readonly name: string; readonly hint: string } | undefined;
  readonly file?: string | undefined;
  /** It is undone if it stops halfway, because no client resumes it. */
  readonly isAllOrNothing?: boolean;
}

/** An import, as it is stored. */
export interface ImportRun extends Omit<NewImportRun, "isAllOrNothing"> {
  readonly id: bigint;
  /** The revision of the pets that it added. Every later change of a pet gives it another. */
  readonly revision: bigint;
  readonly added: number;
  readonly updated: number;
  readonly createdCategories: number;
  readonly finishedAt?: number | undefined;
  readonly undoBegunAt?: number | undefined;
  readonly undoneAt?: number | undefined;
}

/** What a part of an import stored. */
export interface StoredPart {
  /** The ids of the new pets. */
  readonly added: readonly bigint[];
  readonly updated: readonly PetChange[];
  readonly createdCategories: readonly bigint[];
}

/** A line, and the pet that it became or is about. */
export interface ImportedLine {
  readonly line: number;
  readonly petId: bigint;
}

/** What an import changed of a pet: the members that differ, as they were before and after it. */
export interface PetUpdate {
  readonly petId: bigint;
  readonly before: ChangedMembers;
  readonly after: ChangedMembers;
}

/** Members of a pet; of its profile, null for one that it did not have. */
export type ChangedMembers = Partial<Omit<PetWithStock, "id" | "profile">> & {
  readonly profile?: { readonly [Name in keyof Profile]?: Profile[Name] | null };
  /** The entries of care that were added. */
  readonly care?: readonly StoredCare[];
};

export interface ImportRuns {
  /** Begins an import. */
  begin(run: NewImportRun): Promise<ImportRun>;
  /** Records a part of an import with its pets. Returns false, and records nothing, when the import is being undone. */
  add(id: bigint, part: StoredPart): Promise<boolean>;
  /**
   * Ends an import, and deletes it if it stored nothing. Returns whether it is kept; undefined, and nothing changes, if it is being undone.
   */
  finish(id: bigint, at: number): Promise<boolean | undefined>;
  /**
   * Returns the first all-or-nothing import after an id that was left unfinished: one without progress for a minute, or any if no other
   * process can be working on it.
   */
  findAbandoned(isAny: boolean, after: bigint): Promise<ImportRun | undefined>;
  /** Stops an unfinished import for good. Returns false if there is none. */
  stop(id: bigint, at: number): Promise<boolean>;
  /** Removes and returns some changes of an import, to undo them; none when all are undone. */
  takeUpdates(id: bigint, limit: number): Promise<readonly PetUpdate[]>;
  /** Deletes the record of an import. */
  forget(id: bigint): Promise<void>;
  list(slice: Slice): Promise<readonly ImportRun[]>;
  find(id: bigint): Promise<ImportRun | undefined>;
  /**
   * Begins to undo an import, and deletes the record of its file, which may then be imported again. Locks the import until the end of the
   * transaction. Returns it, or undefined if there is none.
   */
  beginUndo(id: bigint, at: number): Promise<ImportRun | undefined>;
  /** Returns the ids of a kind in ascending order, each once, in as few ranges as possible. */
  ranges(id: bigint, kind: RangeKind): Promise<readonly IdRange[]>;
  /** Records ids of a kind. */
  addRanges(id: bigint, kind: RangeKind, ranges: readonly IdRange[]): Promise<void>;
  /**
   * Returns the pets that exist, each with the reason why it must stay: undefined if it was neither changed nor ordered since it got the
   * revision. Locks them until the end of the transaction.
   */
  lockAdded(petIds: readonly bigint[], revision: bigint): Promise<ReadonlyMap<bigint, KeptReason | undefined>>;
  /** Removes pets like `Pets.delete`. */
  removePets(petIds: readonly bigint[]): Promise<void>;
  /** Removes those of these categories that no pet has, and returns them. */
  removeEmpty(categoryIds: readonly bigint[]): Promise<readonly Category[]>;
  /** Ends undoing an import. Returns false if it was ended before. */
  endUndo(id: bigint, at: number): Promise<boolean>;
}
