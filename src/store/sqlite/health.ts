import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { INT64_MAX } from "../../contract/common.ts";
import type { Sql } from "../engine.ts";
import type { Finding } from "../health.ts";

const MB = 1_000_000;

/** Free disk space: below the first is a warning, below the second a failure, since writes are about to fail. */
const FREE_WARN = 1000 * MB;
const FREE_FAIL = 100 * MB;

/** SQLite checkpoints the log at about 4 MB. A log larger than this means that some reader never ends. */
const LOG_WARN = 256 * MB;

/** An import gives no id from here on. */
const IDS_WARN = 2n ** 62n;

/** Checks a SQLite file and its disk. */
export async function* examineFile(sql: Sql, path: string): AsyncGenerator<Finding> {
  yield await integrity(sql);
  yield access(path);
  const bytes = statSync(path).size;
  yield { level: "ok", check: "size", text: megabytes(bytes) };
  const log = existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0;
  yield {
    level: log > LOG_WARN ? "warn" : "ok",
    check: "log",
    text:
      log > LOG_WARN
        ? `${megabytes(log)} (${path}-wal): a process keeps a read transaction open; restart it`
        : megabytes(log),
  };
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  yield {
    level: free < FREE_FAIL ? "FAIL" : free < FREE_WARN || free < bytes ? "warn" : "ok",
    check: "disk",
    text: `${megabytes(free)} free${free < bytes ? ": not enough for a backup on the same disk" : ""}`,
  };
  yield await ids(sql);
}

/** Version 1.0 made files that every user of the machine can read. */
function access(path: string): Finding {
  const check = "access";
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return { level: "ok", check, text: "only the owner can read the file" };
  const text = `other users can read ${path}, which has the hashes of keys (mode ${mode.toString(8)}): chmod 600`;
  return { level: "warn", check, text };
}

/** AUTOINCREMENT has no id after the last int64, and never takes one that is free. */
async function ids(sql: Sql): Promise<Finding> {
  const check = "ids";
  const ok: Finding = { level: "ok", check, text: "new ids can follow in every table" };
  // A file without tables does not have it.
  const [sequences] = await sql`select name from sqlite_master where name = 'sqlite_sequence'`;
  if (sequences === undefined) return ok;
  const [last] = await sql<{ name: string; seq: bigint | number }>`
    select name, seq from sqlite_sequence where seq >= ${IDS_WARN} order by seq desc limit 1`;
  if (last === undefined) return ok;
  const isLast = BigInt(last.seq) === INT64_MAX;
  return {
    level: isLast ? "FAIL" : "warn",
    check,
    text: `the last id of ${last.name} is ${last.seq}: ${isLast ? "no id follows, so restore a backup" : "few ids follow"}`,
  };
}

async function integrity(sql: Sql): Promise<Finding> {
  const check = "integrity";
  const [problem] = await sql<{ integrity_check: string }>`pragma integrity_check(1)`;
  if (problem?.integrity_check !== "ok") {
    const text = `${problem?.integrity_check}: stop the service, keep the file and restore a backup`;
    return { level: "FAIL", check, text };
  }
  return { level: "ok", check, text: "all pages and indexes are intact" };
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}
