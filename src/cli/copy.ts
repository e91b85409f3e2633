import { resolve } from "node:path";
import { Command } from "commander";
import { redactUrl, settings } from "../config.ts";
import { clock } from "../runtime.ts";
import { UsageError } from "./exit.ts";
import { progress, whole } from "./progress.ts";

/** The `petstore copy` command: everything from one database to another of any kind. */
export function copyCommand(): Command {
  return new Command("copy")
    .description("copy everything to another database, of either kind, and prove the copy equal")
    .requiredOption("--from <url>", "the database to copy; no service may write to it meanwhile")
    .requiredOption("--to <url>", "an empty database, or the one where the same copy was interrupted")
    .addHelpText(
      "after",
      `
URLs are those of DATABASE_URL. After an interruption the same command goes on where it stopped. No service starts on
the target before the copy is complete. The source is only read.`,
    )
    .exitOverride()
    .action(async ({ from, to }: { from: string; to: string }) => copy(readUrl("--from", from), readUrl("--to", to)));
}

async function copy(from: string, to: string): Promise<void> {
  if (from === to) throw new UsageError("--from and --to are the same database");
  const { openEngine, sqlitePath, storeExists } = await import("../store/index.ts");
  const { claim, copyRows, CopyError, finish, prepareTarget, requireSource, verify } = await import("../ops/copy.ts");
  if (!storeExists(from)) throw new CopyError(`--from: there is no file ${sqlitePath(from)}`);
  if (from.startsWith("sqlite:")) {
    const { isInUse } = await import("../store/sqlite/lock.ts");
    if (isInUse(sqlitePath(from))) {
      throw new CopyError("--from is open in another process: stop the service, so that the copy misses no write");
    }
  }
  const shown = progress();
  const startedAt = performance.now();
  const source = await openEngine(from);
  const target = await openEngine(to);
  try {
    await requireSource(source);
    await prepareTarget(target, clock());
    const outcome = await claim(target, redactUrl(from), clock());
    if (outcome === "resumed") process.stderr.write("petstore: going on with a copy that was interrupted\n");
    await copyRows(source, target, (table, done, of) => shown.report(`copying ${table}`, done, of));
    const tables = await verify(source, target, (table, done, of) => shown.report(`verifying ${table}`, done, of));
    await finish(target);
    shown.end();
    for (const { name, rows, checksum } of tables) {
      process.stdout.write(`${name.padEnd(14)}${whole(rows).padStart(14)}  sha256 ${checksum}\n`);
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`Copied and verified in ${seconds} s. Start the service with DATABASE_URL=${redactUrl(to)}\n`);
  } finally {
    shown.end();
    await Promise.all([source.close(), target.close()]);
  }
}

/** A SQLite path is made absolute: the marker in the target names the source, whatever folder the command is run in. */
function readUrl(flag: string, text: string): string {
  const url = settings.databaseUrl.read(text);
  if (url === undefined) {
    throw new UsageError(`${flag}: expected ${settings.databaseUrl.expected}; got ${redactUrl(text)}`);
  }
  return url.replace(/^sqlite:\/\/(.+)$/, (_, path: string) => `sqlite://${resolve(path)}`);
}
