import { resolve } from "node:path";
import { Command } from "commander";
import { readConfig } from "../config.ts";
import { clock } from "../runtime.ts";
import type { Contents } from "../store/sqlite/backup.ts";
import { addSettings, type Flags } from "./command.ts";
import { UsageError } from "./exit.ts";
import { size, whole } from "./progress.ts";

/** The `petstore backup` command. */
export function backupCommand(): Command {
  const command = new Command("backup")
    .description("write a consistent copy of the data to a file, also while the service runs")
    .argument("<file>", "where to; it must not exist yet")
    .action(async (file: string, flags: Flags) => {
      const path = await requireSqlite(flags, "pg_dump --format=custom --file=FILE");
      const { backupSqlite } = await import("../store/sqlite/backup.ts");
      const contents = backupSqlite(path, resolve(file));
      process.stdout.write(`Backed up and verified ${listed(contents)}: ${file}\n`);
    });
  return addSettings(command, ["databaseUrl"]);
}

/** The `petstore restore` command. */
export function restoreCommand(): Command {
  const command = new Command("restore")
    .description("verify a backup and put it in the place of the data; the service must be stopped")
    .argument("<file>", "a file that `petstore backup` wrote")
    .option("--force", "also when there is a database already; it is kept under another name")
    .action(async (file: string, flags: Flags & { force?: true }) => {
      const path = await requireSqlite(flags, "pg_restore");
      const { restoreSqlite } = await import("../store/sqlite/backup.ts");
      const { contents, keptAs } = restoreSqlite(resolve(file), path, flags.force === true, clock());
      process.stdout.write(`Restored ${listed(contents)}: ${path}\n`);
      if (keptAs !== undefined) process.stdout.write(`The database that was there is kept as ${keptAs}\n`);
      process.stdout.write("API keys are as they were at the backup: revoke again those that were revoked since.\n");
    });
  return addSettings(command, ["databaseUrl"]);
}

async function requireSqlite(flags: Flags, tool: string): Promise<string> {
  const { databaseUrl } = readConfig(flags);
  if (databaseUrl.startsWith("sqlite:")) return resolve((await import("../store/index.ts")).sqlitePath(databaseUrl));
  throw new UsageError(
    `the data is on a PostgreSQL server: use its own tool, \`${tool}\`, which knows all of it. ` +
      "For the data in one SQLite file: `petstore copy --from postgres://... --to sqlite://FILE`",
  );
}

function listed({ pets, orders, keys, bytes, version }: Contents): string {
  return `${whole(pets)} animals, ${whole(orders)} orders and ${whole(keys)} keys (${size(bytes)}, schema version ${version})`;
}
