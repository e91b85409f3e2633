/* The report of an import. */
import * as z from "zod";
import { CareOfLine } from "../care/care-lines.ts";
import { count, int64 } from "../common.ts";
import { NAME_MAX } from "../limits.ts";
import { NewPet } from "../pets/pets.ts";
import { KnownProfile } from "../pets/profiles.ts";
import { storedName } from "../values/names.ts";
import { LATER_MAX, storedText, WORD_MAX } from "../values/texts.ts";
import { ImportColumn } from "./import-line.ts";
import { importProblems, importWarnings } from "./import-problems.ts";

/** The longest text of a report: the titles of a file, in quotes. */
const TEXT_MAX = 128 * 1024;

/** How many examples the problems of a report have together. */
export const PROBLEM_EXAMPLES_MAX = 20;

/** How many lines each kind of problem names. */
export const PROBLEM_LINES_MAX = 500;

/** How many kinds of problems, columns or unknown words a report may have. */
const REPORTED_MAX = 1000;

const line = count("The number of the line, from 1", 1);

const ImportedColumn = z
  .object({
    title: storedText(TEXT_MAX, "The title in the file"),
    column: ImportColumn.optional().meta({ description: "What it says about a pet; omitted if it is ignored" }),
  })
  .meta({ id: "ImportedColumn", description: "A column of a CSV file" });

const ImportPreview = z
  .object({
    line,
    action: z.enum(["add", "change", "keep"]).meta({ description: "What becomes of the pet" }),
    id: int64("Id of the pet; omitted if it gets a new one").optional(),
    name: storedName("pet"),
    category: storedText(NAME_MAX, "The name of the category in the file").optional(),
    categoryId: int64("Id of the category; omitted if the import creates it").optional(),
    status: NewPet.shape.status.unwrap(),
    quantity: count("The stock count"),
    profile: KnownProfile.optional(),
    care: CareOfLine.optional(),
  })
  .meta({ id: "ImportPreview", description: "One of the first pets, as it will be stored" });

function codeOf(known: object, meaning: string) {
  return z.string().meta({
    maxLength: WORD_MAX,
    description: `${meaning}. Later versions may add codes`,
    "x-extensible-enum": Object.keys(known),
  });
}

const ImportProblem = z
  .object({
    code: codeOf(importProblems, "What is wrong"),
    column: ImportColumn.optional().meta({ description: "The column of the value; omitted for a whole line" }),
    message: storedText(TEXT_MAX, "What was expected, and what to do"),
    count: count("How many lines have this problem", 1),
    lines: z.array(line).max(PROBLEM_LINES_MAX).meta({ description: "The first of these lines" }),
    examples: z
      .array(z.object({ line, got: storedText(TEXT_MAX, "The value, if there is one") }))
      .max(PROBLEM_EXAMPLES_MAX)
      .meta({ description: "Some of these lines, with their values" }),
  })
  .meta({ id: "ImportProblem", description: "A kind of problem, with its lines" });

const ImportAnswer = z
  .object({
    problem: codeOf(importProblems, "What it answers"),
    column: ImportColumn.optional().meta({ description: "The column of the cells; omitted for whole lines" }),
    value: storedText(TEXT_MAX, "The text of the cells; omitted where it is for all of them, or for lines").optional(),
    count: count("How many lines it is for", 1),
    option: storedText(WORD_MAX, "The parameter that answers"),
    choices: z
      .array(storedText(TEXT_MAX, "A value of the parameter. Those of `mapValues` and `map` are joined by commas"))
      .max(LATER_MAX)
      .meta({ description: "Each of these answers the problem" }),
  })
  .meta({ id: "ImportAnswer", description: "What a person can say about cells or lines with a problem" });

const ImportWarning = z
  .object({
    code: codeOf(importWarnings, "What may be a mistake"),
    message: storedText(TEXT_MAX, "What it means"),
    count: count("How many rows it is about, or how many addresses of photos; omitted if it is about none").optional(),
  })
  .meta({ id: "ImportWarning", description: "Something that is allowed but may be a mistake" });

export const ImportReport = z
  .object({
    stored: z
      .boolean()
      .meta({ description: "Whether the pets were stored: `false` for a dry run or if there are problems" }),
    id: int64("Id of the import, with which it can be undone; omitted if nothing new was stored").optional(),
    pets: count("How many pets the file has without a problem"),
    added: count("How many pets are new"),
    updated: count("How many existing pets change"),
    createdCategories: count("How many categories are new"),
    columns: z.array(ImportedColumn).max(REPORTED_MAX).meta({ description: "The columns of a CSV file" }),
    preview: z.array(ImportPreview).max(LATER_MAX).meta({ description: "The first pets" }),
    problems: z
      .array(ImportProblem)
      .max(REPORTED_MAX)
      .meta({ description: "Problems to correct. If there is one, nothing is stored" }),
    answers: z.array(ImportAnswer).max(REPORTED_MAX).meta({ description: "What answers the problems" }),
    warnings: z
      .array(ImportWarning)
      .max(LATER_MAX)
      .meta({ description: "Things that are allowed but may be mistakes" }),
  })
  .meta({ id: "ImportReport", description: "What an import did, or would do" });
export type ImportReport = z.output<typeof ImportReport>;
