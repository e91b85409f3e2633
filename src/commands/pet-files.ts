import { writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { readInt64 } from "../contract/common.ts";
import { marks } from "../contract/imports.ts";
import { preview } from "../contract/json.ts";
import { dayOrders } from "../files/dates.ts";
import { type Format, flagOf, formats } from "../files/formats.ts";
import type { MappingOptions } from "../files/mapping.ts";
import { UsageError } from "../files/usage-error.ts";
import { readConfig } from "../service/config.ts";
import { requireDatabase } from "../service/existing-database.ts";
import { clock } from "../service/runtime.ts";
import { formatCount } from "../store/figures.ts";
import type { ExportKind } from "./export-lines.ts";
import type { ImportOptions } from "./import.ts";
import { describeImport, describeLayout, showPreview } from "./import-report.ts";
import { interruptible } from "./interruption.ts";
import { type SiteName, sites } from "./listing-sites.ts";
import { checkPhotosIn, exportPhotosTo } from "./photos.ts";
import { printable } from "./printable.ts";
import { progress, withProgress } from "./progress.ts";
import { DECIMAL_COMMA_FLAG, requireTimeZone } from "./report.ts";
import { addSettings, type Flags } from "./settings-flags.ts";

/** Adds `petstore export` and `petstore import`. */
export function addPetFileCommands(petstore: Command): void {
  addExport(petstore);
  addImport(petstore);
}

function addExport(petstore: Command): void {
  const exporting = petstore
    .command("export")
    .description("export pets with their stock, orders or stock changes to CSV or NDJSON; the service may run")
    .argument("[file]", "a new file that ends in .csv or .ndjson; without it, or with -, write to stdout")
    .addOption(formatOption("ndjson on stdout, otherwise from the file extension"))
    .addOption(new Option("--what <kind>", "what to write").choices(Object.keys(NOUNS)).default("pets"))
    .addOption(
      new Option("--for <site>", "the CSV that a site for adoptions takes of the pets that it lists").choices(
        Object.keys(sites),
      ),
    )
    .option("--spreadsheet", "CSV for a spreadsheet: with category names, and texts that cannot run as formulas")
    .option(...DECIMAL_COMMA_FLAG)
    .option("--time-zone <name>", "write times of CSV as in this time zone, such as Europe/Berlin (default: UTC)")
    .option(
      "--photos <folder>",
      "also export the photos to a new folder: 42.webp, 42-2.webp, and their descriptions in photos.csv",
    )
    .action(exportTo);
  addSettings(exporting, ["databaseUrl", "baseUrl"]);
}

function addImport(petstore: Command): void {
  const importing = petstore
    .command("import")
    .description("add pets from a spreadsheet saved as CSV, or from `petstore export`; the service may run")
    .argument("[file]", "a regular file with one pet on each line; without it, import only photos")
    .addOption(formatOption("from the file extension or the first character"))
    .option("--dry-run", "check every line, show the first pets, and change nothing")
    .option("--update", "change the pets that exist and add the others; missing columns and empty cells change nothing")
    .addOption(
      new Option(
        "--match <column>",
        "what tells pets apart with --update (default: the first of these in the file)",
      ).choices(marks),
    )
    .option("--map <columns>", 'map titles to columns, such as "Tier=name,Art=category,Price=-"; - ignores a column')
    .option("--map-status <words>", 'map other words to statuses, such as "active=available,adopted=sold"')
    .option(
      "--map-values <words>",
      'map words of a column, such as "sex:Bock=male,status:frei=available"; - for nothing',
    )
    .addOption(
      new Option("--dates <order>", "which part of 3/4/2021 is the day (default: as the column shows)").choices(
        dayOrders,
      ),
    )
    .option("--currency <code>", "the currency of amounts without one, such as EUR")
    .option("--create-categories", "create missing categories named in the column `category`")
    .option(
      "--photos <folder>",
      "add the photos in a folder, named after the id, reference or microchip of a pet: 42.jpg, 42-2.jpg",
    )
    .option("--allow-duplicates", "import a file that was imported before")
    .addOption(
      new Option("--undo <id>", "remove the pets of an import that nobody has changed or ordered since").argParser(
        readId,
      ),
    )
    .addHelpText("after", RULES)
    .action(importAll);
  addSettings(importing, ["databaseUrl"]);
}

const RULES = `
A pet has a name and a categoryId (a number) or category (a name). It may have a status (default: available), a quantity
(default: 1, or 0 if sold) and an id (default: a new one). Its profile has breed, sex, birthDate, size, color, neutered,
description, tags (separated by |), price (150.00 EUR), reference, microchip and arrivedOn. createdAt is that of an export.

CSV may use commas, semicolons, tabs or | as separators, and UTF-8, UTF-16 or Windows-1252 (Latin-1). Titles ignore case.
Other columns are ignored. Titles, words, dates and amounts may be English or German, as people write them. Each new pet gets a stock change with the reason "imported".

If the id exists, an equal pet is skipped; a different one is an error without --update. If a line has an error, nothing is
imported. The same file is imported only once. After an interruption, run the same command again to continue.`;

function formatOption(byDefault: string): Option {
  return new Option("--format <format>", `format of the lines (default: ${byDefault})`).choices(formats);
}

const NOUNS: { readonly [K in ExportKind]: string } = { pets: "pet", orders: "order", "stock-changes": "stock change" };

type ExportFlags = Flags & {
  format?: Format;
  what: ExportKind;
  for?: SiteName;
  spreadsheet?: true;
  decimalComma?: true;
  timeZone?: string;
  photos?: string;
};

async function exportTo(name: string | undefined, flags: ExportFlags): Promise<void> {
  const { databaseUrl } = readConfig(flags);
  const { what, spreadsheet: isSpreadsheet = false } = flags;
  if (flags.for !== undefined) return exportListing(name, flags, flags.for);
  const { exportRows } = await import("./export.ts");
  const { formatOfName } = await import("../files/open-file.ts");
  const file = name === "-" ? undefined : name;
  const byDefault = isSpreadsheet ? "csv" : "ndjson";
  const format = flags.format ?? (file === undefined ? byDefault : formatOfName(file));
  if (format === undefined) {
    throw new UsageError(`${file}: name a file that ends in .csv or .ndjson, or choose a format with --format`);
  }
  if (flags.photos !== undefined) {
    const { requireEmpty } = await import("./export-photos.ts");
    requireEmpty(flags.photos);
  }
  if (isSpreadsheet && format !== "csv")
    throw new UsageError("--spreadsheet is for CSV: name a file that ends in .csv");
  // Other exports are for imports, which read them exactly.
  if (flags.decimalComma && !isSpreadsheet)
    throw new UsageError("--decimal-comma is for people: use it with --spreadsheet");
  const decimalMark = flags.decimalComma ? "," : ".";
  const timeZone = flags.timeZone === undefined ? undefined : requireTimeZone(flags.timeZone);
  const request = { url: databaseUrl, what, format, isSpreadsheet, timeZone, decimalMark, file, now: clock() } as const;
  // On a terminal, a bar would stand between the lines.
  const isQuiet = file === undefined && process.stdout.isTTY;
  const count = await interruptible((signal) =>
    withProgress((report) => exportRows({ ...request, report: isQuiet ? () => {} : report, signal })),
  );
  process.stderr.write(`petstore: exported ${formatCount(count, NOUNS[what])}\n`);
  if (flags.photos !== undefined) await exportPhotosTo(flags.photos, flags);
}

function readId(text: string): bigint {
  const id = readInt64(text);
  if (id === undefined) throw new UsageError(`--undo: expected the id of an import, such as 3; got ${preview(text)}`);
  return id;
}

async function exportListing(name: string | undefined, flags: ExportFlags, site: SiteName): Promise<void> {
  if (flags.what !== "pets" || flags.spreadsheet || flags.format === "ndjson")
    throw new UsageError("--for writes pets as CSV: use it without --what, --spreadsheet and --format ndjson");
  const { databaseUrl: url, baseUrl, shopTimeZone } = readConfig(flags);
  const timeZone = flags.timeZone === undefined ? shopTimeZone : requireTimeZone(flags.timeZone);
  requireDatabase(url);
  const { listingFor } = await import("./export-listings.ts");
  const { text, count, unknownKinds } = await listingFor({ url, site, baseUrl, timeZone, now: clock() });
  if (name === undefined || name === "-") process.stdout.write(text);
  else await writeNew(name, text);
  process.stderr.write(`petstore: exported ${formatCount(count, "pet")} for ${site}\n`);
  if (unknownKinds.length > 0) {
    const kinds = unknownKinds.map(printable).join(", ");
    process.stderr.write(`petstore: ${site} has no type for these kinds, whose pets it will refuse: ${kinds}\n`);
  }
  if (baseUrl === "") process.stderr.write("petstore: without PETSTORE_BASE_URL the file has no photos\n");
}

/** Writes a file that must not exist. */
async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? new UsageError(`${file} already exists: name a new file`) : error;
  });
}

