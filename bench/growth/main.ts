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
import type { Plan } from "./plans.ts";
import { hotQueries, runOn } from "./queries.ts";
import { type Measured, report } from "./report.ts";
import { requests } from "./requests.ts";
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
  const { text, manualText, isWithinGoal } = report(
    subjects,
    measured,
    largest === undefined ? [] : await costs(largest),
  );
  await Bun.write(new URL("results.md", import.meta.url), text);
  if (options.full) await putInto(new URL("../../docs/operations.md", import.meta.url), manualText);
  console.log(text);
  process.exitCode = isWithinGoal ? 0 : 1;
} finally {
  for (const subject of subjects) await subject.close();
  await server.stop();
  rmSync(folder, { recursive: true });
}

/** The whole requests, and the queries of the store, in rounds over all subjects. */
function cases(): readonly Case[] {
  return [
    ...requests.map(({ name, isWrite, send }) => ({
      name,
      isWrite,
      run: ({ shop, size }: Subject) => send(shop, size).then(read),
      plans: async () => undefined,
    })),
    ...hotQueries.map((query) => ({
      name: query.name,
      isWrite: query.isWrite,
      run: ({ store, size }: Subject) => runOn(store, query, size),
      plans: (subject: Subject) => subject.plans(query),
    })),
  ];
}

interface Case {
  readonly name: string;
  readonly isWrite: boolean;
  run(subject: Subject): Promise<unknown>;
  plans(subject: Subject): Promise<readonly Plan[] | undefined>;
}

async function read(response: Response): Promise<void> {
  if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

async function measure(all: readonly Subject[]): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const one of cases()) {
    const times = new Map(all.map((subject) => [subject, [] as number[]]));
    // The first round warms caches and prepares statements; it does not count.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [subject, medians] of times) {
        const median = await medianTime(subject, one);
        if (round > 0) medians.push(median);
      }
    }
    for (const [subject, medians] of times) {
      measured.push({ name: one.name, subject, micros: middle(medians), plans: await one.plans(subject) });
    }
    console.log(`Measured: ${one.name}`);
  }
  return measured;
}

async function medianTime(subject: Subject, { isWrite, run }: Case): Promise<number> {
  const micros: number[] = [];
  for (let time = 0; time < (isWrite ? WRITES : READS); time++) {
    const startedAt = performance.now();
    await run(subject);
    micros.push((performance.now() - startedAt) * 1000);
  }
  return middle(micros);
}

/** Puts the tables of times between the marks in the manual for operators. */
async function putInto(manual: URL, tables: string): Promise<void> {
  const text = await Bun.file(manual).text();
  await Bun.write(manual, text.replace(/(<!-- growth: .*-->\n).*(<!-- \/growth -->)/s, `$1${tables}$2`));
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
