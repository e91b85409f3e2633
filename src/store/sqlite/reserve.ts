/* Disk space reserved next to a database, for a start on a full disk (decision 033). */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { explainFullDisk, giveToOwner } from "../permissions.ts";

/** Even a read-only connection needs 32 kB: SQLite creates the index of the log, `-shm`, which the last connection removes. */
const RESERVE_BYTES = 65_536;

const reserveOf = (path: string) => `${path}-reserve`;

/** Takes the space, unless the disk is full. */
export function keepReserve(path: string): void {
  const file = reserveOf(path);
  if (existsSync(file)) return;
  try {
    writeFileSync(file, new Uint8Array(RESERVE_BYTES).fill(1), { flag: "wx", mode: 0o600 });
    giveToOwner(file, path);
  } catch (error) {
    rmSync(file, { force: true });
    if (explainFullDisk(error) === undefined) throw error;
  }
}

/** Runs work that may fail on a full disk. If it does, frees the reserve and tries once more. */
export function inReserve<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (explainFullDisk(error) === undefined || !existsSync(reserveOf(path))) throw error;
    rmSync(reserveOf(path), { force: true });
    return work();
  }
}
