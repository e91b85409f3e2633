/* Columns with photo URLs, which `petstore import --photo-urls` fetches (decision 078). */

import type { PetFile } from "../reading/pet-file.ts";
import type { FileRecord } from "../reading/records.ts";
import { rowOwner } from "./foreign-tables.ts";
import type { Header } from "./titles.ts";

/** The distinct URLs in a row's cells. A URL may contain a comma. */
export function addressesIn({ photos }: Pick<Header, "photos">, { fields }: FileRecord): readonly string[] {
  if (photos.length === 0) return [];
  const texts = photos.flatMap((index) => (fields[index] ?? "").split(/[\s|]+|[,;]\s*(?=https?:)/i));
  return [...new Set(texts.filter((text) => /^https?:\/\//i.test(text)).map((text) => text.replace(/[,;]+$/, "")))];
}

/** The photo URLs of a row. */
export interface PhotoAddresses {
  /** The line of the pet, which may be an earlier row. */
  readonly petLine: number;
  readonly line: number;
  readonly addresses: readonly string[];
}

/** Reads the photo URLs of a file, row by row. */
export async function* readPhotoAddresses({ header, mapping, records }: PetFile): AsyncGenerator<PhotoAddresses> {
  if (header === undefined || header.photos.length === 0) return;
  const ownerOf = mapping.source && rowOwner(mapping.source, header.titles);
  // Unreadable lines are not pets.
  for await (const part of records(() => {})) {
    for (const record of part) {
      const { line } = record;
      if (mapping.isSkipped(line)) continue;
      const petLine = ownerOf?.(record) ?? line;
      const addresses = addressesIn(header, record);
      if (addresses.length > 0) yield { petLine, line, addresses };
    }
  }
}
