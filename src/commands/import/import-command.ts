import { type Command, Option } from "commander";
import { readInt64 } from "../../contract/common.ts";
import { identifiers } from "../../contract/imports/import-line.ts";
import { importSourceIds } from "../../contract/imports/import-sources.ts";
import { preview } from "../../contract/json/json.ts";
import { weightUnits } from "../../contract/limits.ts";
import { dayOrders } from "../../core/reading/written-dates.ts";
import { flagOf } from "../../files/layouts/layout-formats.ts";
import type { MappingOptions } from "../../files/layouts/mapping.ts";
import { UsageError } from "../../files/problems/usage-error.ts";
import { clock } from "../../service/runtime.ts";
import { readConfig } from "../../service/settings/settings.ts";
import { formatOption } from "../export/export-command.ts";
import { checkPhotosIn, countPhotosOf, fetchPhotosOf } from "../photos/photo-options.ts";
import { addSettings, type Flags } from "../settings-flags.ts";
import { interruptible } from "../terminal/interruption.ts";
import { progress, withProgress } from "../terminal/progress.ts";
import type { ImportObserver, ImportOptions } from "./import-file.ts";
import { describeHistory, describeImport, describeLayout, showPreview } from "./import-messages.ts";

/** Adds `petstore import`. */
export function addImportCommand(petstore: Command): void {
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
        "what tells pets apart with --update, and what --photos are named after (default: the first of these in the file)",
      ).choices(identifiers),
    )
    .option(
      "--allow-other-pets",
      "with --update, change pets by their id even if their name and their category both differ",
    )
    .option("--create-categories", "create missing categories named in the column `category`")
    .option(
      "--photos <folder>",
      "add the photos in a folder, named after the id, reference or microchip of a pet: 42.jpg, 42-2.jpg",
    )
    .option("--photo-urls", "fetch the photos whose https addresses the file names, in columns such as Image Src")
    .option(
      "--orders <file>",
      "with --stock-changes, into an empty shop: the orders of `petstore export --what orders`",
    )
    .option("--stock-changes <file>", "with --orders: the history of `petstore export --what stock-changes`")
    .option("--allow-duplicates", "import a file that was imported before")
    .addOption(
      new Option("--undo <id>", "remove the pets of an import that nobody has changed or ordered since").argParser(
        readId,
      ),
    )
    .addHelpText("after", RULES)
    .action(importAll);
  addReadingOptions(importing);
  addSettings(importing, ["databaseUrl"]);
}

/** Adds the options that describe a file. */
function addReadingOptions(importing: Command): void {
  importing
    .addOption(
      new Option(
        "--from <system>",
        "the system that exported the CSV file, whose titles and words are understood",
      ).choices(importSourceIds),
    )
    .option("--map <columns>", 'map titles to columns, such as "Tier=name,Art=category,Price=-"; - ignores a column')
    .option("--map-status <words>", 'map other words to statuses, such as "active=available,adopted=sold"')
    .option(
      "--map-values <words>",
      'map texts of a column, such as "sex:Bock=male,status:frei=available"; - for nothing, "birthDate:*=-" for all that cannot be read',
    )
    .option("--skip <lines>", "leave out these lines, such as 3,17-20")
    .addOption(
      new Option("--dates <order>", "which part of 3/4/2021 is the day (default: as the column shows)").choices(
        dayOrders,
      ),
    )
    .option("--currency <code>", "the currency of amounts without one, such as EUR")
    .addOption(new Option("--unit <unit>", "the unit of weights without one").choices(weightUnits));
}

const RULES = `
A pet has a name and a categoryId (a number) or category (a name). It may have a status (default: available), a quantity
(default: 1, or 0 if sold) and an id (default: a new one). Its profile has breed, sex, birthDate, size, color, neutered,
description, tags (separated by |), price (150.00 EUR), reference, microchip and arrivedOn. Its care has vaccinatedOn,
vaccinationDueOn, dewormedOn, grams (3.5 kg) and weighedOn. createdAt is that of an export.

CSV may use commas, semicolons, tabs or | as separators, and UTF-8, UTF-16 or Windows-1252 (Latin-1). Titles ignore case.
Other columns are ignored. Titles, words, dates and amounts may be English or German, as people write them. Each new pet gets a stock change with the reason "imported".

If the id exists, an equal pet is skipped; a different one is an error without --update. Only the titles "id" and
"petId" mean our number; the "Animal ID" of another system is a reference. If a line has an error, nothing is
imported. The same file is imported only once. After an interruption, run the same command again to continue.`;

