/* Files that a user may not write, in words for that user. */
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";

/** Names the user, the folder or file and a remedy for an error about permissions; undefined for any other error. */
export function explainPermission(error: unknown): string | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  if (path === undefined || !/^(?:EACCES|EPERM|EROFS)$/.test(code ?? "")) return undefined;
  // A file that does not exist cannot be created in its folder.
  const place = resolve(existsSync(path) ? path : dirname(path));
  if (code === "EROFS") return `${place} is on a read-only file system: choose another place`;
  return `user ${userName()} may not write to ${place}: run as its owner, or \`chown\` it to that user`;
}

/** Such as `petstore (uid 998)`. In containers a user often has no name. */
function userName(): string {
  try {
    const { username, uid } = userInfo();
    return `${username} (uid ${uid})`;
  } catch {
    return `${process.getuid?.()}`;
  }
}
