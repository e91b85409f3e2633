import { type Command, Option } from "commander";
import { type Format, formats } from "../../files/layouts/layout-formats.ts";
import { UsageError } from "../../files/problems/usage-error.ts";
import { requireDatabase } from "../../service/existing-database.ts";
import { baseUrlKeyOf } from "../../service/origin.ts";
import { clock } from "../../service/runtime.ts";
import { readConfig, settings } from "../../service/settings/settings.ts";
import { formatCount } from "../../store/figures.ts";
import { exportPhotosTo } from "../photos/photo-options.ts";
import { DECIMAL_COMMA_FLAG, requireTimeZone } from "../report-command.ts";
import { addSettings, type Flags } from "../settings-flags.ts";
import { interruptible } from "../terminal/interruption.ts";
import { printable } from "../terminal/printable.ts";
import { withProgress } from "../terminal/progress.ts";
import type { ExportKind } from "./export-lines.ts";
import { type SiteName, sites } from "./listing-sites.ts";

/** Adds `petstore export`. */
export function addExportCommand(petstore: Command): void {
  const exporting = petstore
    .command("export")
    .description("export pets with their stock, orders, stock changes or care to CSV or NDJSON; the service may run")
    .argument("[file]", "a new file that ends in .csv or .ndjson; without it, or with -, write to stdout")
    .addOption(formatOption("ndjson on stdout, otherwise from the file extension"))
    .addOption(new Option("--what <kind>", "what to write").choices(Object.keys(NOUNS)).default("pets"))
    .addOption(
      new Option("--for <site>", "the CSV that a site for adoptions takes of the pets that it lists").choices(
        Object.keys(sites),
      ),
    )
    .option(
      "--spreadsheet",
      "CSV for a spreadsheet: with category names, and with texts that it neither runs nor changes",
    )
    .option(...DECIMAL_COMMA_FLAG)
    .option("--time-zone <name>", "write times of CSV as in this time zone, such as Europe/Berlin (default: UTC)")
    .option(
      "--photos <folder>",
      "also export the photos to a new folder: 42.webp, 42-2.webp, and their descriptions in photos.csv",
    )
    .action(exportTo);
  addSettings(exporting, ["databaseUrl", "baseUrl"]);
}

/** The option for the format of a file of pets. */
export function formatOption(byDefault: string): Option {
  return new Option("--format <format>", `format of the lines (default: ${byDefault})`).choices(formats);
}

const NOUNS: { readonly [K in ExportKind]: string } = {
  pets: "pet",
  orders: "order",
  "stock-changes": "stock change",
  care: "care entry",
};

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
  const { exportRows } = await import("./export-rows.ts");
  const { formatOfName } = await import("../../files/reading/open-file.ts");
  const file = name === "-" ? undefined : name;
  const byDefault = isSpreadsheet ? "csv" : "ndjson";
  const format = flags.format ?? (file === undefined ? byDefault : formatOfName(file));
  if (format === undefined) {
    throw new UsageError(`${file}: name a file that ends in .csv or .ndjson, or choose a format with --format`);
  }
  if (flags.photos !== undefined) {
    const { requireEmpty } = await import("../photos/export-photos.ts");
    requireEmpty(flags.photos);
  }
  if (isSpreadsheet && format !== "csv")
    throw new UsageError("--spreadsheet is for CSV: name a file that ends in .csv");
  // Other exports are read by imports, which expect the exact format.
  if (flags.decimalComma && !isSpreadsheet)
    throw new UsageError("--decimal-comma is for people: use it with --spreadsheet");
  const decimalMark = flags.decimalComma ? "," : ".";
  const timeZone = flags.timeZone === undefined ? undefined : requireTimeZone(flags.timeZone);
  const request = { url: databaseUrl, what, format, isSpreadsheet, timeZone, decimalMark, file, now: clock() } as const;
  // On a terminal, a progress bar would mix with the output.
  const isQuiet = file === undefined && process.stdout.isTTY;
  const count = await interruptible((signal) =>
    withProgress((report) => exportRows({ ...request, report: isQuiet ? () => {} : report, signal })),
  );
  process.stderr.write(`petstore: exported ${formatCount(count, NOUNS[what])}\n`);
  if (flags.photos !== undefined) await exportPhotosTo(flags.photos, flags);
}

async function exportListing(name: string | undefined, flags: ExportFlags, site: SiteName): Promise<void> {
  if (flags.what !== "pets" || flags.spreadsheet || flags.format === "ndjson")
    throw new UsageError("--for writes pets as CSV: use it without --what, --spreadsheet and --format ndjson");
  const config = readConfig(flags);
  const { databaseUrl: url, shopTimeZone } = config;
  // A flag overrides the environment for the base URL of photos.
  const key = flags.baseUrl === undefined ? baseUrlKeyOf(config) : "baseUrl";
  const baseUrl = config[key];
  const timeZone = flags.timeZone === undefined ? shopTimeZone : requireTimeZone(flags.timeZone);
  requireDatabase(url);
  const { listingFor } = await import("./export-listings.ts");
  const { writeNew } = await import("./export-rows.ts");
  const { text, count, unknownKinds } = await listingFor({ url, site, baseUrl, timeZone, now: clock() });
  if (name === undefined || name === "-") process.stdout.write(text);
  else await writeNew(name, [text]);
  process.stderr.write(`petstore: exported ${formatCount(count, "pet")} for ${site}\n`);
  if (unknownKinds.length > 0) {
    const kinds = unknownKinds.map(printable).join(", ");
    process.stderr.write(`petstore: ${site} has no type for these kinds, whose pets it will refuse: ${kinds}\n`);
  }
  if (baseUrl === "") process.stderr.write(`petstore: without ${settings[key].name} the file has no photos\n`);
}
