/* The report of a run as Markdown. */
import { cpus } from "node:os";
import type { Cost } from "./cost.ts";
import type { Plan } from "./plans.ts";
import type { EngineName, Subject } from "./subjects.ts";

export interface Measured {
  readonly name: string;
  readonly subject: Subject;
  /** The median time. */
  readonly micros: number;
  /** Of the queries of the store; undefined for a whole request. */
  readonly plans: readonly Plan[] | undefined;
}

export interface Report {
  readonly text: string;
  /** The part that the manual for operators has too: times and costs. */
  readonly manualText: string;
  /** For whole requests: queries alone are so short that the time is that of the processor's caches. */
  readonly isWithinGoal: boolean;
}

/** The time at the largest size may be so many times that at the smallest. */
const GOAL = 1.5;

/** What the goal is for. Chunks of the inventory and lists of 20 single animals are told, and not judged. */
const JUDGED = /^(?:GET|POST|PATCH|list, |list by status, |get|create|patch)/;

/** Makes the report of a run. */
export function report(subjects: readonly Subject[], measured: readonly Measured[], costs: readonly Cost[]): Report {
  const sizes = [...new Set(subjects.map(({ size }) => size))];
  const largest = sizes.at(-1) ?? 0;
  const worst = measured
    .filter(({ subject, name }) => subject.size === largest && JUDGED.test(name))
    .map((one) => ({ ...one, ratio: ratio(measured, one) }))
    .filter((one) => one.ratio > GOAL);
  const timesText = `${[
    introduction(sizes),
    verdict(
      "whole requests",
      sizes,
      worst.filter(({ plans }) => plans === undefined),
    ),
    verdict(
      "queries of the store alone",
      sizes,
      worst.filter(({ plans }) => plans !== undefined),
    ),
    times("SQLite", sizes, measured),
    times("PostgreSQL", sizes, measured),
  ].join("\n")}\n`;
  const costsText = costsOf(costs, largest);
  const parts = [
    "# Growth\n",
    timesText,
    costsText,
    "## Plans\n",
    plans(measured.filter(({ subject }) => subject.size === largest)),
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
  return {
    text: parts.join("\n"),
    manualText: `${timesText}\n${costsText}`,
    isWithinGoal: worst.every(({ plans }) => plans !== undefined),
  };
}

function costsOf(costs: readonly Cost[], size: number): string {
  const head = [
    "query",
    "statements",
    "WAL bytes, any animal, after a checkpoint",
    "WAL bytes, the same few animals again",
  ];
  const rows = costs.map((cost) => [
    cost.name,
    cost.statements,
    Math.round(cost.walAnywhere),
    Math.round(cost.walAgain),
  ]);
  return `What PostgreSQL does for each query, at ${count(size)} animals:\n\n${table(head, rows)}`;
}

function introduction(sizes: readonly number[]): string {
  const command = `npm run bench:growth${sizes.length > 3 ? " -- --full" : ""}`;
  return `\`${command}\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores, Bun ${Bun.version}. Median microseconds over interleaved rounds, one request at a time, without the network; only ratios within a run count. Names in capitals are whole requests, the others queries of the store alone.\n`;
}

function verdict(what: string, sizes: readonly number[], worst: readonly (Measured & { ratio: number })[]): string {
  const goal = `${count(sizes.at(-1) ?? 0)} animals, at most ${GOAL} times what ${count(sizes[0] ?? 0)} take`;
  const missed = worst.map(({ subject, name, ratio }) => `${subject.engine} ${name} ${ratio.toFixed(2)}`).join(", ");
  return `Goal for ${what} (${goal}): ${missed === "" ? "kept" : `missed by ${missed}`}.\n`;
}

function times(engine: EngineName, sizes: readonly number[], measured: readonly Measured[]): string {
  const here = measured.filter(({ subject }) => subject.engine === engine);
  const rows = [...Map.groupBy(here, ({ name }) => name)].map(([name, all]) => [
    name,
    ...all.map(({ micros }) => micros.toFixed(micros < 100 ? 1 : 0)),
    all
      .map((one) => ratio(measured, one))
      .at(-1)
      ?.toFixed(2) ?? "",
  ]);
  return table([engine, ...sizes.map(count), "ratio"], rows);
}

function plans(measured: readonly Measured[]): string {
  const rows = measured.flatMap(({ name, subject, plans }) =>
    (plans ?? []).map(({ text, rows }) => [name, subject.engine, text, rows ?? "not told"]),
  );
  return table(["query", "engine", "plan", "rows touched"], rows);
}

/** The time of one compared with the same query on the same engine at the smallest size. */
function ratio(measured: readonly Measured[], { name, subject, micros }: Measured): number {
  const first = measured.find((other) => other.name === name && other.subject.engine === subject.engine);
  return micros / (first?.micros ?? Number.NaN);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

function count(size: number): string {
  return size.toLocaleString("en-US");
}
