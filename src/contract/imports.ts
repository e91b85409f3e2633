import * as z from "zod";
import { booleanParameter, count, givenDateTime, int64 } from "./common.ts";
import { importProblems, importWarnings } from "./import-problems.ts";
import { importSourceIds } from "./import-sources.ts";
import { IMPORT_BYTES_MAX, NAME_MAX } from "./limits.ts";
import { storedName } from "./names.ts";
import { operation } from "./operation.ts";
import { NewPet } from "./pets.ts";
import { KnownProfile, NewProfile, profileMembers } from "./profiles.ts";
import { LATER_MAX, QUERY_MAX, storedText, line as textLine, WORD_MAX } from "./texts.ts";

/** What a line of an import may say about a pet. The rest has defaults, or stays as it is when the pet exists. */
export const ImportLine = z
  .strictObject({
    id: int64("Id").refine((id) => id > 0n, { error: "an integer from 1 to 9223372036854775807" }),
    ...NewPet.shape,
    /** The name of a category, instead of its id. */
    category: NewPet.shape.name,
    quantity: count("Current stock count"),
    ...NewProfile.shape,
    /** As an export has it: a new pet keeps the time, and one that exists has its own. */
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
    "createdAt",
  ] satisfies (keyof ImportLine)[])
  .meta({ id: "ImportColumn", description: "What a column of an import says about a pet" });
export type ImportColumn = z.output<typeof ImportColumn>;

/** The columns that tell pets apart, the first of which a file has is used. */
export const marks = ["id", "reference", "microchip"] as const satisfies readonly ImportColumn[];

/** The largest file of an import, in bytes. */

const ImportFile = z.string().meta({
  id: "ImportFile",
  maxLength: IMPORT_BYTES_MAX,
  description: "Pets, one on each line. The titles of a CSV file are in its first lines",
});

/** The longest name of a file. */
export const FILE_NAME_MAX = 255;

/** How many pets a file of `POST /imports` has at most: they are stored, or undone, while their request waits. */
export const IMPORT_PETS_MAX = 10_000;

/** The longest text of a report: the titles of a file, in quotes. */
const TEXT_MAX = 128 * 1024;

/** How many examples the problems of a report have together. */
export const PROBLEM_EXAMPLES_MAX = 20;

/** How many unknown words are kept. */
export const UNKNOWN_WORDS_MAX = 50;

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
    examples: z
      .array(z.object({ line, got: storedText(TEXT_MAX, "The value, if there is one") }))
      .max(PROBLEM_EXAMPLES_MAX)
      .meta({ description: "The first of these lines" }),
  })
  .meta({ id: "ImportProblem", description: "A kind of problem, with its lines" });

const UnknownWord = z
  .object({
    column: ImportColumn.meta({ description: "The column with the word" }),
    word: storedText(TEXT_MAX, "The word"),
    count: count("How many lines have it", 1),
  })
  .meta({ id: "UnknownWord", description: "A word of a status, sex, size or neutered that `mapValues` can explain" });

const ImportWarning = z
  .object({
    code: codeOf(importWarnings, "What may be a mistake"),
    message: storedText(TEXT_MAX, "What it means"),
  })
  .meta({ id: "ImportWarning", description: "Something that is allowed but may be a mistake" });

export const ImportReport = z
  .object({
    stored: z
      .boolean()
      .meta({ description: "Whether the pets were stored: `false` for a dry run or if there are problems" }),
    id: int64("Id of the import, with which it can be undone; omitted if nothing new was stored").optional(),
    pets: count("How many pets the file has"),
    added: count("How many pets are new"),
    updated: count("How many existing pets change"),
    createdCategories: count("How many categories are new"),
    columns: z.array(ImportedColumn).max(REPORTED_MAX).meta({ description: "The columns of a CSV file" }),
    preview: z.array(ImportPreview).max(LATER_MAX).meta({ description: "The first pets" }),
    problems: z
      .array(ImportProblem)
      .max(REPORTED_MAX)
      .meta({ description: "Problems to correct. If there is one, nothing is stored" }),
    unknownWords: z
      .array(UnknownWord)
      .max(UNKNOWN_WORDS_MAX)
      .meta({ description: `The words that nobody has explained, at most ${UNKNOWN_WORDS_MAX}` }),
    warnings: z
      .array(ImportWarning)
      .max(LATER_MAX)
      .meta({ description: "Things that are allowed but may be mistakes" }),
  })
  .meta({ id: "ImportReport", description: "What an import did, or would do" });
