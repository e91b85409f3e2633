/*
 * A really full disk of 8 MiB in a mount namespace of the service. It needs `unshare` and the right to mount: root, or user
 * namespaces.
 */
import { setDefaultTimeout, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";
import { type Program, SOURCE } from "../support/program.ts";
import { databaseIn, fillAndClear } from "./disk.ts";

setDefaultTimeout(60_000);

const DISK = "8m";
const MOUNT = `mount -t tmpfs -o size=${DISK} disk data && exec "$@"`;

test("a full file system causes only 503s, and writing continues when there is space", async () => {
  using folder = emptyFolder();
  mkdirSync(join(folder.path, "data"));
  // A file as the service sees it, reached through its process.
  const seen = ({ pid }: Program, path: string) => join(`/proc/${pid}/root`, path);
  const ballast = (program: Program) => seen(program, join(folder.path, "data/ballast"));
  const namespaces = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  await fillAndClear({
    cwd: folder.path,
    command: ["unshare", "--mount", ...namespaces, "sh", "-c", MOUNT, "sh", ...SOURCE],
    async fill(program) {
      await Bun.spawn(["sh", "-c", 'cat /dev/zero > "$1"', "sh", ballast(program)], { stderr: "ignore" }).exited;
    },
    clear: (program) => rm(ballast(program)),
    file: (program) => seen(program, databaseIn(folder.path)),
  });
});
