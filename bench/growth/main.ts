/*
 * `npm run bench:growth`: how the time of a request grows from 10 thousand to 1 million pets, or with `--full` to 10
 * million, on SQLite and on PostgreSQL, or with `--engine` on one of them. Writes bench/growth/results.md, and after a full run
 * of both the tables in docs/performance.md. Exits 1 when a time grows more than the goal.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SQL } from "bun";
import { startPostgres } from "../../test/postgres.ts";
import { LoadGenerator } from "../load.ts";
import { type Running, start } from "../processes.ts";
import { Machine } from "../report.ts";
import { median } from "../results.ts";
import { type Engine, petstoreOn } from "../servers.ts";
import { fillPostgres } from "../stores.ts";
import { figure, table, writeBetweenMarkers } from "../tables.ts";
import { fillShop } from "./shop.ts";
import { growthWorkloads } from "./workloads.ts";

/** petstore on one engine, with so many pets. */
interface Subject {
  readonly running: Running;
  readonly pets: number;
  readonly bytes: number;
  /** The median time in microseconds of each workload in each round. */
  readonly times: Map<string, number[]>;
}

/** The sizes take turns, so that a busy moment of the machine touches all of them. */
const rounds = 5;
const warmupMs = 50;
const measureMs = 150;

/** The time at the largest size may be this many times that at the smallest. */
const goal = 1.5;
/** Not judged: 20 pets are in 20 places of a large store, and on SQLite in no cache. */
const unjudged = "GET /pets?ids={20 random ids}";

const { values: options } = parseArgs({
  options: { full: { type: "boolean", default: false }, engine: { type: "string" } },
});
const sizes = [10_000, 100_000, 1_000_000, ...(options.full ? [10_000_000] : [])];
const engines = (["SQLite", "PostgreSQL"] satisfies Engine[]).filter((engine) => engine === (options.engine ?? engine));

const argument = process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(" ")}` : "";

const machine = new Machine();
const folder = mkdtempSync(join(tmpdir(), "petstore-growth-"));
// What an operator would set on such a machine; the tests' server is kept small.
const postgres = engines.includes("PostgreSQL")
  ? await startPostgres(["shared_buffers=2GB", "max_wal_size=4GB", "autovacuum=on"])
  : undefined;
const subjects: Subject[] = [];
try {
  for (const pets of sizes) await openSubjects(pets);
  using load = new LoadGenerator();
  for (let round = 1; round <= rounds; round++) {
    console.error(`Round ${round} of ${rounds}`);
    for (const workload of growthWorkloads) {
      for (const { running, pets, times } of subjects) {
        const order = { workload: workload.id, pets, connections: 1, done: (round - 1) / rounds, warmupMs, measureMs };
        const { p50, firstError } = await load.send(running, order);
        if (firstError !== undefined) throw new Error(`${workload.id}: ${firstError}`);
        times.set(workload.id, [...(times.get(workload.id) ?? []), p50 * 1000]);
      }
    }
  }
  const missed = missedGoals();
  const text = report(missed);
  await Bun.write(new URL("results.md", import.meta.url), `# Growth\n\n${text}\n`);
  if (options.full && engines.length === 2) await writeBetweenMarkers("performance.md", "growth", text);
  console.log(text);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  for (const { running } of subjects) await running[Symbol.asyncDispose]();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
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
    const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
    const running = await start(petstoreOn.PostgreSQL, url, log);
    subjects.push({ running, pets, bytes: Number(row?.bytes), times: new Map() });
  }
  if (engines.includes("SQLite")) {
    const running = await start(petstoreOn.SQLite, `sqlite://${path}`, log);
    subjects.push({ running, pets, bytes: statSync(path).size, times: new Map() });
  }
  console.error(`${figure(pets)} pets are loaded`);
}

/** The time at each size, and how many times longer it is at the largest than at the smallest. */
function growthOf(engine: string, workload: string): { times: number[]; ratio: number } {
  const own = subjects.filter(({ running }) => running.server.engine === engine);
  const times = own.map((subject) => median(subject.times.get(workload) ?? []) ?? Number.NaN);
  return { times, ratio: (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN) };
}

function missedGoals(): string[] {
  return engines.flatMap((engine) =>
    growthWorkloads.flatMap(({ id }) => {
      const { ratio } = growthOf(engine, id);
      return ratio <= goal || id === unjudged ? [] : [`${id} on ${engine}: ${figure(ratio, 2)}`];
    }),
  );
}

function report(missed: readonly string[]): string {
  const [smallest, largest] = [figure(sizes[0]), figure(sizes.at(-1))];
  const tableOf = (engine: string): string => {
    const rows = growthWorkloads.map(({ id }) => {
      const { times, ratio } = growthOf(engine, id);
      return [id, ...times.map((time) => figure(time)), figure(ratio, 2)];
    });
    return table(1, [`${engine}, microseconds`, ...sizes.map((size) => figure(size)), "ratio"], rows);
  };
  const space = subjects.map(({ running, pets, bytes }) => [running.server.engine, figure(pets), figure(bytes / 1e6)]);
  return [
    `\`npm run bench:growth${argument}\` on ${new Date().toISOString().slice(0, 10)}, ${machine.describe()}; ${machine.describeNoise()}. Median times over ${rounds} interleaved rounds, one request at a time. Only ratios within a run count. Each list is read from the store, none comes from the cache.`,
    `Goal: with ${largest} pets at most ${goal} times what ${smallest} take, except lists of ids: ${missed.length === 0 ? "met" : `missed by ${missed.join(", ")}`}.`,
    ...engines.map(tableOf),
    table(1, ["engine", "pets", "database, MB"], space),
  ].join("\n\n");
}
