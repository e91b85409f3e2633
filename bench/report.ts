/** The report of a run as Markdown. */
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { machineTicks, threadSeconds } from "./process-figures.ts";
import { isPinned, node } from "./processes.ts";
import { ofRates, type Results, spreadOf } from "./results.ts";
import { limitOf, petstoreSettings, type ServerKind } from "./servers.ts";
import { figure, percent, spread, table } from "./tables.ts";
import { judge } from "./targets.ts";
import type { Workload } from "./workloads.ts";

/** The cores of the servers and of the load. */
const CORES = [0, 1];

/** How long the machine is watched while nothing of the benchmark runs. */
const WATCH_MS = 500;

/** The machine and its noise. Servers that wait for nothing use no processor: what is used in pauses is the work of others. */
export class Machine {
  readonly #loadBefore = loadavg()[0];
  readonly #ticksBefore = machineTicks();
  readonly #others: number[] = [];

  /**
   * Notes how much of the two cores others than these servers use now. Call it while no load is on: first of all, and before each round.
   * A server may still write what the load has left.
   */
  async watch(servers: readonly number[] = []): Promise<void> {
    const ownSeconds = () => servers.reduce((sum, pid) => sum + threadSeconds(pid), 0);
    const [before, ownBefore] = [machineTicks(CORES), ownSeconds()];
    await Bun.sleep(WATCH_MS);
    const [after, own] = [machineTicks(CORES), ownSeconds() - ownBefore];
    const used = (after.used - before.used) / Math.max(1, after.all - before.all);
    this.#others.push(Math.max(0, used - own / ((WATCH_MS / 1000) * CORES.length)));
  }

  /** The share of the two cores that others used before the run, and at most during it. */
  others(): { readonly before: number; readonly during: number } {
    const [before = 0, ...during] = this.#others;
    return { before, during: Math.max(0, ...during) };
  }

