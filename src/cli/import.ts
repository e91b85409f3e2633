import { Command } from "commander";
import { readConfig } from "../config.ts";
import type { ImportFlags } from "../ops/import.ts";
import { clock } from "../runtime.ts";
import { addSettings, type Flags } from "./command.ts";
import { formatOf, formatOption } from "./format.ts";

/** The `petstore import` command. */
export function importCommand(): Command {
  const command = new Command("import")
    .description("add the animals of a file, as `petstore export` writes them, also while the service runs")
    .argument("<file>", "a regular file with one animal on each line")
    .addOption(formatOption())
    .option("--dry-run", "check every line, and change nothing")
    .option("--allow-duplicates", "import a file once more that was imported already")
    .addHelpText("after", RULES)
    .action(async (file: string, flags: Flags & ImportFlags) => {
      const { openSchema } = await import("../store/index.ts");
      const { importFile } = await import("../ops/import.ts");
      const engine = await openSchema(readConfig(flags).databaseUrl, clock());
      try {
        await importFile(engine, file, formatOf(flags.format, file), flags);
      } finally {
        await engine.close();
      }
    });
  return addSettings(command, ["databaseUrl"]);
}

const RULES = `
A line has name and categoryId, and may have status, quantity and id; without them an animal is available, its stock is 1
(0 when sold), and it gets a new id. With an id it is that animal: one that is there with the same content is passed
over, with other content it is refused. A file with a bad line is not imported at all. The same file is not imported
twice; an import that was interrupted goes on where it stopped.`;
