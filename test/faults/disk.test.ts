/* No space for another byte: what a file size limit makes of a disk, on any Linux, without being root. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { emptyFolder } from "../folder.ts";
import { type Program, SOURCE } from "../program.ts";
import { databaseIn, fillAndClear } from "./disk.ts";

setDefaultTimeout(60_000);

test("a full disk costs 503s and nothing else; writing goes on by itself when there is space", async () => {
  using folder = emptyFolder();
  await fillAndClear({
    cwd: folder.path,
    // Else the first write beyond the limit ends the process with a signal, before it can see the error.
    command: ["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh", ...SOURCE],
    fill: (program) => limitFiles(program, "4096"),
    clear: (program) => limitFiles(program, "unlimited"),
    file: () => databaseIn(folder.path),
  });
});

/** Changes how large the files of a running process may become: from then on, each write beyond that fails. */
async function limitFiles({ pid }: Program, bytes: string): Promise<void> {
  const child = Bun.spawn(["prlimit", `--pid=${pid}`, `--fsize=${bytes}:unlimited`], { stderr: "pipe" });
  const [stderr, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
}
