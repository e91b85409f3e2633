/* A process that is killed while it writes, again and again on the same data. */
import { expect } from "bun:test";
import { emptyFolder } from "../folder.ts";
import { startProgram, until } from "../program.ts";
import { databaseIn } from "./disk.ts";
import { expectNothingLost, expectSound, keepAdding, nothingTold, QUIET, report } from "./writers.ts";

/** Kills the service so many times with SIGKILL under 32 writers; then all that was acknowledged must be there. */
export async function killAgainAndAgain(rounds: number): Promise<void> {
  using folder = emptyFolder();
  const told = nothingTold();
  let slowestStartMs = 0;
  for (let round = 0; round < rounds; round++) {
    await using program = await startProgram({ cwd: folder.path, env: QUIET });
    slowestStartMs = Math.max(slowestStartMs, program.startMs);
    // Never at the same place of a group, nor of a checkpoint.
    const enough = told.acknowledged.size + 40 + 37 * (round % 11);
    const writers = Array.from({ length: 32 }, (_, writer) => keepAdding(program, `${round} ${writer}`, told));
    await until(() => told.acknowledged.size >= enough, "enough animals");
    expect(await program.stop("SIGKILL")).toBe("SIGKILL");
    await Promise.all(writers);
  }
  expect(told.refused.size).toBe(0);
  await using program = await startProgram({ cwd: folder.path, env: QUIET });
  await expectNothingLost(program, told);
  await program.stop("SIGKILL");
  expectSound(databaseIn(folder.path), told);
  report(`kill -9, ${rounds} times`, told, slowestStartMs);
}
