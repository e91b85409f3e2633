/* Processes that are killed while they write, repeatedly on the same data. */
import { expect } from "bun:test";
import { SQL } from "bun";
import { emptyFolder } from "../support/folder.ts";
import { ownPostgres, type Postgres } from "../support/postgres.ts";
import { type Program, startProgram, until } from "../support/program.ts";
import { databaseIn } from "./disk.ts";
import {
  expectNothingElse,
  expectNothingLost,
  expectSound,
  keepAdding,
  nothingTold,
  QUIET,
  report,
  type Told,
} from "./writers.ts";

/** In each of this many rounds the database server is killed before the service, if there is one. */
const SERVER_EVERY = 3;

/** The data of all processes. */
interface Data extends AsyncDisposable {
  readonly engine: string;
  start(): Promise<Program>;
  /** The database server; undefined when the service is its own database. */
  readonly server?: Postgres;
  /** Checks the stored data itself while nobody writes: it is intact and has nothing that was refused. */
  expectSound(told: Told): Promise<void>;
}

async function onSqlite(): Promise<Data> {
  const folder = emptyFolder();
  return {
    engine: "SQLite",
    start: () => startProgram({ cwd: folder.path, env: QUIET }),
    expectSound: async (told) => expectSound(databaseIn(folder.path), told),
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]();
    },
  };
}

async function onPostgres(): Promise<Data> {
  const folder = emptyFolder();
  const server = await ownPostgres();
  const url = await server.createDatabase();
  return {
    engine: "PostgreSQL",
    start: () => startProgram({ cwd: folder.path, env: { ...QUIET, DATABASE_URL: url } }),
    server,
    async expectSound(told) {
      await using sql = new SQL(url, { max: 1 });
      const rows: { name: string }[] = await sql`select name from pets`;
      expectNothingElse(rows, told);
    },
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]();
    },
  };
}

/** Opens the data of each engine. */
export const engines = { SQLite: onSqlite, PostgreSQL: onPostgres } as const;

/**
 * Kills the service this many times with SIGKILL under 32 writers, and its database server in some rounds. Then everything
 * acknowledged must be stored.
 */
export async function killRepeatedly(rounds: number, open: () => Promise<Data>): Promise<void> {
  await using data = await open();
  const told = nothingTold();
  let slowestMs = 0;
  let serverKills = 0;
  for (let round = 0; round < rounds; round++) {
    await using program = await data.start();
    slowestMs = Math.max(slowestMs, program.startMs);
    // Each time at another place of a commit group and of a checkpoint.
    const enough = told.acknowledged.size + 40 + 37 * (round % 11);
    const writers = Array.from({ length: 32 }, (_, writer) => keepAdding(program, `${round} ${writer}`, told));
    await until(() => told.acknowledged.size >= enough, "enough pets");
    if (data.server !== undefined && round % SERVER_EVERY === SERVER_EVERY - 1) {
      slowestMs = Math.max(slowestMs, await killServer(data.server, told));
      serverKills += 1;
    }
    expect(await program.stop("SIGKILL")).toBe("SIGKILL");
    await Promise.all(writers);
  }
  expect(told.strange).toEqual([]);
  if (serverKills === 0) expect(told.refused.size + told.uncertain.size).toBe(0);
  await using program = await data.start();
  await expectNothingLost(program, told);
  await program.stop("SIGKILL");
  await data.expectSound(told);
  const also = serverKills === 0 ? "" : `, and the server ${serverKills} times`;
  report(`kill -9 on ${data.engine}, ${rounds} times${also}`, told, slowestMs);
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
