import { statSync } from "node:fs";
import type { Sql } from "../engine.ts";
import { formatBytes } from "../figures.ts";
import type { Finding } from "../health/findings.ts";
import { bytesOnDisk, freeBytes, logBytes } from "./disk.ts";

const MB = 1_000_000;

/** Free disk space: below the first is a warning, below the second a failure, since writes are about to fail. */
const FREE_WARN = 1000 * MB;
const FREE_FAIL = 100 * MB;

/** The service copies the log at 32 MB. A log larger than this means that some reader never ends. */
const LOG_WARN = 256 * MB;

/** Checks a SQLite file and its disk. */
export async function* examineFile(sql: Sql, path: string): AsyncGenerator<Finding> {
  yield await integrity(sql);
  yield access(path);
  const bytes = bytesOnDisk(path);
  yield { level: "ok", check: "size", text: formatBytes(bytes) };
  const log = logBytes(path);
  yield {
    level: log > LOG_WARN ? "warn" : "ok",
    check: "log",
    text:
      log > LOG_WARN
        ? `${formatBytes(log)} (${path}-wal): a process keeps a read transaction open; restart it`
        : formatBytes(log),
  };
  yield disk(path, bytes);
}

function disk(path: string, bytes: number): Finding {
  const check = "disk";
  const free = freeBytes(path);
  const text = `${formatBytes(free)} free`;
  if (free < FREE_FAIL) return { level: "FAIL", check, text, remedy: "free some space: writes are about to fail" };
  if (free < bytes) return { level: "warn", check, text: `${text}: not enough for a backup on the same disk` };
  return { level: free < FREE_WARN ? "warn" : "ok", check, text };
}

/** A copied file may have another mode than the service gave it. */
function access(path: string): Finding {
  const check = "access";
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return { level: "ok", check, text: "only the owner can read the file" };
  const text = `other users can read ${path}, which has the hashes of keys (mode ${mode.toString(8)}): chmod 600`;
  return { level: "warn", check, text };
}

/**
 * Checks every page. Looking up each row in each index as well takes four times as long with a million pets, and grows faster than the
 * file: that is done for every backup (decision 020).
 */
async function integrity(sql: Sql): Promise<Finding> {
  const check = "integrity";
  const [problem] = await sql<{ quick_check: string }>`pragma quick_check(1)`;
  if (problem?.quick_check !== "ok") {
    const text = problem?.quick_check ?? "unknown";
    return { level: "FAIL", check, text, remedy: "stop the service, keep the file and restore a backup" };
  }
  return { level: "ok", check, text: "all pages are intact; each backup also compares the indexes with their tables" };
}
