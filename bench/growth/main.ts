/*
 * `npm run bench:growth`: how the time of each hot query grows from 10 thousand to 1 million animals, or with `--full` to
 * 10 million, on SQLite and on PostgreSQL. Writes bench/growth/results.md. Exits 1 when a time grew more than the goal.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../../test/postgres.ts";
import { costs } from "./cost.ts";
import { hotQueries, runOn } from "./queries.ts";
import { type Measured, report } from "./report.ts";
import { postgresSubject, type Subject, sqliteSubject } from "./subjects.ts";

/** The sizes take turns, so that a busy moment of the machine touches all of them. */
const ROUNDS = 9;
const READS = 400;
const WRITES = 60;

const { values: options } = parseArgs({ options: { full: { type: "boolean", default: false } } });
const sizes = [10_000, 100_000, 1_000_000, ...(options.full ? [10_000_000] : [])];

const folder = mkdtempSync(join(tmpdir(), "petstore-growth-"));
// What an operator would set for a machine of this size; the tests' server is kept small.
const server = await startPostgres(["shared_buffers=2GB", "max_wal_size=4GB", "autovacuum=on"]);
const subjects: Subject[] = [];
try {
  for (const size of sizes) {
    for (const open of [() => sqliteSubject(folder, size), () => postgresSubject(server, size)]) {
      const subject = await open();
      subjects.push(subject);
      console.log(`${subject.engine}: ${size} animals loaded in ${subject.loadSeconds.toFixed(1)} s`);
    }
  }
  const measured = await measure(subjects);
  const largest = subjects.findLast(({ engine }) => engine === "PostgreSQL");
  const { text, isWithinGoal } = report(subjects, measured, largest === undefined ? [] : await costs(largest));
  await Bun.write(new URL("results.md", import.meta.url), text);
  console.log(text);
  process.exitCode = isWithinGoal ? 0 : 1;
} finally {
  for (const subject of subjects) await subject.close();
  await server.stop();
  rmSync(folder, { recursive: true });
}

async function measure(all: readonly Subject[]): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const query of hotQueries) {
    const times = new Map(all.map((subject) => [subject, [] as number[]]));
    // The first round warms caches and prepares statements; it does not count.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [subject, medians] of times) {
        const median = await medianTime(subject, query, query.isWrite ? WRITES : READS);
        if (round > 0) medians.push(median);
      }
    }
    for (const [subject, medians] of times) {
      measured.push({ query, subject, micros: middle(medians), plans: await subject.plans(query) });
    }
    console.log(`Measured: ${query.name}`);
  }
  return measured;
}

async function medianTime({ store, size }: Subject, query: (typeof hotQueries)[number], times: number) {
  const micros: number[] = [];
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now();
    await runOn(store, query, size);
    micros.push((performance.now() - startedAt) * 1000);
  }
  return middle(micros);
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