function readId(text: string): bigint {
  const id = readInt64(text);
  if (id === undefined) throw new UsageError(`--undo: expected the id of an import, such as 3; got ${preview(text)}`);
  return id;
}

type ImportFlags = Flags &
  Omit<ImportOptions, "mapping" | "timeZone"> &
  MappingOptions & {
    readonly photos?: string;
    readonly photoUrls?: true;
    readonly undo?: bigint;
    readonly orders?: string;
    readonly stockChanges?: string;
  };

async function importAll(file: string | undefined, flags: ImportFlags): Promise<void> {
  const { photos, photoUrls, dryRun, undo } = flags;
  if (undo !== undefined) return undoFrom(undo, file, flags);
  if (file === undefined && photos === undefined)
    throw new UsageError("name a file of pets, or a folder with --photos");
  if (photoUrls && (file === undefined || flags.orders !== undefined))
    throw new UsageError("--photo-urls needs a file of pets, and cannot be used with --orders");
  // Before the pets are imported, so that a bad folder stops the command early.
  const importPhotos = photos === undefined ? undefined : await checkPhotosIn(photos);
  if (file !== undefined) await (photos === undefined && !photoUrls ? importFrom : importUnlessDone)(file, flags);
  if (!dryRun) await importPhotos?.(flags);
  if (!photoUrls || file === undefined) return;
  const options = await fileOptionsOf(flags);
  await (dryRun ? countPhotosOf(file, options) : fetchPhotosOf(file, options, flags));
}

/** Reading options from flags. */
async function fileOptionsOf({
  from,
  map,
  mapStatus,
  mapValues,
  skip,
  dates,
  currency,
  unit,
  photoUrls,
  ...flags
}: ImportFlags) {
  const { readMapping } = await import("../../files/layouts/mapping.ts");
  const mapping = readMapping({ from, map, mapStatus, mapValues, skip, dates, currency, unit }, flagOf);
  const { shopTimeZone: timeZone } = readConfig(flags);
  return { ...flags, timeZone, mapping: { ...mapping, takesPhotos: photoUrls === true } };
}

/** Imports the pets of a file unless an earlier run did: a run that stopped at the photos is repeated with the same command. */
async function importUnlessDone(file: string, flags: ImportFlags): Promise<void> {
  const { AlreadyImported } = await import("../../files/problems/import-error.ts");
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
  const { describeUndo, undoImport } = await import("./undo-imported-pets.ts");
  const undone = await interruptible((signal) =>
    withProgress((report) => undoImport({ url, id, clock, report, signal })),
  );
  process.stdout.write(describeUndo(id, undone));
}

async function importFrom(file: string, flags: ImportFlags): Promise<void> {
  const { databaseUrl } = readConfig(flags);
  const { importFile } = await import("./import-file.ts");
  const { orders, stockChanges } = flags;
  const options = await fileOptionsOf(flags);
  const shown = progress();
  const note = (text: string) => {
    shown.end();
    process.stderr.write(`petstore: ${text}\n`);
  };
  const observing = <Result>(work: (observer: ImportObserver) => Promise<Result>) =>
    interruptible((signal) =>
      work({
        report: shown.report,
        onLayout: (layout) => describeLayout(layout).forEach(note),
        onWarning: (warning) => note(`warning: ${warning}`),
        signal,
      }).finally(() => shown.end()),
    );
  if (orders !== undefined || stockChanges !== undefined) {
    if (orders === undefined || stockChanges === undefined)
      throw new UsageError("--orders and --stock-changes belong together: give both");
    const { importHistory } = await import("./import-history.ts");
    const imported = await observing((observer) =>
      importHistory(databaseUrl, file, { orders, stockChanges }, options, clock, observer),
    );
    process.stdout.write(describeHistory(file, imported, flags.dryRun === true));
    return;
  }
  const imported = await observing((observer) => importFile(databaseUrl, file, options, clock, observer));
  const summary = describeImport(imported, flags.update === true);
  if (flags.dryRun) {
    process.stdout.write(`${file} can be imported: ${summary}. Nothing was changed (--dry-run).\n`);
    showPreview(imported.preview);
  } else {
    const { id } = imported;
    const undo = id === undefined ? "" : ` To undo it: petstore import --undo ${id}`;
    process.stdout.write(`Imported ${file}: ${summary}.${undo}\n`);
  }
}
