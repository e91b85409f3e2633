/* Space that is kept beside a database, for a start on a full disk (decision 033). */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { explainFullDisk, giveToOwner } from "../permissions.ts";

/** Even who only reads needs 32 kB: SQLite makes the index of the log, `-shm`, which the end of a service removes. */
const RESERVE_BYTES = 65_536;

const reserveOf = (path: string) => `${path}-reserve`;

/** Keeps the space, as far as there is any. */
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

/** Does work that a full disk may refuse; if it does, once more in the space that was kept. */
export function inReserve<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (explainFullDisk(error) === undefined || !existsSync(reserveOf(path))) throw error;
    rmSync(reserveOf(path), { force: true });
    return work();
  }
}
