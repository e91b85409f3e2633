import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { isoTime } from "../../core/times.ts";
import { InterruptedError, UsageError } from "../../files/problems/usage-error.ts";
import { requireDatabase } from "../../service/existing-database.ts";
import { clock } from "../../service/runtime.ts";
import { readConfig } from "../../service/settings/settings.ts";
import { formatBytes, formatCount } from "../../store/figures.ts";
import { TABLES } from "../../store/schema/tables.ts";
import { type Contents, discardPart } from "../../store/sqlite/backup/backup.ts";
import type { BackupRequest, BackupResult } from "../../store/sqlite/backup/backup-thread.ts";
import { replaceSqlite, requireRestorable } from "../../store/sqlite/backup/restore.ts";
import { fileTime, recordBackup } from "../../store/sqlite/disk.ts";
import { FileError } from "../../store/sqlite/lock.ts";
import { startThread } from "../../store/sqlite/thread.ts";
import { followed, sqlitePath } from "../../store/url.ts";
import { isFolder, requireNewFile } from "../export/new-file.ts";
import { addSettings, type Flags } from "../settings-flags.ts";
import { interruptible } from "../terminal/interruption.ts";

/** Adds `petstore backup` and `petstore restore`. */
export function addBackupCommands(petstore: Command): void {
  const backingUp = petstore
    .command("backup")
    .description("back up the data to a verified file; the service may run")
    .argument("<file>", "a new file; with --keep, a folder")
    .option(
      "--keep <count>",
      "write a file with the time in its name to a folder, and keep only the newest of these files",
    )
    .addHelpText("after", BACKUP_HELP)
    .action(async (file: string, flags: Flags & { keep?: string }) => {
      const { databaseUrl } = readConfig(flags);
      const { keep } = flags;
      if (keep === undefined) {
        return report(await interruptible((signal) => backup(databaseUrl, file, { now: clock(), signal })), file);
      }
      const written = await interruptible((signal) =>
        backupInto(databaseUrl, file, parseKeep(keep), { now: clock(), signal }),
      );
      report(written.summary, written.file);
      for (const name of written.deleted) process.stdout.write(`Deleted ${name}\n`);
    });
  addSettings(backingUp, ["databaseUrl"]);

  const restoring = petstore
    .command("restore")
    .description("verify a backup and restore it; the service must be stopped")
    .argument("<file>", "a file that `petstore backup` wrote")
    .option("--force", "replace an existing database; it is kept under another name")
    .action(async (file: string, flags: Flags & { force?: true }) => {
      const { databaseUrl } = readConfig(flags);
      const { path, summary, keptAs } = await interruptible((signal) =>
        restore(databaseUrl, file, flags.force === true, { now: clock(), signal }),
      );
      process.stdout.write(`Restored ${describe(summary)}: ${path}\n`);
      if (keptAs !== undefined) process.stdout.write(`The previous database is kept as ${keptAs}\n`);
      process.stdout.write("API keys are those of the backup: revoke again the keys that you revoked since.\n");
    });
  addSettings(restoring, ["databaseUrl"]);
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

function describe({ counts, bytes, version, newestAt }: Summary): string {
  const rows = counts.map(({ noun, count }) => formatCount(count, noun));
  const newest = newestAt === undefined ? "without a change" : `newest change ${isoTime(newestAt)}`;
  return `${rows.join(", ")} (${formatBytes(bytes)}, schema version ${version}, ${newest})`;
}

/** The content of a backup. */
interface Summary {
  readonly counts: readonly { readonly noun: string; readonly count: number }[];
  readonly bytes: number;
  /** The version of the schema. */
  readonly version: number;
  /** When the newest change was made, in epoch milliseconds. */
  readonly newestAt: number | undefined;
}

/** The time of a backup, and the signal that interrupts it. */
interface BackupRun {
  readonly now: number;
  readonly signal: AbortSignal;
}

/**
 * Writes a verified backup of a SQLite database to a new file, and records the time next to the database. Then deletes what killed
 * backups left in that folder. A backup that fails deletes nothing.
 */
async function backup(url: string, file: string, { now, signal }: BackupRun): Promise<Summary> {
  const path = requireSqlite(url, "pg_dump --format=custom --file=FILE");
  requireDatabase(url);
  if (isFolder(file)) throw new UsageError(`${file} is a folder: name a new file in it, or use --keep`);
  requireNewFile(file);
  requireOwnName(file);
  const contents = await inThread({ work: "backup", path, file: resolve(file) }, signal);
  recordBackup(path, now);
  deleteAbandonedParts(dirname(resolve(file)), now);
  return summarize(contents);
}

/** Refuses a name that SQLite or the service uses for a file next to a database, and deletes. */
function requireOwnName(file: string): void {
  const [ending] = /-(?:journal|wal|shm|shown|note|reserve)$/.exec(file) ?? [];
  if (ending === undefined) return;
  throw new UsageError(
    `${file}: expected a name with another end; a file beside a database that ends in ${ending} is deleted`,
  );
}

/** The message of an interruption, and the file that is then not written. */
const INTERRUPTED = {
  backup: { message: "interrupted; no backup was written", written: "file" },
  restore: { message: "interrupted; nothing was restored", written: "path" },
} as const;

/** Runs in a thread, because SQLite does not return before the end. When interrupted, leaves no files. */
async function inThread(request: BackupRequest, signal: AbortSignal): Promise<Contents> {
  const { message, written } = INTERRUPTED[request.work];
  const { promise, resolve, reject } = Promise.withResolvers<Contents>();
  const thread = startThread("backup/backup-thread.ts", reject, true);
  thread.onmessage = ({ data }: MessageEvent<BackupResult>) => {
    if (data.contents !== undefined) resolve(data.contents);
    else reject(new FileError(data.message, data.cause === undefined ? {} : { cause: new Error(data.cause) }));
  };
  signal.addEventListener("abort", () => {
    // Once the file has its final name, the backup is complete.
    if (request.work === "restore" || !existsSync(request.file)) reject(new InterruptedError(message));
  });
  thread.postMessage(request);
  try {
    return await promise;
  } finally {
    thread.terminate();
    if (signal.aborted) discardPart(request[written]);
  }
}

/** Names of backups in a folder. They sort by time. */
const NAME = /^petstore-\d{8}T\d{6}Z\.db$/;

/** Names of files to which a backup of `NAME.db` is written until it is complete. Those without `.db` may belong to other programs. */
const PART = /\.db\.\d+\.part(?:-journal|-wal|-shm)?$/;

/** No backup takes this long: an older partial file belongs to a backup that was killed. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Writes a verified backup with the time in its name to a folder. Then deletes the oldest backups with such names until `keep` are left.
 */
async function backupInto(
  url: string,
  folder: string,
  keep: number,
  run: BackupRun,
): Promise<{ readonly file: string; readonly summary: Summary; readonly deleted: readonly string[] }> {
  const { now } = run;
  if (!isFolder(folder)) throw new UsageError(`--keep: expected an existing folder for the backups; got ${folder}`);
  const file = join(folder, `petstore-${fileTime(now)}.db`);
  const summary = await backup(url, file, run);
  // Always keep the new one, whatever the clock says.
  const others = readdirSync(folder).filter((name) => NAME.test(name) && name !== basename(file));
  const deleted = others.toSorted().slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of deleted) rmSync(join(folder, name));
  return { file, summary, deleted };
}