export type ImportReport = z.output<typeof ImportReport>;

/** A text in a query that core understands. */
function parameter(example: string, description: string, expected = `a text such as ${example}, given once`) {
  return z.string({ error: expected }).optional().meta({
    "x-stability": "beta",
    minLength: 3,
    maxLength: QUERY_MAX,
    example,
    description,
  });
}

function mapping(example: string, description: string) {
  return parameter(example, description, `pairs such as ${example}, given once`);
}

const createImport = operation({
  id: "createImport",
  method: "POST",
  path: "/imports",
  tag: "Imports",
  summary: "Import pets from a file",
  description:
    "Adds the pets in a spreadsheet saved as CSV, or in an export. If one line has a problem, none are added. The report names " +
    `every problem. A file has at most ${IMPORT_PETS_MAX} pets; use \`petstore import\` for larger files.`,
  scope: "pets:write",
  stability: "beta",
  query: z.object({
    dryRun: booleanParameter("Report what would be stored, and store nothing"),
    update: booleanParameter(
      "Change the pets that exist and add the others. Missing columns and empty cells change nothing",
    ),
    match: z
      .enum(marks, { error: `one of ${marks.join(", ")}` })
      .optional()
      .meta({
        "x-stability": "beta",
        description: "What tells pets apart with `update`; by default the first of these that the file has",
      }),
    allowDuplicates: booleanParameter(
      "Import a file again that was imported before and has nothing that tells its pets apart",
    ),
    allowOtherPets: booleanParameter(
      "With `update`, change pets by their id even if their name and their category both differ from those of the file",
    ),
    createCategories: booleanParameter("Create missing categories named in the column `category`"),
    from: z
      .enum(importSourceIds, { error: `one of ${importSourceIds.join(", ")}` })
      .optional()
      .meta({
        "x-stability": "beta",
        description: "The system that exported the CSV file: its titles and words are understood, and only those",
      }),
    map: mapping("Tier=name,Preis=-", "Maps titles to columns; `-` ignores a column"),
    mapStatus: mapping("active=available,adopted=sold", "Maps other words to statuses"),
    mapValues: mapping(
      "sex:Bock=male,status:frei=available",
      "Maps words of a column to what they mean; `-` for nothing",
    ),
    dates: parameter("dmy", "Which part of `3/4/2021` is the day: `dmy` or `mdy`. By default the column shows it"),
    currency: parameter("EUR", "The currency of amounts without one, as a code of ISO 4217"),
    file: textLine(FILE_NAME_MAX, "The name of the file, for the list of imports")
      .optional()
      .meta({ "x-stability": "beta", example: "pets.csv" }),
  }),
  file: { schema: ImportFile, types: ["text/csv", "application/x-ndjson"], maxBytes: IMPORT_BYTES_MAX },
  idempotencyKey: true,
  errors: ["conflict"],
  success: { status: 200, description: "What the import did, or would do", schema: ImportReport },
  examples: {
    file: "name,Category ID\nRex,7\n",
    response: {
      stored: true,
      id: 3,
      pets: 1,
      added: 1,
      updated: 0,
      createdCategories: 0,
      columns: [
        { title: "name", column: "name" },
        { column: "categoryId", title: "Category ID" },
      ],
      preview: [{ line: 2, action: "add", name: "Rex", categoryId: 7, status: "available", quantity: 1 }],
      problems: [],
      unknownWords: [],
      warnings: [],
    },
  },
});

/** The operations on imports. */
export const importOperations = { createImport } as const;
