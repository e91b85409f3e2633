import { type Command, Option } from "commander";
import { readConfig } from "../config.ts";
import { type Format, formats } from "../ops/command.ts";
import type { Imported, ImportOptions } from "../ops/import.ts";
import { clock } from "../runtime.ts";
import { formatCount, progress } from "./progress.ts";
import { addSettings, type Flags } from "./settings-flags.ts";

/** Adds `petstore export` and `petstore import`. */
export function addPetFileCommands(petstore: Command): void {
  const exporting = petstore
    .command("export")
    .description("write all pets with their stock as lines of text, even while the service runs")
    .argument("[file]", "a new file; without it: stdout")
    .addOption(formatOption())
    .action(exportTo);
  addSettings(exporting, ["databaseUrl"]);

  const importing = petstore
    .command("import")
    .description("add the pets of a file, in the format of `petstore export`, even while the service runs")
    .argument("<file>", "a regular file with one pet on each line")
    .addOption(formatOption())
    .option("--dry-run", "check every line and change nothing")
    .option("--allow-duplicates", "import a file again that was already imported")
    .addHelpText("after", RULES)
    .action(importFrom);
  addSettings(importing, ["databaseUrl"]);
}

const RULES = `
A line has name and categoryId, and optionally status, quantity and id. Without them a pet is available, has a stock of 1
(0 when sold) and gets a new id. Each new pet gets a stock change with the reason "imported". A pet with an id that
exists is skipped when it is the same, and refused when it differs. A file with a bad line is not imported at all. The
same file is imported only once; after an interruption, run the same command again: it continues where it stopped.`;

function formatOption(): Option {
  return new Option("--format <format>", "format of the lines; default: by the file's ending").choices(formats);
}

/** The given format, or that of the file's ending. */
function formatOf(given: Format | undefined, file: string): Format {
  return given ?? formats.find((format) => file.toLowerCase().endsWith(`.${format}`)) ?? "ndjson";
}

async function exportTo(file: string | undefined, flags: Flags & { format?: Format }): Promise<void> {
  const { databaseUrl } = readConfig(flags);
  const { exportPets } = await import("../ops/export.ts");
  const shown = progress();
  const format = formatOf(flags.format, file ?? "");
  const count = await exportPets(databaseUrl, format, file, clock(), shown.report).finally(() => shown.end());
  if (count !== undefined) process.stderr.write(`petstore: exported ${formatCount(count, "pet")}\n`);
}

async function importFrom(file: string, flags: Flags & ImportOptions & { format?: Format }): Promise<void> {
  const { databaseUrl } = readConfig(flags);
  const { importFile } = await import("../ops/import.ts");
  const shown = progress();
  const format = formatOf(flags.format, file);
  const imported = await importFile(databaseUrl, file, format, flags, clock, shown.report).finally(() => shown.end());
  process.stdout.write(
    flags.dryRun
      ? `${file} can be imported: ${describe(imported)}. Nothing was changed (--dry-run).\n`
      : `Imported ${file}: ${describe(imported)}.\n`,
  );
}

function describe({ pets, added, resumedAfter }: Imported): string {
  const existing = pets - resumedAfter - added;
  const resumed = resumedAfter === 0 ? "" : `; resumed: ${formatCount(resumedAfter)} already imported`;
  return `${formatCount(pets, "pet")}, ${formatCount(added)} new, ${formatCount(existing)} existing${resumed}`;
}