function deleteAbandonedParts(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((name) => PART.test(name))) {
    const part = join(folder, name);
    // Another backup may have finished and deleted it since.
    const writtenAt = statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (writtenAt < now - ABANDONED_MS) deleteIfAllowed(part);
  }
}

/** Deletes a file. Ignores missing permission, as in a shared folder: the backup itself is complete. */
function deleteIfAllowed(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Ignored, as said above.
  }
}

/** Replaces a SQLite database with a verified backup. Requires `force` if one exists, and keeps it as `keptAs`. */
export async function restore(
  url: string,
  file: string,
  force: boolean,
  { now, signal }: BackupRun,
): Promise<{ path: string; summary: Summary; keptAs: string | undefined }> {
  const path = requireSqlite(url, "pg_restore");
  if (!existsSync(file)) throw new UsageError(`no such file: ${file}`);
  if (!statSync(file).isFile()) {
    throw new UsageError(`${file} is not a regular file: name a file that \`petstore backup\` wrote`);
  }
  const backup = followed(resolve(file));
  requireRestorable(backup, path, force);
  const contents = await inThread({ work: "restore", path, file: backup }, signal);
  return { path, summary: summarize(contents), keptAs: replaceSqlite(path, now) };
}

function summarize({ rows, bytes, version, newestAt }: Contents): Summary {
  const counts = TABLES.flatMap(({ name, noun }) => (noun === undefined ? [] : [{ noun, count: rows[name] ?? 0 }]));
  return { counts, bytes, version, newestAt };
}

/** Returns the path of the database. Refuses PostgreSQL, whose own tools back up everything in a database. */
function requireSqlite(url: string, tool: string): string {
  const path = sqlitePath(url);
  if (path !== undefined) return resolve(path);
  throw new UsageError(
    `the data is in PostgreSQL: use its own tool, \`${tool}\`. ` +
      "To copy the data to a SQLite file: `petstore copy --from postgres://... --to sqlite://FILE`",
  );
}
