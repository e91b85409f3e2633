/** The report of a run as Markdown, which is also what the terminal shows. */
import { largeCount } from "./large.ts";
import type { Results } from "./results.ts";
import { fastify, petstoreSettings, rawBun } from "./servers.ts";
import { evaluate } from "./targets.ts";
import type { Workload } from "./workloads.ts";

export interface Setting {
  readonly machine: string;
  /** Rounds and times, in words. */
  readonly pace: string;
  readonly stolenShare: number;
}

/** A Markdown table with its columns aligned, the first two to the left and figures to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, column) =>
      column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, column) => (column < 2 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

function figure(value: number | undefined, digits = 0): string {
  if (value === undefined) return "-";
  return digits === 0 ? whole.format(value) : value.toFixed(digits);
}

function percent(share: number | undefined): string {
  return share === undefined ? "-" : `${figure(share * 100)} %`;
}

function speeds(results: Results, workloads: readonly Workload[]): string {
  const head = [
    "workload",
    "server",
    "rate",
    "unit",
    "p50 ms",
    "p99 ms",
    "CPU ms/1000",
    "peak MB",
    `/ ${rawBun}`,
    `/ ${fastify}`,
    "/ best peer",
    "server CPU",
    "load CPU",
  ];
  const rows = workloads.flatMap(({ id, unit }) =>
    results.servers
      .filter(({ name }) => results.of(name, id).length > 0)
      .map(({ name }) => [
        id,
        name,
        figure(results.median(name, id, "rate")),
        unit,
        figure(results.median(name, id, "p50"), 2),
        figure(results.median(name, id, "p99"), 2),
        figure(results.median(name, id, "cpuMsPerThousand"), 1),
        figure(results.peak(name, id)),
        figure(results.ratio(name, rawBun, id), 2),
        figure(results.ratio(name, fastify, id), 2),
        figure(results.ratio(name, results.bestPeer(id), id), 2),
        percent(results.median(name, id, "serverShare")),
        percent(results.median(name, id, "loadShare")),
      ]),
  );
  return table(head, rows);
}

function starts(results: Results): string {
  const rows = [...results.starts].map(([name, { startupMs, idleMegabytes }]) => [
    name,
    "",
    figure(startupMs),
    figure(idleMegabytes),
  ]);
  return table(["server", "", "startup to first 200, ms", "idle memory, MB"], rows);
}

function large(results: Results): string {
  const rows = [...results.large].map(([name, { firstByteMs, seconds, megabytes, peakMegabytes }]) => [
    name,
    "",
    figure(firstByteMs, 1),
    figure(seconds * 1000),
    figure(megabytes / seconds),
    figure(peakMegabytes),
  ]);
  return `## GET /inventory of ${whole.format(largeCount)}\n\n${table(["server", "", "first byte ms", "all ms", "MB/s", "peak MB"], rows)}\n`;
}

/**
 * A warning when a limit server, which waits for nothing, did not get its core: then fast servers lose more than slow
 * ones, and ratios of rates flatter the slow. Undefined when the machine was quiet.
 */
function busyWarning(results: Results, workloads: readonly Workload[]): string | undefined {
  const shares = workloads.flatMap(({ id }) => {
    const server = results.median(rawBun, id, "serverShare");
    const load = results.median(rawBun, id, "loadShare");
    return server === undefined || load === undefined ? [] : { id, server, load };
  });
  const worst = shares.toSorted((left, right) => left.server - right.server)[0];
  // Where the generator is at its end, it is the one that the server waits for.
  if (worst === undefined || Math.max(worst.server, worst.load) > 0.85) return undefined;
  return `**The machine was busy with other work**: ${rawBun} got only ${percent(worst.server)} of its core in ${worst.id}. Do not trust this run's ratios of rates; those by CPU time hold.`;
}

/** The whole report. */
export function report(results: Results, workloads: readonly Workload[], setting: Setting): string {
  const settings = Object.entries(petstoreSettings).map(([name, value]) => `${name}=${value}`);
  const legend = workloads.map(({ id, title, connections }) => `- ${id}: ${title}; ${connections} connections`);
  const warning = busyWarning(results, workloads);
  const verdicts = evaluate(results).map(({ target, measured, verdict, byCpu }) => [target, verdict, measured, byCpu]);
  return [
    "# Benchmark",
    "",
    `${setting.machine}.`,
    `${setting.pace} Stolen by the host meanwhile: ${(setting.stolenShare * 100).toFixed(1)} %.`,
    "",
    "Rates and latencies are medians over the rounds, ratios medians of each round's ratio; only ratios compare between runs.",
    `Peers: SQLite in WAL mode, synchronous=FULL, one commit a write. petstore: default settings but ${settings.join(" and ")}.`,
    "Server and load CPU are the shares of their cores they used. A server well below 100 % waited: for the disk (W3),",
    "for the generator where that is near 100 %, or for others on the machine; then CPU per 1000 requests says more.",
    ...(warning === undefined ? [] : ["", warning]),
    "",
    ...legend,
    "",
    speeds(results, workloads),
    "",
    "## Start",
    "",
    starts(results),
    "",
    ...(results.large.size > 0 ? [large(results)] : []),
    ...(results.servers.some(({ kind }) => kind === "petstore")
      ? ["## Targets", "", table(["target", "verdict", "measured", "by CPU time"], verdicts), ""]
      : []),
    ...(results.broken.length > 0 ? ["## Broken", "", ...results.broken.map((text) => `- ${text}`), ""] : []),
  ].join("\n");
}
