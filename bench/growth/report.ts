/* The report of a run as Markdown. */
import { cpus } from "node:os";
import type { Cost } from "./cost.ts";
import type { Plan } from "./plans.ts";
import type { HotQuery } from "./queries.ts";
import type { EngineName, Subject } from "./subjects.ts";

export interface Measured {
  readonly query: HotQuery;
  readonly subject: Subject;
  /** The median time. */
  readonly micros: number;
  readonly plans: readonly Plan[];
}

export interface Report {
  readonly text: string;
  readonly isWithinGoal: boolean;
}

/** The time at the largest size may be so many times that at the smallest. */
const GOAL = 1.5;

/** The goal is for what a client asks for; a chunk of the inventory and lists of ids are told, and not judged. */
const JUDGED = /^(?:list, |list by status, |get|create|patch)/;

/** Makes the report of a run. */
export function report(subjects: readonly Subject[], measured: readonly Measured[], costs: readonly Cost[]): Report {
  const sizes = [...new Set(subjects.map(({ size }) => size))];
  const largest = sizes.at(-1) ?? 0;
  const worst = measured
    .filter(({ subject, query }) => subject.size === largest && JUDGED.test(query.name))
    .map((one) => ({ ...one, ratio: ratio(measured, one) }))
    .filter((one) => one.ratio > GOAL);
  const verdict =
    worst.length === 0
      ? `Goal kept: at ${count(largest)} animals list, get, create and patch take at most ${GOAL} times what they take at ${count(sizes[0] ?? 0)}.`
      : `Goal missed (at most ${GOAL} times): ${worst.map((one) => `${one.subject.engine} ${one.query.name} ${one.ratio.toFixed(2)}`).join(", ")}.`;
  const parts = [
    "# Growth\n",
    `Written by \`npm run bench:growth${sizes.length > 3 ? " -- --full" : ""}\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores, Bun ${Bun.version}. Medians over interleaved rounds, one request at a time; only ratios within a run count.\n`,
    `${verdict}\n`,
    ...(["SQLite", "PostgreSQL"] as const).flatMap((engine) => [`## ${engine}\n`, times(engine, sizes, measured)]),
    "## Plans\n",
    plans(measured.filter(({ subject }) => subject.size === largest)),
    `## What PostgreSQL does for each, at ${count(largest)} animals\n`,
    table(
      ["query", "statements", "WAL bytes, any animal, after a checkpoint", "WAL bytes, the same few animals again"],
      costs.map((cost) => [cost.name, cost.statements, Math.round(cost.walAnywhere), Math.round(cost.walAgain)]),
    ),
    "## Size\n",
    table(
      ["engine", "animals", "table and indexes, MB", "bytes an animal", "loaded in, s"],
      subjects.map(({ engine, size, bytes, loadSeconds }) => [
        engine,
        count(size),
        (bytes / 1e6).toFixed(1),
        Math.round(bytes / size),
        loadSeconds.toFixed(1),
      ]),
    ),
  ];
  return { text: parts.join("\n"), isWithinGoal: worst.length === 0 };
}

function times(engine: EngineName, sizes: readonly number[], measured: readonly Measured[]): string {
  const here = measured.filter(({ subject }) => subject.engine === engine);
  const rows = [...Map.groupBy(here, ({ query }) => query.name)].map(([name, all]) => [
    name,
    ...all.map(({ micros }) => micros.toFixed(micros < 100 ? 1 : 0)),
    all
      .map((one) => ratio(measured, one))
      .at(-1)
      ?.toFixed(2) ?? "",
  ]);
  return table(["median, microseconds", ...sizes.map(count), "ratio"], rows);
}

function plans(measured: readonly Measured[]): string {
  const rows = measured.map(({ query, subject, plans }) => [
    query.name,
    subject.engine,
    plans.map(({ text }) => text).join("; "),
    plans.map(({ rows }) => rows ?? "not told").join(", "),
  ]);
  return table(["query", "engine", "plan", "rows touched"], rows);
}

/** The time of one compared with the same query on the same engine at the smallest size. */
function ratio(measured: readonly Measured[], { query, subject, micros }: Measured): number {
  const first = measured.find((other) => other.query === query && other.subject.engine === subject.engine);
  return micros / (first?.micros ?? Number.NaN);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

function count(size: number): string {
  return size.toLocaleString("en-US");
}
