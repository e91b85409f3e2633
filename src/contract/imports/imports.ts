import * as z from "zod";
import { booleanParameter } from "../common.ts";
import { IMPORT_BYTES_MAX, weightUnits } from "../limits.ts";
import { operation } from "../operation.ts";
import { QUERY_MAX, line as textLine } from "../values/texts.ts";
import { identifiers } from "./import-line.ts";
import { ImportReport } from "./import-report.ts";
import { importSourceIds } from "./import-sources.ts";

const ImportFile = z.string().meta({
  id: "ImportFile",
  maxLength: IMPORT_BYTES_MAX,
  description: "Pets, one on each line. The titles of a CSV file are in its first lines",
});

/** The longest name of a file. */
export const FILE_NAME_MAX = 255;

/** How many pets a file of `POST /imports` has at most: they are stored, or undone, while their request waits. */
export const IMPORT_PETS_MAX = 10_000;

/** A text in a query, which core parses. */
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
      .enum(identifiers, { error: `one of ${identifiers.join(", ")}` })
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
      'Maps texts of a column to what they stand for; `-` for nothing. `birthDate:*=-` is for all cells of the column that cannot be imported, `name:""=*` names pets without a name by their kind and reference, and a text with commas stands in double quotes',
    ),
    skip: parameter("3,17-20", "The numbers of lines to leave out", "numbers of lines such as 3,17-20, given once"),
    dates: parameter("dmy", "Which part of `3/4/2021` is the day: `dmy` or `mdy`. By default the column shows it"),
    currency: parameter("EUR", "The currency of amounts without one, as a code of ISO 4217"),
    unit: z
      .enum(weightUnits, { error: `one of ${weightUnits.join(", ")}` })
      .optional()
      .meta({ "x-stability": "beta", description: "The unit of weights without one" }),
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
      answers: [],
      warnings: [],
    },
  },
});

/** The operations on imports. */
export const importOperations = { createImport } as const;
