/** What petstore is asked to reach, as data, and how far a run is from it. Ratios are within one run only. */
import { figure } from "./markdown.ts";
import type { Results } from "./results.ts";
import { bareDriver, fastify, petstore, petstoreOnPostgres, rawBun } from "./servers.ts";
import type { WorkloadId } from "./workloads.ts";

type Reference = typeof rawBun | typeof bareDriver | typeof fastify | "best peer";

/** petstore must be at least `minimum` times as fast as the reference. */
interface RatioTarget {
  readonly workload: WorkloadId;
  readonly against: Reference;
  readonly minimum: number;
}

const ratios: readonly RatioTarget[] = [
  { workload: "W1", against: rawBun, minimum: 0.5 },
  { workload: "W1", against: fastify, minimum: 4 },
  { workload: "W1", against: "best peer", minimum: 2.5 },
  { workload: "W2", against: rawBun, minimum: 0.33 },
  { workload: "W2", against: fastify, minimum: 1.8 },
  { workload: "W2", against: "best peer", minimum: 1 },
  { workload: "W3", against: "best peer", minimum: 8 },
  { workload: "W4u", against: "best peer", minimum: 10 },
  { workload: "W4c", against: "best peer", minimum: 1.5 },
  { workload: "W5", against: "best peer", minimum: 1.8 },
  { workload: "W6a", against: "best peer", minimum: 1 },
  { workload: "W6b", against: "best peer", minimum: 1 },
  { workload: "W7", against: bareDriver, minimum: 0.6 },
  { workload: "W7r", against: bareDriver, minimum: 0.6 },
];

/** A figure of petstore that must stay at or under `maximum`. */
interface CeilingTarget {
  readonly title: string;
  readonly unit: string;
  readonly maximum: number;
  measure(results: Results): number | undefined;
}

const ceilings: readonly CeilingTarget[] = [
  { title: "startup from source", unit: "ms", maximum: 120, measure: ({ starts }) => starts.get(petstore)?.startupMs },
  {
    title: "startup of the executable",
    unit: "ms",
    maximum: 60,
    measure: ({ starts }) => starts.get(`${petstore} executable`)?.startupMs,
  },
  { title: "idle memory", unit: "MB", maximum: 70, measure: ({ starts }) => starts.get(petstore)?.idleMegabytes },
  { title: "peak memory, W4 unchanged", unit: "MB", maximum: 150, measure: (results) => results.peak(petstore, "W4u") },
  { title: "peak memory, W4 changed", unit: "MB", maximum: 150, measure: (results) => results.peak(petstore, "W4c") },
  {
    title: "peak memory, 1,000,000 entries",
    unit: "MB",
    maximum: 150,
    measure: ({ large }) => large.get(petstore)?.peakMegabytes,
  },
  {
    title: "first byte, 1,000,000 entries",
    unit: "ms",
    maximum: 20,
    measure: ({ large }) => large.get(petstore)?.firstByteMs,
  },
  { title: "W5 p99 over the best peer's p50", unit: "times", maximum: 3, measure: tail },
  { title: "W1 lost with 256 connections", unit: "%", maximum: 15, measure: lostWithManyConnections },
];

function tail(results: Results): number | undefined {
  const best = results.bestPeer("W5");
  const p99 = results.median(petstore, "W5", "p99");
  const p50 = best === undefined ? undefined : results.median(best, "W5", "p50");
  return p99 === undefined || p50 === undefined ? undefined : p99 / p50;
}

function lostWithManyConnections(results: Results): number | undefined {
  const ratio = results.ratio(petstore, petstore, "W1x256", "W1");
  return ratio === undefined ? undefined : (1 - ratio) * 100;
}

export interface Verdict {
  readonly target: string;
  readonly goal: string;
  readonly measured: string;
  /** "met", "missed by n %", or "not measured" when this run left out what it needs. */
  readonly verdict: string;
  /** The same ratio by processor time, for a machine that was busy; "-" where the target is no ratio. */
  readonly byCpu: string;
}

/** The verdict on a figure that must be at least, or at most, `bound`. */
function judge(measured: number | undefined, isMet: boolean, bound: number): Pick<Verdict, "measured" | "verdict"> {
  if (measured === undefined) return { measured: "-", verdict: "not measured" };
  const missedBy = Math.abs(measured / bound - 1) * 100;
  return {
    measured: figure(measured, measured < 10 ? 2 : 0),
    verdict: isMet ? "met" : `missed by ${figure(missedBy, missedBy < 10 ? 1 : 0)} %`,
  };
}

function judgeRatio(results: Results, { workload, against, minimum }: RatioTarget): Verdict {
  const own = against === bareDriver ? petstoreOnPostgres : petstore;
  const reference = against === "best peer" ? results.bestPeer(workload) : against;
  const name = against === "best peer" && reference !== undefined ? `${against} (${reference})` : against;
  const ratio = results.ratio(own, reference, workload);
  return {
    target: `${workload}: times ${name}`,
    goal: `at least ${minimum}`,
    ...judge(ratio, (ratio ?? 0) >= minimum, minimum),
    byCpu: figure(results.cpuRatio(own, reference, workload), 2),
  };
}

function judgeCeiling(results: Results, { title, unit, maximum, measure }: CeilingTarget): Verdict {
  const measured = measure(results);
  const verdict = judge(measured, (measured ?? maximum) <= maximum, maximum);
  return { target: `${title}, ${unit}`, goal: `at most ${maximum}`, ...verdict, byCpu: "-" };
}

/** Every target with what this run says about it. */
export function evaluate(results: Results): Verdict[] {
  return [
    ...ratios.map((target) => judgeRatio(results, target)),
    ...ceilings.map((target) => judgeCeiling(results, target)),
  ];
}
