import type { Command } from "commander";
import { UsageError } from "../files/usage-error.ts";
import { readConfig } from "../service/config.ts";
import { clock } from "../service/runtime.ts";
import { formatBytes, formatCount } from "../store/figures.ts";
import type { Summary } from "./database-backup.ts";
import { interruptible } from "./interruption.ts";
import { addSettings, type Flags } from "./settings-flags.ts";

/** Adds `petstore backup` and `petstore restore`. */
export function addBackupCommands(petstore: Command): void {
  const backup = petstore
    .command("backup")
    .description("back up the data to a verified file; the service may run")
    .argument("<file>", "a new file; with --keep, a folder")
    .option(
      "--keep <count>",
      "write a file with the time in its name to a folder, and keep only the newest of these files",
    )
    .addHelpText("after", BACKUP_HELP)
    .action(async (file: string, flags: Flags & { keep?: string }) => {
      const ops = await import("./database-backup.ts");
      const { databaseUrl } = readConfig(flags);
      const { keep } = flags;
      if (keep === undefined) {
        return report(await interruptible((signal) => ops.backup(databaseUrl, file, { now: clock(), signal })), file);
      }
      const written = await interruptible((signal) =>
        ops.backupInto(databaseUrl, file, parseKeep(keep), { now: clock(), signal }),
      );
      report(written.summary, written.file);
      for (const name of written.deleted) process.stdout.write(`Deleted ${name}\n`);
    });
  addSettings(backup, ["databaseUrl"]);

  const restore = petstore
    .command("restore")
    .description("verify a backup and restore it; the service must be stopped")
    .argument("<file>", "a file that `petstore backup` wrote")
    .option("--force", "replace an existing database; it is kept under another name")
    .action(async (file: string, flags: Flags & { force?: true }) => {
      const ops = await import("./database-backup.ts");
      const { databaseUrl } = readConfig(flags);
      const { path, summary, keptAs } = await interruptible((signal) =>
        ops.restore(databaseUrl, file, flags.force === true, { now: clock(), signal }),
      );
      process.stdout.write(`Restored ${describe(summary)}: ${path}\n`);
      if (keptAs !== undefined) process.stdout.write(`The previous database is kept as ${keptAs}\n`);
      process.stdout.write("API keys are those of the backup: revoke again the keys that you revoked since.\n");
    });
  addSettings(restore, ["databaseUrl"]);
}

const BACKUP_HELP = `
To back up every night and keep two weeks: petstore backup --keep 14 /var/backups/petstore`;

function parseKeep(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError(`--keep: expected an integer from 1 to 9999; got ${text}`);
}

function report(summary: Summary, file: string): void {
  process.stdout.write(`Backed up and verified ${describe(summary)}: ${file}\n`);
}

function describe({ counts, bytes, version }: Summary): string {
  const rows = counts.map(({ noun, count }) => formatCount(count, noun));
  return `${rows.join(", ")} (${formatBytes(bytes)}, schema version ${version})`;
}
