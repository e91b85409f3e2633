/* What a person says about a file. */
import type { CreateImportQuery, ImportColumn } from "../../../client/index.ts";

/** What a title means: a column, nothing (`-`), or what the service makes of it (empty). */
export type Meaning = ImportColumn | "-" | "";

/** What a person says about a file. */
export interface Choices {
  readonly meanings: Readonly<Record<string, Meaning>>;
  readonly update: boolean;
  readonly createCategories: boolean;
}

export const NO_CHOICES: Choices = { meanings: {}, update: false, createCategories: false };

/** The query that says the same to the service. */
export function queryOf({ meanings, update, createCategories }: Choices): CreateImportQuery {
  const pairs = Object.entries(meanings).filter(([, meaning]) => meaning !== "");
  return {
    ...(update && { update }),
    ...(createCategories && { createCategories }),
    ...(pairs.length > 0 && { map: pairs.map(([title, meaning]) => `${title}=${meaning}`).join(",") }),
  };
}
