import type { Command } from "commander";
import { readConfig } from "../config.ts";
import type { Summary } from "../ops/backup.ts";
import { clock } from "../runtime.ts";
import { formatBytes, formatCount } from "./progress.ts";
import { addSettings, type Flags } from "./settings-flags.ts";

/** Adds `petstore backup` and `petstore restore`. */
export function addBackupCommands(petstore: Command): void {
  const backup = petstore
    .command("backup")
    .description("write a consistent copy of the data to a file, even while the service runs")
    .argument("<file>", "a new file")
    .action(async (file: string, flags: Flags) => {
      const ops = await import("../ops/backup.ts");
      const summary = ops.backup(readConfig(flags).databaseUrl, file);
      process.stdout.write(`Backed up and verified ${describe(summary)}: ${file}\n`);
    });
  addSettings(backup, ["databaseUrl"]);

  const restore = petstore
    .command("restore")
    .description("verify a backup and replace the data by it; the service must be stopped")
    .argument("<file>", "a file that `petstore backup` wrote")
    .option("--force", "replace an existing database; it is kept under another name")
    .action(async (file: string, flags: Flags & { force?: true }) => {
      const ops = await import("../ops/backup.ts");
      const { databaseUrl } = readConfig(flags);
      const { path, summary, keptAs } = ops.restore(databaseUrl, file, flags.force === true, clock());
      process.stdout.write(`Restored ${describe(summary)}: ${path}\n`);
      if (keptAs !== undefined) process.stdout.write(`The previous database is kept as ${keptAs}\n`);
      process.stdout.write("API keys are those of the backup: revoke again any that were revoked since.\n");
    });
  addSettings(restore, ["databaseUrl"]);
}

function describe({ counts, bytes, version }: Summary): string {
  const rows = counts.map(({ noun, count }) => formatCount(count, noun));
  return `${rows.join(", ")} (${formatBytes(bytes)}, schema version ${version})`;
}
