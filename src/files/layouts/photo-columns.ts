/* The columns of a table with the addresses of photos, which `petstore import --photo-urls` fetches (decision 078). */

import type { PetFile } from "../reading/pet-file.ts";
import type { FileRecord } from "../reading/records.ts";
import { rowOwner } from "./foreign-tables.ts";
import type { Header } from "./titles.ts";

/** The addresses in the cells of a row, each once. A comma may be a part of one. */
export function addressesIn({ photos }: Pick<Header, "photos">, { fields }: FileRecord): readonly string[] {
  if (photos.length === 0) return [];
  const texts = photos.flatMap((index) => (fields[index] ?? "").split(/[\s|]+|[,;]\s*(?=https?:)/i));
  return [...new Set(texts.filter((text) => /^https?:\/\//i.test(text)).map((text) => text.replace(/[,;]+$/, "")))];
}

/** The addresses of photos that a row names. */
export interface PhotoAddresses {
  /** The line of the pet, which may be another row. */
  readonly petLine: number;
  readonly line: number;
  readonly addresses: readonly string[];
}

/** Reads the addresses of photos in a file, row by row. */
export async function* readPhotoAddresses({ header, mapping, records }: PetFile): AsyncGenerator<PhotoAddresses> {
  if (header === undefined || header.photos.length === 0) return;
  const ownerOf = mapping.source && rowOwner(mapping.source, header.titles);
  // Lines that cannot be read are no pets.
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