type ImportFlags = Flags &
  Omit<ImportOptions, "mapping"> &
  MappingOptions & { readonly photos?: string; readonly undo?: bigint };

async function importAll(file: string | undefined, flags: ImportFlags): Promise<void> {
  const { photos, dryRun, undo } = flags;
  if (undo !== undefined) return undoFrom(undo, file, flags);
  if (file === undefined && photos === undefined)
    throw new UsageError("name a file of pets, or a folder with --photos");
  // Before pets are imported that the photos belong to.
  const importPhotos = photos === undefined ? undefined : await checkPhotosIn(photos);
  if (file !== undefined) await (photos === undefined ? importFrom : importUnlessDone)(file, flags);
  if (!dryRun) await importPhotos?.(flags);
}

/** Imports a file with the pets of photos. A run that stopped at the photos is repeated with the same command. */
async function importUnlessDone(file: string, flags: ImportFlags): Promise<void> {
  const { AlreadyImported } = await import("../files/import-error.ts");
  try {
    await importFrom(file, flags);
  } catch (error) {
    if (!(error instanceof AlreadyImported)) throw error;
    process.stderr.write(`petstore: the pets in ${file} were already imported; only photos are added\n`);
  }
}

async function undoFrom(id: bigint, file: string | undefined, flags: ImportFlags): Promise<void> {
  if (file !== undefined) throw new UsageError("--undo takes no file: the import is known by its id");
  const { databaseUrl: url } = readConfig(flags);
  const { describeUndo, undoImport } = await import("./undo-import.ts");
  const undone = await interruptible((signal) =>
    withProgress((report) => undoImport({ url, id, clock, report, signal })),
  );
  process.stdout.write(describeUndo(id, undone));
}

