/* What a column of a file may say about a pet. */
import type { ImportColumn } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";

/** What a column may say about a pet, in words. */
export function meanings(): Readonly<Record<ImportColumn, string>> {
  const { imports, profile } = allTexts.value;
  const { breed, sex, birthDate, size, color, neutered, description, tags, price, reference, microchip, arrivedOn } =
    profile;
  const known = {
    breed,
    sex,
    birthDate,
    size,
    color,
    neutered,
    description,
    tags,
    price,
    reference,
    microchip,
    arrivedOn,
  };
  return { ...imports.meanings, ...known };
}
