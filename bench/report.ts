/** The report of a run as Markdown, which is also what the terminal shows. */
import { largeCount } from "./large.ts";
import type { Machine } from "./machine.ts";
import { figure, percent, rate, table } from "./markdown.ts";
import type { Results } from "./results.ts";
import { bareDriver, fastify, petstoreSettings, rawBun } from "./servers.ts";
import { evaluate } from "./targets.ts";
import { limitOf, type Workload } from "./workloads.ts";

export interface Conditions {
  readonly machine: Machine;
  /** Whether all was run, in short steps, or only what was asked for. */
  readonly extent: "full run" | "quick run" | "partial run";
  /** Rounds and times, in words. */
  readonly pace: string;
  /** The share of the processor time that the host gave to other machines during the run. */
  readonly stolenShare: number;
}

/** Above these, ratios of rates are not to be trusted: fast servers lose more than slow ones. */
const stolenMax = 0.05;
const idleMax = 0.15;

/** What stood in the way of the run, in one sentence; undefined when the machine was quiet. */
function disturbance(results: Results, workloads: readonly Workload[], { stolenShare }: Conditions) {
  if (stolenShare > stolenMax) return `the host took ${percent(stolenShare)} of the processor time`;
  // With many connections this server waits for nothing but the generator, and then the generator is at its end.
  const used = workloads.flatMap(({ id, connections }) => {
    const server = results.median(rawBun, id, "serverShare");
    const load = results.median(rawBun, id, "loadShare");
    return connections < 64 || server === undefined || load === undefined
      ? []
      : [{ id, share: Math.max(server, load) }];
  });
  const worst = used.toSorted((left, right) => left.share - right.share)[0];
  if (worst === undefined || worst.share > 1 - idleMax) return undefined;
  return `in ${worst.id} neither ${rawBun} nor the load got more than ${percent(worst.share)} of its core`;
}

/** Where and how it was run. */
export function conditionsOf(results: Results, workloads: readonly Workload[], conditions: Conditions): string {
  const { machine, extent, pace, stolenShare } = conditions;
  const settings = Object.entries(petstoreSettings).map(([name, value]) => `${name}=${value}`);
  const disturbed = disturbance(results, workloads, conditions);
  return [
    `- ${extent} of ${machine.date} on ${machine.hardware}; ${machine.software}; ${machine.placement}`,
    `- ${pace}`,
    `- petstore: default settings but ${settings.join(" and ")}`,
    `- noise: load average ${figure(machine.loadBefore, 2)} before the run; the host took ${figure(stolenShare * 100, 1)} % of the processor time meanwhile`,
    ...(disturbed === undefined
      ? []
      : [
          "",
          `**The machine was busy with other work**: ${disturbed}. Of this run's ratios only those by CPU time count.`,
        ]),
  ].join("\n");
}

/** Every target that this run measured; the names of the others. */
export function targets(results: Results): string {
  const verdicts = evaluate(results);
  const rows = verdicts.flatMap(({ target, goal, measured, verdict, byCpu }) =>
    verdict === "not measured" ? [] : [[target, goal, verdict, measured, byCpu]],
  );
  const left = verdicts.flatMap(({ target, verdict }) => (verdict === "not measured" ? [target] : []));
  return [
    ...(rows.length > 0 ? [table(3, ["petstore", "goal", "verdict", "measured", "by CPU time"], rows), ""] : []),
    "By CPU time: the same ratio by the processor time that each server took for a request, the database and the disk left out.",
    ...(left.length > 0 ? ["", `Not measured in this run: ${left.join("; ")}.`] : []),
  ].join("\n");
}

/** The titles of what `costsOf` answers. */
export const costTitles = ["rate", "p50 ms", "p99 ms", "CPU ms / 1000 requests", "peak MB"] as const;

/** What a server did under a workload, and what that cost. */
export function costsOf(results: Results, server: string, { id, unit }: Workload): string[] {
  return [
    rate(results.median(server, id, "rate"), unit),
    figure(results.median(server, id, "p50"), 2),
    figure(results.median(server, id, "p99"), 2),
    figure(results.median(server, id, "cpuMsPerThousand")),
    figure(results.peak(server, id)),
  ];
}

function speeds(results: Results, workloads: readonly Workload[]): string {
  const head = [
    "workload",
    "server",
    ...costTitles,
    "x limit",
    `x ${fastify}`,
    "x best peer",
    "server CPU",
    "load CPU",
  ];
  const rows = workloads.flatMap((workload) => {
    const { id, engine } = workload;
    return results.servers
      .filter(({ name }) => results.of(name, id).length > 0)
      .map(({ name }) => [
        id,
        name,
        ...costsOf(results, name, workload),
        figure(results.ratio(name, limitOf[engine], id), 2),
        figure(results.ratio(name, fastify, id), 2),
        figure(results.ratio(name, results.bestPeer(id), id), 2),
        percent(results.median(name, id, "serverShare")),
        percent(results.median(name, id, "loadShare")),
      ]);
  });
  return table(2, head, rows);
}

const reading = [
  `- rate, p50, p99: medians over the rounds. MB/s where answers are large. In W4c, p50 and p99 are of PATCH and read together.`,
  `- x limit, x ${fastify}, x best peer: how many times their rate, as the median of the ratios of each round. The limit is`,
  `  ${rawBun} with constant bytes, without key and data; in W7 the ${bareDriver}: Bun.serve that sends petstore's statement to`,
  "  the same PostgreSQL over as many connections and makes the rows JSON, without key and checks.",
  "- peers: SQLite in WAL mode with synchronous=FULL, one commit a write.",
  "- CPU ms / 1000 requests: processor time of the server process; that of PostgreSQL is not in it.",
  "- peak MB: the most memory of the server process in any round.",
  "- server CPU, load CPU: the share of its core that each used. A server well below 100 % waited: for the disk (W3), for",
  "  PostgreSQL (W7), for the load where that is near 100 %, or for others on the machine.",
];

function starts(results: Results): string {
  const rows = [...results.starts].map(([name, { startupMs, idleMegabytes }]) => [
    name,
    figure(startupMs),
    figure(idleMegabytes),
  ]);
  return table(1, ["server", "ms to the first 200", "idle MB"], rows);
}

function large(results: Results): string[] {
  const rows = [...results.large].map(([name, { firstByteMs, seconds, megabytes, peakMegabytes }]) => [
    name,
    figure(firstByteMs, 1),
    figure(seconds * 1000),
    rate(megabytes / seconds, "MB/s"),
    figure(peakMegabytes),
  ]);
  if (rows.length === 0) return [];
  const head = ["server", "ms to the first byte", "ms to the last", "rate", "peak MB"];
  return [`## GET /inventory of ${figure(largeCount)}`, "", table(1, head, rows), ""];
}

/** The whole report: what was asked first, then everything that was measured. */
export function report(results: Results, workloads: readonly Workload[], conditions: Conditions): string {
  const legend = workloads.map(({ id, title, connections }) => `- ${id}, ${connections} connections: ${title}`);
  return [
    "# Benchmark",
    "",
    "`npm run bench` writes this. What the figures mean for a user is in [docs/performance.md](../docs/performance.md).",
    "",
    conditionsOf(results, workloads, conditions),
    "",
    "## Targets",
    "",
    targets(results),
    "",
    "## Speed",
    "",
    ...legend,
    "",
    speeds(results, workloads),
    "",
    ...reading,
    "",
    "## Start",
    "",
    starts(results),
    "",
    ...large(results),
    ...(results.broken.length > 0 ? ["## Broken", "", ...results.broken.map((text) => `- ${text}`), ""] : []),
  ].join("\n");
}
