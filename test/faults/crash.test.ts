/* Processes that are killed while they write, repeatedly on the same data. */
import { expect, test } from "bun:test";
import { SQL } from "bun";
import { emptyFolder } from "../support/folder.ts";
import { ownPostgres, type Postgres } from "../support/postgres.ts";
import { until } from "../support/program.ts";
import { isLong } from "../support/tier.ts";
import { databaseIn } from "./disk.ts";
import {
  expectNothingElse,
  expectNothingLost,
  expectSound,
  keepAdding,
  nothingTold,
  report,
  startQuiet,
  type Told,
} from "./writers.ts";

/** In each of this many rounds the database server is killed before the service, if there is one. */
const SERVER_EVERY = 3;

/**
 * Kills the service this many times with SIGKILL under 32 writers, and its database server in some rounds. Then everything
 * acknowledged must be stored.
 */
async function killRepeatedly(rounds: number, engine: "SQLite" | "PostgreSQL"): Promise<void> {
  using folder = emptyFolder();
  const server = engine === "PostgreSQL" ? await ownPostgres() : undefined;
  const url = (await server?.createDatabase()) ?? `sqlite://${databaseIn(folder.path)}`;
  const start = () => startQuiet({ DATABASE_URL: url }, { cwd: folder.path });
  const told = nothingTold();
  let slowestMs = 0;
  let serverKills = 0;
  for (let round = 0; round < rounds; round++) {
    await using program = await start();
    slowestMs = Math.max(slowestMs, program.startMs);
    // Each time at another place of a commit group and of a checkpoint.
    const enough = told.acknowledged.size + 40 + 37 * (round % 11);
    const writers = Array.from({ length: 32 }, (_, writer) => keepAdding(program, `${round} ${writer}`, told));
    await until(() => told.acknowledged.size >= enough, "enough pets");
    if (server !== undefined && round % SERVER_EVERY === SERVER_EVERY - 1) {
      slowestMs = Math.max(slowestMs, await killServer(server, told));
      serverKills += 1;
    }
    expect(await program.stop("SIGKILL")).toBe("SIGKILL");
    await Promise.all(writers);
  }
  expect(told.strange).toEqual([]);
  if (serverKills === 0) expect(told.refused.size + told.uncertain.size).toBe(0);
  await using program = await start();
  await expectNothingLost(program, told);
  await program.stop("SIGKILL");
  if (server === undefined) expectSound(databaseIn(folder.path), told);
  else {
    await using sql = new SQL(url, { max: 1 });
    expectNothingElse(await sql`select name from pets`, told);
  }
  const also = serverKills === 0 ? "" : `, and the server ${serverKills} times`;
  report(`kill -9 on ${engine}, ${rounds} times${also}`, told, slowestMs);
}

/** Kills the database server and restarts it. Returns the milliseconds until writers are served again. */
async function killServer(server: Postgres, told: Told): Promise<number> {
  await server.kill();
  const killedAt = performance.now();
  const before = told.acknowledged.size;
  await server.restart();
  await until(() => told.acknowledged.size > before + 32, "writes after the server is back");
  return performance.now() - killedAt;
}

/** On PostgreSQL the service has no files of its own to harm. */
const rounds = isLong
  ? { SQLite: Number(process.env["ROUNDS"] ?? 1000), PostgreSQL: 50 }
  : { SQLite: 3, PostgreSQL: 3 };

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  test(
    `kill -9 during 32 concurrent writers, ${rounds[engine]} times on the same data, loses nothing acknowledged [${engine}]`,
    async () => {
      await killRepeatedly(rounds[engine], engine);
    },
    20_000 * rounds[engine],
  );
}