  /** The share of the processor time that the host has given to other machines since. */
  stolenShare(): number {
    const { all, stolen } = machineTicks();
    return (stolen - this.#ticksBefore.stolen) / Math.max(1, all - this.#ticksBefore.all);
  }

  describe(): string {
    const processor = cpus()[0]?.model.trim() ?? "unknown processor";
    const nodeVersion = Bun.spawnSync([node, "--version"]).stdout.toString().trim();
    return [
      `${processor}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
      `${type()} ${release()}, Bun ${Bun.version}, Node ${nodeVersion}`,
      isPinned ? "servers on core 0, load and PostgreSQL on core 1" : "cores not pinned",
    ].join("; ");
  }

  describeNoise(): string {
    const { before, during } = this.others();
    const load = `load average ${figure(this.#loadBefore, 2)} and ${percent(before)} of the two cores in use before the run`;
    const stolen = figure(this.stolenShare() * 100, 1);
    return `${load}; others used at most ${percent(during)} of them in its pauses, and the host took ${stolen} %`;
  }
}

export interface Run {
  readonly results: Results;
  readonly workloads: readonly Workload[];
  readonly machine: Machine;
  readonly extent: "full run" | "quick run" | "partial run";
  /** Rounds and times, in words. */
  readonly pace: string;
}

/** Beyond these, ratios of rates cannot be trusted: a fast server loses more than a slow one. */
const stolenMax = 0.05;
const unusedMax = 0.15;
const othersMax = 0.1;

/** What disturbed the run; undefined on a quiet machine. */
export function disturbance({ results, workloads, machine }: Run): string | undefined {
  const { before, during } = machine.others();
  if (before > othersMax) return `others used ${percent(before)} of the two cores before the run`;
  if (during > othersMax) return `others used ${percent(during)} of the two cores in a pause of it`;
  const stolen = machine.stolenShare();
  if (stolen > stolenMax) return `the host took ${percent(stolen)} of the processor time`;
  // With many connections the raw server waits for nothing but the load, so one of the two must be busy.
  for (const { id, engine, connections } of workloads) {
    const raw = { server: limitOf.SQLite, workload: id };
    if (engine !== "SQLite" || connections < 64 || results.of(raw).length === 0) continue;
    const used = Math.max(results.median(raw, "serverShare") ?? 1, results.median(raw, "loadShare") ?? 1);
    if (used >= 1 - unusedMax) continue;
    return `in ${id} neither ${raw.server} nor the load got more than ${percent(used)} of its core`;
  }
  return undefined;
}

function conditions(run: Run): string {
  const settings = Object.entries(petstoreSettings).map(([name, value]) => `${name}=${value}`);
  const disturbed = disturbance(run);
  const lines = [
    `- ${run.extent} of ${new Date().toISOString().slice(0, 10)} on ${run.machine.describe()}`,
    `- ${run.pace}`,
    `- petstore runs with its default settings except ${settings.join(" and ")}`,
    `- noise: ${run.machine.describeNoise()}`,
  ];
  if (disturbed !== undefined) {
    lines.push(
      "",
      `**The machine was busy with other work**: ${disturbed}. Only ratios by CPU time count in this run.`,
    );
  }
  return lines.join("\n");
}

function verdicts({ results }: Run): string {
  const judged = judge(results);
  const rows = judged.flatMap(({ target, goal, verdict, measured, limit, otherMeasure }) =>
    verdict === undefined ? [] : [[target, goal, verdict, measured, limit, otherMeasure]],
  );
  const left = judged.flatMap(({ target, verdict }) => (verdict === undefined ? [target] : []));
  const head = ["petstore", "goal", "verdict", "measured", "raw Bun", "by the other measure"];
  return [
    ...(rows.length > 0 ? [table(3, head, rows), ""] : []),
    "The limit is raw Bun.serve, or the bare driver, in the same run: a goal above what it reaches is out of reach for a program on this runtime, except in W4u, where petstore does not copy the body.",
    "The two measures of a ratio are the rate and the server's CPU time for a request, which leaves out every wait.",
    ...(left.length > 0 ? ["", `Not measured in this run: ${left.join("; ")}.`] : []),
  ].join("\n");
}

const costTitles = ["rate", "p50 ms", "p99 ms", "p99 of reads ms", "CPU ms / 1000 requests", "peak MB"];

function costs(results: Results, server: string, { id: workload, unit }: Workload): string[] {
  const side = { server, workload };
  return [
    `${figure(results.median(side, "rate"))}${unit === "MB/s" ? " MB" : ""}/s`,
    figure(results.median(side, "p50"), 2),
    figure(results.median(side, "p99"), 2),
    figure(results.median(side, "p99OfReads"), 2),
    figure(results.median(side, "cpuMsPerThousand")),
    figure(results.peak(side)),
  ];
}

/** The width of a bar of one time, and of the longest. */
const BAR_ONE = 8;
const BAR_MAX = 60;

/** How many times the rate of the best peer petstore reaches under each workload, as bars. The mark is the best peer. */
function chart({ results, workloads }: Run): string {
  const bars = workloads.flatMap(({ id, engine }) => {
    const own = { server: results.petstore(engine) ?? "", workload: id };
    const ratio = results.ratio(own, { server: results.bestPeer(id) ?? "", workload: id });
    if (ratio === undefined) return [];
    const length = Math.round(ratio * BAR_ONE);
    const bar = length > BAR_MAX ? `${"█".repeat(BAR_MAX)}»` : "█".repeat(length).padEnd(BAR_ONE, "·");
    return [`${id.padEnd(6)} ${figure(ratio, 2).padStart(6)} ${bar.slice(0, BAR_ONE)}|${bar.slice(BAR_ONE)}`];
  });
  if (bars.length === 0) return "No workload of this run was sent to a peer.";
  return ["Times the best peer, by workload (| is the best peer):", "", "```text", ...bars, "```"].join("\n");
}

/** What each server does under each workload. */
function speeds({ results, workloads }: Run, kinds: readonly ServerKind[]): string {
  const head = ["workload", "server", ...costTitles, "x limit", "x best peer", "server CPU", "load CPU"];
  const shown = results.servers.filter(({ kind }) => kinds.includes(kind));
  const rows = workloads.flatMap((workload) =>
    shown.flatMap(({ name }) => {
      const { id, engine } = workload;
      const side = { server: name, workload: id };
      if (results.of(side).length === 0) return [];
      const ratios = [limitOf[engine], results.bestPeer(id) ?? ""].map((other) =>
        spread(spreadOf(results.ratios(side, { server: other, workload: id }, ofRates))),
      );
      const shares = [results.median(side, "serverShare"), results.median(side, "loadShare")].map(percent);
      return [[id, name, ...costs(results, name, workload), ...ratios, ...shares]];
    }),
  );
  return table(2, head, rows);
}

const explanation = [
  "- rate, p50, p99: medians over the rounds. MB/s where responses are large. In W4c, p50 is that of a PATCH or a read.",
  "- p99 of reads: that of the requests that change nothing, which matters in W5 and W5s.",
  "- x limit, x best peer: the median of the ratios of rates in each round, with its quartiles. The limit is raw Bun.serve, which replays",
  "  petstore's responses; in W7 and W7r it is the bare driver, which sends petstore's statements to the same PostgreSQL.",
  "- peers: SQLite in WAL mode with synchronous=FULL, one commit a write.",
  "- CPU ms / 1000 requests: processor time of the server's process, without that of PostgreSQL.",
  "- peak MB: the most memory of the server's process in any round.",
  "- server CPU, load CPU: the share of its core that each used. A server well below 100 % waited: for the disk (W3), for",
  "  PostgreSQL (W7), for the load where that is near 100 %, or for others on the machine.",
].join("\n");

function starts({ results }: Run): string {
  const rows = [...results.starts].map(([name, { startupMs, idleMegabytes }]) => [
    name,
    figure(startupMs),
    figure(idleMegabytes),
  ]);
  return table(1, ["server", "ms to the first 200", "idle MB"], rows);
}

/** The whole report. */
export function report(run: Run): string {
  const { broken } = run.results;
  return [
    "# Benchmark",
    "`npm run bench` writes this. [docs/performance.md](../docs/performance.md) says what the figures mean for a user.",
    conditions(run),
    chart(run),
    "## Targets",
    verdicts(run),
    "## Speed",
    legend(run),
    speeds(run, ["petstore", "peer", "limit"]),
    explanation,
    "## Start",
    starts(run),
    ...(broken.length > 0 ? ["## Broken", broken.map((text) => `- ${text}`).join("\n")] : []),
    "",
  ].join("\n\n");
}

/** The part that docs/performance.md shows to users: petstore's own figures and the targets. */
export function summary(run: Run): string {
  return [
    conditions(run),
    chart(run),
    legend(run),
    speeds(run, ["petstore"]),
    "x limit, x best peer: how many times their rate.",
    verdicts(run),
    "All servers: [bench/results.md](../bench/results.md).",
  ].join("\n\n");
}

function legend({ workloads }: Run): string {
  return workloads.map(({ id, title, connections }) => `- ${id}, ${connections} connections: ${title}`).join("\n");
}
