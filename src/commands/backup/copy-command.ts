import { resolve } from "node:path";
import type { Command } from "commander";
import { Failure } from "../../contract/errors/errors.ts";
import { UsageError } from "../../files/problems/usage-error.ts";
import { reasonOf } from "../../service/database.ts";
import { clock } from "../../service/runtime.ts";
import { settings } from "../../service/settings/settings.ts";
import { formatCount } from "../../store/figures.ts";
import { redactUrl } from "../../store/url.ts";
import { interruptible } from "../terminal/interruption.ts";
import { withProgress } from "../terminal/progress.ts";

/** Adds `petstore copy`. */
export function addCopyCommand(petstore: Command): void {
  petstore
    .command("copy")
    .description("copy everything to another database, SQLite or PostgreSQL, and verify the copy")
    .requiredOption("--from <url>", "the database to copy; stop every service that writes to it")
    .requiredOption("--to <url>", "an empty database, or one with an interrupted copy of the same database")
    .addHelpText(
      "after",
      `
Copies pets, stock changes, orders, categories, keys, events, activity and the record of imports, with their ids. New ids
continue after them. URLs have the form of DATABASE_URL. After an interruption, run the same command again to continue. No
service starts on the target until the copy is complete. The source does not change, except that waiting events in
PostgreSQL first get their positions in the feed.`,
    )
    .action(({ from, to }: { from: string; to: string }) => copy(parseUrl("--from", from), parseUrl("--to", to)));
}

async function copy(from: string, to: string): Promise<void> {
  const { copyDatabase } = await import("./database-copy.ts");
  const startedAt = performance.now();
  const onResume = () => process.stderr.write("petstore: continuing an interrupted copy\n");
  const request = { from, to, sourceName: redactUrl(from) };
  const tables = await interruptible((signal) =>
    withProgress((report) => copyDatabase(request, clock(), { report, onResume, signal })),
  ).catch((error: unknown) => {
    throw error instanceof Failure
      ? new Error(`cannot copy ${redactUrl(from)} to ${redactUrl(to)}: ${reasonOf(error)}`)
      : error;
  });
  const width = Math.max(...tables.map(({ name }) => name.length));
  for (const { name, rows, checksum } of tables) {
    process.stdout.write(`${name.padEnd(width)}${formatCount(rows).padStart(14)}  sha256 ${checksum}\n`);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`Copied and verified in ${seconds} s. Start the service with DATABASE_URL=${redactUrl(to)}\n`);
}

/** Makes a SQLite path absolute: the marker in the target names the source, and later runs may start in another folder. */
function parseUrl(flag: string, text: string): string {
  const { data: url } = settings.databaseUrl.schema.safeParse(text);
  if (url === undefined) {
    throw new UsageError(`${flag}: expected ${settings.databaseUrl.expected}; got ${redactUrl(text)}`);
  }
  return url.replace(/^sqlite:\/\/(.+)$/, (_, path: string) => `sqlite://${resolve(path)}`);
}
