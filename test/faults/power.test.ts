/* Services that lose their power while they write: what is left is what their disk had synced. */
import { expect, setDefaultTimeout } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runCommand } from "../support/command.ts";
import { emptyFolder } from "../support/folder.ts";
import { startProgram, until } from "../support/program.ts";
import { testWithTool } from "../support/system-tool.ts";
import { isLong } from "../support/tier.ts";
import { databaseIn } from "./disk.ts";
import { faultyDisk } from "./faulty-disk.ts";
import { expectNothingLost, keepAdding, keepLooking, nothingTold, QUIET, report } from "./writers.ts";

const PAGE = 4096;

const rounds = isLong ? Number(process.env["ROUNDS"] ?? 200) : 3;

setDefaultTimeout(20_000 * rounds);

testWithTool(
  "cc",
  `power failures under 32 writers, ${rounds} times, lose nothing acknowledged and nothing shown`,
  losePowerRepeatedly,
);

/**
 * Takes the power from a service so many times, each time under 32 writers, and continues on what its disk had synced. In every
 * other round, half of the pages that were written but not synced are there too. Everything acknowledged and everything shown to
 * a reader must be stored then.
 */
async function losePowerRepeatedly(): Promise<void> {
  using folder = emptyFolder();
  const told = nothingTold();
  const shown = nothingTold();
  let slowestMs = 0;
  for (let round = 0; round < rounds; round++) {
    const cwd = join(folder.path, `${round}`);
    const synced = join(cwd, "synced");
    mkdirSync(synced, { recursive: true });
    if (round > 0) leave(join(folder.path, `${round - 1}`), cwd, round % 2 === 0);
    if (round > 1) rmSync(join(folder.path, `${round - 2}`), { recursive: true });
    const env = { ...QUIET, ...(await faultyDisk({ delayUs: 500, copy: synced })) };
    await using program = await startProgram({ cwd, env });
    slowestMs = Math.max(slowestMs, program.startMs);
    await expectNothingLost(program, told);
    await expectNothingLost(program, shown);
    // Each time at another place of a commit group, and every fourth time while a checkpoint writes the file.
    const enough = told.acknowledged.size + 40 + 61 * (round % 11);
    const before = statSync(databaseIn(cwd)).mtimeMs;
    const isCopied = () => statSync(databaseIn(cwd)).mtimeMs > before;
    const isOver = round % 4 === 3 ? isCopied : () => told.acknowledged.size >= enough;
    const writers = Array.from({ length: 32 }, (_, writer) => keepAdding(program, `${round} ${writer}`, told));
    const readers = [keepLooking(program, shown), keepLooking(program, shown)];
    await until(isOver, "enough pets");
    expect(await program.stop("SIGKILL")).toBe("SIGKILL");
    await Promise.all([...writers, ...readers]);
    expect(told.strange).toEqual([]);
  }
  const cwd = join(folder.path, "last");
  mkdirSync(join(cwd, "synced"), { recursive: true });
  leave(join(folder.path, `${rounds - 1}`), cwd, false);
  const doctor = await runCommand(cwd, QUIET, ["doctor"]);
  expect(doctor).toMatchObject({ exitCode: 0 });
  await using program = await startProgram({ cwd, env: QUIET });
  await expectNothingLost(program, told);
  await expectNothingLost(program, shown);
  report(`power loss, ${rounds} times, ${shown.acknowledged.size} pets seen by readers`, told, slowestMs);
}

/** Makes the folder of a service from what the disk of another one had synced, and if wanted from half of what it had not. */
function leave(from: string, to: string, hasUnsynced: boolean): void {
  const target = databaseIn(to);
  mkdirSync(dirname(target), { recursive: true });
  for (const part of ["", "-wal"]) {
    const synced = join(from, "synced", `petstore.db${part}`);
    if (!existsSync(synced)) continue;
    copyFileSync(synced, target + part);
    if (hasUnsynced) writeFileSync(target + part, mixed(readFileSync(synced), readFileSync(databaseIn(from) + part)));
    // The next service may end before it has synced a file.
    copyFileSync(target + part, join(to, "synced", `petstore.db${part}`));
  }
}

/** The synced pages, with every other one of those that were written since. */
function mixed(synced: Buffer, written: Buffer): Buffer {
  const result = Buffer.alloc(Math.max(synced.length, written.length));
  synced.copy(result);
  for (let at = 0; at < written.length; at += 2 * PAGE) written.copy(result, at, at, at + PAGE);
  return result;
}