async function importFrom(
  file: string,
  { map, mapStatus, mapValues, dates, currency, photos: _, ...flags }: ImportFlags,
): Promise<void> {
  const { databaseUrl } = readConfig(flags);
  const { importFile } = await import("./import.ts");
  const { readMapping } = await import("../files/mapping.ts");
  const options = { ...flags, mapping: readMapping({ map, mapStatus, mapValues, dates, currency }, flagOf) };
  const shown = progress();
  const note = (text: string) => {
    shown.end();
    process.stderr.write(`petstore: ${text}\n`);
  };
  const imported = await interruptible((signal) =>
    importFile(databaseUrl, file, options, clock, {
      report: shown.report,
      onLayout: (layout) => describeLayout(layout).forEach(note),
      onWarning: (warning) => note(`warning: ${warning}`),
      signal,
    }).finally(() => shown.end()),
  );
  const summary = describeImport(imported, flags.update === true);
  if (flags.dryRun) {
    process.stdout.write(`${file} can be imported: ${summary}. Nothing was changed (--dry-run).\n`);
    showPreview(imported.preview);
  } else {
    const { id, added, createdCategories } = imported;
    // What was changed stays changed.
    const undo = id === undefined || added + createdCategories === 0 ? "" : ` To undo it: petstore import --undo ${id}`;
    process.stdout.write(`Imported ${file}: ${summary}.${undo}\n`);
  }
}
