/* A full disk, made with a file size limit: works on any Linux without root. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { emptyFolder } from "../support/folder.ts";
import { type Program, SOURCE } from "../support/program.ts";
import { databaseIn, fillAndClear } from "./disk.ts";

setDefaultTimeout(60_000);

test("a full disk causes only 503s, and writing continues when there is space", async () => {
  using folder = emptyFolder();
  await fillAndClear({
    cwd: folder.path,
    // Otherwise a signal ends the process at the first write beyond the limit.
    command: ["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh", ...SOURCE],
    fill: (program) => limitFiles(program, "4096"),
    clear: (program) => limitFiles(program, "unlimited"),
    file: () => databaseIn(folder.path),
  });
});

/** Limits the size of a running process's files: each write beyond it fails. */
async function limitFiles({ pid }: Program, bytes: string): Promise<void> {
  const child = Bun.spawn(["prlimit", `--pid=${pid}`, `--fsize=${bytes}:unlimited`], { stderr: "pipe" });
  const [stderr, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
}
