import { mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOM_BYTES = 4 * 2 ** 30;

/** Linux's file system in memory, if it has room and programs may run there: in containers it often is small. */
export const memory = hasRoom("/dev/shm") ? "/dev/shm" : undefined;

function hasRoom(path: string): boolean {
  if (process.platform !== "linux") return false;
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const mount = mounts.find((line) => line.split(" ")[1] === path);
  if (mount === undefined || mount.includes("noexec")) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= ROOM_BYTES;
}

/** Where tests have their folders: where nothing waits for a disk, unless TMPDIR names another place. */
export const temporary = (process.env["TMPDIR"] || memory) ?? tmpdir();

/** An empty folder that is gone at the end of the test: `using folder = emptyFolder()`. */
export function emptyFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(temporary, "petstore-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
