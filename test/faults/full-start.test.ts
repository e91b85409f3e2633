/* A start on a file system without a free byte: 8 MiB in a mount namespace, which needs root or user namespaces. */
import { expect, setDefaultTimeout } from "bun:test";
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";
import { runProgram, SOURCE, startProgram, until } from "../support/program.ts";
import { testWhere } from "../support/system-tool.ts";
import { expectReading } from "./disk.ts";
import { expectNothingLost, keepAdding, nothingTold, once, QUIET } from "./writers.ts";

setDefaultTimeout(60_000);

const AS_ROOT = process.getuid?.() === 0 ? [] : ["--map-root-user"];

/** A disk at `data` in a folder, which exists for the processes that run on it, until it is disposed of. */
async function smallDisk(folder: string) {
  mkdirSync(join(folder, "data"));
  const mount = "mount -t tmpfs -o size=8m disk data && echo mounted && exec sleep 600";
  const holder = Bun.spawn(["unshare", "--mount", ...AS_ROOT, "sh", "-c", mount], {
    cwd: folder,
    stdout: "pipe",
    stderr: "ignore",
  });
  const { value } = await holder.stdout.getReader().read();
  const user = AS_ROOT.length === 0 ? [] : ["--user", "--preserve-credentials"];
  const enter = ["nsenter", `--target=${holder.pid}`, ...user, "--mount"];
  return {
    isMounted: value !== undefined,
    /** Runs a command on it, in the folder. */
    on: (...command: string[]) => [...enter, "sh", "-c", 'cd "$0" && exec "$@"', folder, ...command],
    ballast: join(`/proc/${holder.pid}/root`, folder, "data/ballast"),
    async [Symbol.asyncDispose]() {
      holder.kill();
      await holder.exited;
    },
  };
}

async function mayMount(): Promise<boolean> {
  using folder = emptyFolder();
  await using disk = await smallDisk(folder.path);
  return disk.isMounted && Bun.spawnSync(disk.on("true"), { stderr: "ignore" }).exitCode === 0;
}

const isPossible = Bun.which("nsenter") !== null && (await mayMount());

for (const signal of ["SIGKILL", "SIGTERM"] as const) {
  testWhere(
    isPossible,
    "this user may not mount a disk",
    `on a disk that is full after ${signal}, a start serves reads, and writes once there is space`,
    async () => {
      using folder = emptyFolder();
      await using disk = await smallDisk(folder.path);
      const settings = { cwd: folder.path, env: QUIET, command: disk.on(...SOURCE) };
      const told = nothingTold();
      {
        await using program = await startProgram(settings);
        await keepAdding(program, "first", told, () => told.acknowledged.size >= 30);
        await program.stop(signal);
      }
      const fill = () => Bun.spawnSync(disk.on("sh", "-c", "cat /dev/zero >> data/ballast"), { stderr: "ignore" });
      fill();
      await using program = await startProgram(settings);
      // What the start needed and has given back.
      fill();
      const added = () => once(program).createPet({ body: { name: "Rex last", categoryId: 7n, status: "pending" } });
      await until(async () => {
        const { ok, status } = await added();
        if (!ok) expect(status).toBe(503);
        return !ok;
      }, "a refused write");
      await expectReading(program, told.acknowledged);
      // A command that only reads works beside it.
      const doctor = await runProgram(["doctor"], { cwd: folder.path, command: disk.on(...SOURCE) });
      expect(doctor.stdout).toContain("FAIL  disk");
      expect(doctor.stdout).toContain("ok    orphans");

      await rm(disk.ballast);
      const last = await added();
      expect(last).toMatchObject({ status: 201 });
      await expectNothingLost(program, told);
      expect(await program.stop("SIGTERM")).toBe(0);
    },
  );
}
