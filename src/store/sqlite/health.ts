import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Sql } from "../engine.ts";
import type { Finding } from "../health.ts";

const MB = 1_000_000;

/** Below the first the disk is warned of, below the second it fails: writes are about to be refused. */
const FREE_WARN = 1000 * MB;
const FREE_FAIL = 100 * MB;

/** The log is folded into the database at about 4 MB; one that grew past this has a reader that never ends. */
const LOG_WARN = 256 * MB;

/** The checks of a SQLite file and the disk that it is on. */
export async function* examineFile(sql: Sql, path: string): AsyncGenerator<Finding> {
  yield await integrity(sql);
  const bytes = statSync(path).size;
  yield { level: "ok", check: "size", text: megabytes(bytes) };
  const log = existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0;
  yield {
    level: log > LOG_WARN ? "warn" : "ok",
    check: "log",
    text: log > LOG_WARN ? `${megabytes(log)} (${path}-wal): a process holds a read open; restart it` : megabytes(log),
  };
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  yield {
    level: free < FREE_FAIL ? "FAIL" : free < FREE_WARN || free < bytes ? "warn" : "ok",
    check: "disk",
    text: `${megabytes(free)} free${free < bytes ? ": too little for a backup on the same disk" : ""}`,
  };
}

async function integrity(sql: Sql): Promise<Finding> {
  const check = "integrity";
  const [problem] = await sql<{ integrity_check: string }>`pragma integrity_check(1)`;
  if (problem?.integrity_check !== "ok") {
    const text = `${problem?.integrity_check}: stop the service, keep the file, and restore a backup`;
    return { level: "FAIL", check, text };
  }
  return { level: "ok", check, text: "every page and index is sound" };
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}
