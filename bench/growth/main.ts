/*
 * `npm run bench:growth`: how the processor time of a request grows from 10 thousand to 1 million pets, or with `--full` to 10
 * million, on SQLite and on PostgreSQL, or with `--engine` on one of them; with `--only TEXT` of the requests that have this
 * text. Writes bench/growth/results.md, except for some requests and for the PostgreSQL of POSTGRES_BIN. Exits 1 when it grows more than the goal.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SQL } from "bun";
import { startPostgres } from "../../test/support/postgres.ts";
import { LoadGenerator } from "../load.ts";
import { threadNanoseconds } from "../process-figures.ts";
import { type Running, start } from "../processes.ts";
import { Machine } from "../report.ts";
import { type Engine, petstoreOn } from "../servers.ts";
import { fillPostgres } from "../stores.ts";
import { figure, table } from "../tables.ts";
import { fillShop } from "./shop.ts";
import { growthWorkloads } from "./workloads.ts";

/** petstore on one engine, with so many pets. */
interface Subject {
  readonly running: Running;
  readonly pets: number;
  readonly bytes: number;
  /** Its SQLite file. */
  readonly path?: string;
  /** The processes that do the work: the service, and those of its connections to PostgreSQL. */
  readonly pids: readonly number[];
  /** What each workload took in each round. */
  readonly measured: Map<string, Measured[]>;
}

/** Microseconds of a request: of processors, and the median time until the response; and the bytes of the response. */
interface Measured {
  readonly cpu: number;
  readonly time: number;
  readonly bytes: number;
}

const warmupMs = 50;
const measureMs = 300;

/** Code that has run often is compiled: without that, the first workloads of the first round would take longest. */
const compileMs = 3000;

/** The processor time at the largest size may be this many times that at the smallest, unless the response is that much longer, too. */
const goal = 1.5;
/** Not judged: 20 pets are in 20 places of a large store, and on SQLite in no cache. */
const unjudged = "GET /pets?ids={20 random ids}";

const { values: options } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    engine: { type: "string" },
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
  },
});
/** The sizes take turns, so that a busy moment of the machine touches all of them. */
const rounds = Number(options.rounds);
const sizes = [10_000, 100_000, 1_000_000, ...(options.full ? [10_000_000] : [])];
const engines = (["SQLite", "PostgreSQL"] satisfies Engine[]).filter((engine) => engine === (options.engine ?? engine));

const workloads = growthWorkloads.filter(({ id }) => id.includes(options.only));

const argument = process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(" ")}` : "";

const machine = new Machine();
const folder = mkdtempSync(join(tmpdir(), "petstore-growth-"));
// What an operator would set on such a machine; the tests' server is kept small.
const postgres = engines.includes("PostgreSQL")
  ? await startPostgres(["shared_buffers=2GB", "max_wal_size=4GB", "autovacuum=on"])
  : undefined;
const version = postgres && (await majorVersion(postgres.url));
const subjects: Subject[] = [];
using load = new LoadGenerator();
try {
  for (const pets of sizes) await openSubjects(pets);
  for (const { running, pets } of subjects) {
    for (const workload of ["GET /pets?q={common}&status", "PATCH /inventory/{petId}"]) {
      await load.send(running, { workload, pets, connections: 4, done: 0, warmupMs: 0, measureMs: compileMs });
    }
  }
  for (let round = 1; round <= rounds; round++) {
    console.error(`Round ${round} of ${rounds}`);
    for (const workload of workloads) {
      for (const subject of subjects) {
        const known = subject.measured.get(workload.id) ?? [];
        subject.measured.set(workload.id, [...known, await measure(subject, workload.id, (round - 1) / rounds)]);
      }
    }
  }
  const missed = missedGoals();
  const text = report(missed);
  const isUsual = process.env["POSTGRES_BIN"] === undefined && options.only === "";
  if (isUsual) await Bun.write(new URL("results.md", import.meta.url), `# Growth\n\n${text}\n`);
  console.log(text);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  for (const { running } of subjects) await running[Symbol.asyncDispose]();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
}

async function majorVersion(url: string): Promise<string> {
  await using sql = new SQL(url, { max: 1 });
  const [row] = await sql<{ server_version: string }[]>`show server_version`;
  return String(Number.parseInt(row?.server_version ?? "", 10));
}

