import { existsSync, statSync } from "node:fs";
import { extname } from "node:path";
import { importSources } from "../../contract/imports/import-sources.ts";
import { dateIn } from "../../core/feed/local-days.ts";
import { Answers } from "../../core/imports/import-answers.ts";
import type { MatchColumn } from "../../core/imports/import-ports.ts";
import { systemOf } from "../layouts/foreign-tables.ts";
import type { Format } from "../layouts/layout-formats.ts";
import type { Mapping } from "../layouts/mapping.ts";
import { Unreadable } from "../layouts/titles.ts";
import { describeAnswers, ImportError } from "../problems/import-error.ts";
import { UsageError } from "../problems/usage-error.ts";
import { sampleOf, unicodeOf } from "./encoding.ts";
import type { PetFile } from "./pet-file.ts";
import { openPets } from "./pet-lines.ts";

export interface FileOptions {
  /** The format, if it cannot be detected. */
  readonly format?: Format | undefined;
  /** Update existing pets: a line may contain only the key and the changes. */
  readonly update?: true;
  /** The key of pets with `update`. */
  readonly match?: MatchColumn;
  readonly mapping: Mapping;
  /** The time zone of the shop. Care after today is refused. */
  readonly timeZone: string;
}

/** When the file is read, in epoch milliseconds. */
interface ReadingTime {
  readonly now: number;
}

const EXTENSIONS: Readonly<Record<string, Format>> = {
  ".csv": "csv",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
};

/** Workbooks are ZIP archives, or compound files in old versions of Excel. */
const WORKBOOK_STARTS = ["504b0304", "d0cf11e0"];
const WORKBOOK_EXTENSIONS = [".xlsx", ".xlsm", ".xls", ".ods", ".numbers"];

/** The format by file extension, if known. */
export function formatOfName(file: string): Format | undefined {
  return EXTENSIONS[extname(file).toLowerCase()];
}

/**
 * Opens a file of pets. Throws `UsageError` if it is not a text file, `ImportError` if required columns are missing.
 */
export async function openFile(
  path: string,
  { format: given, mapping, update, match, timeZone, now }: FileOptions & ReadingTime,
): Promise<PetFile> {
  requireRegular(path);
  const blob = Bun.file(path);
  const format = await formatOf(path, blob, given);
  if (format === "ndjson" && mapping.columns.size + mapping.values.size + (mapping.source === undefined ? 0 : 1) > 0) {
    throw new UsageError("--from, --map, --map-status and --map-values are for CSV; in NDJSON, rename the members");
  }
  try {
    return await openPets(blob, format, mapping, { update: update === true, match, now, today: dateIn(timeZone, now) });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    // All of them name the same titles.
    const [{ got } = { got: "" }] = error.problems;
    const found = got === "" ? "" : `. ${got}`;
    const kinds = error.problems.map(({ kind }) => kind).join(". ");
    const system = mapping.source === undefined ? systemOf(error.header?.titles) : undefined;
    const advice =
      system === undefined ? "" : `. It looks like an export of ${importSources[system]}: use --from ${system}`;
    const said = `${path}: line ${error.line}: ${kinds}${found}${advice}. Nothing was imported`;
    const answers = new Answers();
    for (const problem of error.problems) answers.add(error.line, problem);
    const described = describeAnswers(answers.list(undefined, { update: update === true }));
    throw new ImportError([said, ...described].join("\n"));
  }
}

/** Throws `UsageError` unless the path is a regular file, which can be read more than once. */
export function requireRegular(path: string): void {
  if (path === "-")
    throw new UsageError("import reads its input more than once: save it to a file and import the file");
  if (!existsSync(path)) throw new UsageError(`no such file: ${path}`);
  if (!statSync(path).isFile())
    throw new UsageError(`${path} is not a regular file; import reads its input more than once`);
}

/** The format of a file: the given one, or by extension, or by first character. Refuses workbooks. */
export async function formatOf(path: string, blob: Blob, given: Format | undefined): Promise<Format> {
  const sample = await sampleOf(blob);
  const start = Buffer.from(sample.subarray(0, 4)).toString("hex");
  if (WORKBOOK_STARTS.includes(start) || WORKBOOK_EXTENSIONS.includes(extname(path).toLowerCase())) {
    throw new UsageError(
      `${path} is a spreadsheet, not a text file. Save it as CSV first (Excel: File > Save As > CSV UTF-8; LibreOffice: ` +
        "File > Save As > Text CSV; Numbers: File > Export To > CSV), then import the CSV file",
    );
  }
  const text = new TextDecoder(unicodeOf(sample)).decode(sample).trimStart();
  if (given === undefined && text.startsWith("[")) {
    throw new UsageError(`${path} is a JSON array. Write one object on each line, as \`jq -c .[]\` does`);
  }
  return given ?? formatOfName(path) ?? (text.startsWith("{") ? "ndjson" : "csv");
}
