/* The columns of care in imports and exports of pets (decision 091). */
import * as z from "zod";
import { count } from "../common.ts";
import { DONE_DAY, day } from "./care-schemas.ts";

const members = {
  vaccinatedOn: day("The day of the last vaccination. Not in the future", DONE_DAY),
  vaccinationDueOn: day("The day on which the next vaccination is due"),
  dewormedOn: day("The day on which the pet was last dewormed. Not in the future", DONE_DAY),
  grams: count("What the pet weighed last, in grams", 1),
  weighedOn: day("The day on which it was weighed; by default the day of the import. Not in the future", DONE_DAY),
};

/** The care in a line of a file. */
export const CareOfLine = z.object(members).partial().meta({
  id: "CareOfLine",
  description: "The care of a pet in a line of a file",
});
export type CareOfLine = z.output<typeof CareOfLine>;

/** The names of these members, in order. */
export const careColumns = Object.keys(members) as readonly (keyof typeof members)[];
