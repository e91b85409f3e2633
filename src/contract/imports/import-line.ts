/* The lines of an import of pets. */
import * as z from "zod";
import { CareOfLine, careColumns } from "../care/care-lines.ts";
import { count, givenDateTime, int64 } from "../common.ts";
import { NewPet } from "../pets/pets.ts";
import { NewProfile, profileMembers } from "../pets/profiles.ts";

/** A line of an import. Missing members have defaults, or stay the same for an existing pet. */
export const ImportLine = z
  .strictObject({
    id: int64("Id").refine((id) => id > 0n, { error: "an integer from 1 to 9223372036854775807" }),
    ...NewPet.shape,
    /** The name of a category, instead of its id. */
    category: NewPet.shape.name,
    quantity: count("Current stock count"),
    ...NewProfile.shape,
    ...CareOfLine.shape,
    /** From an export: a new pet keeps this time, an existing one its own. */
    createdAt: givenDateTime("When the pet was added"),
  })
  .partial();
export type ImportLine = z.output<typeof ImportLine>;

/** The columns of a table of pets: the members of a line. */
export const ImportColumn = z
  .enum([
    "id",
    "name",
    "categoryId",
    "category",
    "status",
    "quantity",
    ...profileMembers,
    ...careColumns,
    "createdAt",
  ] satisfies (keyof ImportLine)[])
  .meta({ id: "ImportColumn", description: "What a column of an import says about a pet" });
export type ImportColumn = z.output<typeof ImportColumn>;

/** The columns that identify pets. The first one in the file is used. */
export const identifiers = ["id", "reference", "microchip"] as const satisfies readonly ImportColumn[];
