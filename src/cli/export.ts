import { Command } from "commander";
import { readConfig } from "../config.ts";
import { clock } from "../runtime.ts";
import { addSettings, type Flags } from "./command.ts";
import { UsageError } from "./exit.ts";
import { type Format, formatOf, formatOption } from "./format.ts";

/** The `petstore export` command. */
export function exportCommand(): Command {
  const command = new Command("export")
    .description("write all animals with their stock as lines of text, also while the service runs")
    .argument("[file]", "where to; it must not exist yet. Without it: stdout")
    .addOption(formatOption())
    .action(async (file: string | undefined, flags: Flags & { format?: Format }) => {
      const { databaseUrl } = readConfig(flags);
      const { openSchema, storeExists } = await import("../store/index.ts");
      if (!storeExists(databaseUrl)) {
        throw new UsageError(`there is no database at ${databaseUrl}: give the service's own DATABASE_URL`);
      }
      const { exportAnimals } = await import("../ops/export.ts");
      const engine = await openSchema(databaseUrl, clock());
      try {
        await exportAnimals(engine, formatOf(flags.format, file ?? ""), file);
      } finally {
        await engine.close();
      }
    });
  return addSettings(command, ["databaseUrl"]);
}
