/* Explains to operators why a file cannot be written. */
import { chownSync, existsSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";

/** Names the user, the folder or file and a remedy for an error about permissions; undefined for any other error. */
export function explainPermission(error: unknown): string | undefined {
  // For a copy, the written file.
  const { code, path: from, dest: path = from } = error as NodeJS.ErrnoException & { readonly dest?: string };
  if (path === undefined || !/^(?:EACCES|EPERM|EROFS)$/.test(code ?? "")) return undefined;
  // A file that does not exist cannot be created in its folder.
  const place = resolve(existsSync(path) ? path : dirname(path));
  if (code === "EROFS") return `${place} is on a read-only file system: choose another place`;
  return `user ${userName()} may not write to ${place}: run as its owner, or \`chown\` it to that user`;
}

/** Gives a file that root created to the user of the service: the owner of the existing file, or of its folder. */
export function giveToOwner(made: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(existsSync(path) ? path : dirname(path));
  chownSync(made, uid, gid);
}

/** The codes for a full disk, a quota, a limit of the file size and a failing disk. Even reading creates a file, `-shm`. */
const DISK_ERROR = /^(?:ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_(?:WRITE|SHMSIZE))$/;

/** The message for a full or failing disk, with a remedy; undefined for any other error. */
export function explainFullDisk(error: unknown): string | undefined {
  if (!DISK_ERROR.test((error as NodeJS.ErrnoException).code ?? "")) return undefined;
  return "the disk is full, or fails: free some space, or choose another place";
}

/** Such as `petstore (uid 998)`. In containers a user often has no name. */
function userName(): string {
  try {
    const { username, uid } = userInfo();
    // The runtime takes the name from the environment, which may lack it.
    return username === "unknown" ? `${uid}` : `${username} (uid ${uid})`;
  } catch {
    return `${process.getuid?.()}`;
  }
}