/** Starts petstore on both engines with this many pets. */
async function openSubjects(pets: number): Promise<void> {
  const path = join(folder, `${pets}.db`);
  const log = join(folder, "petstore.log");
  await fillShop(path, pets);
  // First, because a service that is running keeps its file to itself.
  if (postgres) {
    const url = await fillPostgres(postgres, path);
    await using sql = new SQL(url, { max: 1 });
    // A server that has run for a while has read what fits into its memory.
    await sql.unsafe("create extension pg_prewarm");
    await sql`
      select pg_prewarm(oid) from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`;
    const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
    const running = await start(petstoreOn.PostgreSQL, url, log);
    // Its pool grows with the requests at once: here there is one.
    const backends = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and application_name like 'petstore%'`;
    const pids = [running.pid, ...backends.map(({ pid }) => pid)];
    subjects.push({ running, pets, bytes: Number(row?.bytes), pids, measured: new Map() });
  }
  if (engines.includes("SQLite")) {
    const running = await start(petstoreOn.SQLite, `sqlite://${path}`, log);
    subjects.push({ running, pets, bytes: statSync(path).size, path, pids: [running.pid], measured: new Map() });
  }
  console.error(`${figure(pets)} pets are loaded`);
}

/** Sends a workload to one of the services for a moment. */
async function measure({ running, pets, pids, path }: Subject, workload: string, done: number): Promise<Measured> {
  // Into the memory of the operating system: some drop what was not read for half a minute.
  if (path !== undefined) Bun.spawnSync(["cat", path], { stdout: Bun.file("/dev/null") });
  const used = () => new Map(pids.flatMap((pid) => [...threadNanoseconds(pid)]));
  const before = used();
  const result = await load.send(running, { workload, pets, connections: 1, done, warmupMs, measureMs });
  if (result.firstError !== undefined) throw new Error(`${workload}: ${result.firstError}`);
  const nanoseconds = [...used()].reduce((sum, [thread, now]) => sum + now - (before.get(thread) ?? 0), 0);
  // The requests before the measured time count as well.
  const requests = result.requests * (1 + warmupMs / measureMs);
  return { cpu: nanoseconds / 1000 / requests, time: result.p50 * 1000, bytes: result.bytes / result.requests };
}

/** A figure at each size, and how many times larger it is at the largest than at the smallest. */
function growthOf(engine: string, workload: string, of: keyof Measured): { figures: number[]; ratio: number } {
  const own = subjects.filter(({ running }) => running.server.engine === engine);
  // The least of the rounds: what else happens on a machine adds to the others.
  const figures = own.map(({ measured }) => Math.min(...(measured.get(workload) ?? []).map((one) => one[of])));
  return { figures, ratio: (figures.at(-1) ?? Number.NaN) / (figures[0] ?? Number.NaN) };
}

function missedGoals(): string[] {
  return engines.flatMap((engine) =>
    workloads.flatMap(({ id }) => {
      const { ratio } = growthOf(engine, id, "cpu");
      const isJudged = id !== unjudged && growthOf(engine, id, "bytes").ratio <= goal;
      return ratio <= goal || !isJudged ? [] : [`${id} on ${engine}: ${figure(ratio, 2)}`];
    }),
  );
}

function report(missed: readonly string[]): string {
  const [smallest, largest] = [figure(sizes[0]), figure(sizes.at(-1))];
  const tableOf = (engine: string): string => {
    const rows = workloads.map(({ id }) => {
      const { figures, ratio } = growthOf(engine, id, "cpu");
      return [
        id,
        ...figures.map((cpu) => figure(cpu)),
        figure(ratio, 2),
        figure(growthOf(engine, id, "time").ratio, 2),
        figure(growthOf(engine, id, "bytes").ratio, 2),
      ];
    });
    const title = engine === "SQLite" ? engine : `${engine} ${version}`;
    const head = [`${title}, microseconds`, ...sizes.map((size) => figure(size)), "ratio", "of times", "of bytes"];
    return table(1, head, rows);
  };
  const space = subjects.map(({ running, pets, bytes }) => [running.server.engine, figure(pets), figure(bytes / 1e6)]);
  return [
    `\`npm run bench:growth${argument}\` on ${new Date().toISOString().slice(0, 10)}, ${machine.describe()}; ${machine.describeNoise()}. Least processor time of a request in ${rounds} interleaved rounds, of the service and its connections to PostgreSQL, one request at a time; then the ratios of the times until the response, which say something on a quiet machine only, and of the lengths of the responses. Each list is read from the store, none comes from the cache; PostgreSQL has its tables and indexes in memory, and the operating system has the files of SQLite.`,
    `Goal: with ${largest} pets at most ${goal} times what ${smallest} take, except for lists of ids and where the response is that much longer: ${missed.length === 0 ? "met" : `missed by ${missed.join(", ")}`}.`,
    ...engines.map(tableOf),
    table(1, ["engine", "pets", "database, MB"], space),
  ].join("\n\n");
}
