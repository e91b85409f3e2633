/** What petstore has to reach, as data, and how far a run is from it. Ratios are within one run. */
import type { Measure, Results } from "./results.ts";
import { limitOf, petstoreByDefault, petstoreOn } from "./servers.ts";
import { figure } from "./tables.ts";
import { workloads } from "./workloads.ts";

/** petstore must be at least `minimum` times as good as the other server. */
interface RatioTarget {
  readonly workload: string;
  readonly against: "best peer" | "limit" | "itself";
  /** petstore with other settings than usual. */
  readonly server?: string;
  /** The other server's workload, where it is not the same. */
  readonly againstWorkload?: string;
  readonly minimum: number;
  readonly by?: Measure;
}

const ratios: readonly RatioTarget[] = [
  { workload: "W1", against: "best peer", minimum: 3.5 },
  { workload: "W1", against: "itself", server: petstoreByDefault.name, minimum: 0.9 },
  { workload: "W2", against: "itself", server: petstoreByDefault.name, minimum: 0.9 },
  { workload: "W5", against: "itself", server: petstoreByDefault.name, minimum: 0.9 },
  { workload: "W1", against: "limit", minimum: 0.45 },
  { workload: "W2", against: "best peer", minimum: 1.05 },
  // petstore also writes the first change of the stock and the event; peers insert a row. The rate depends on the disk.
  { workload: "W3", against: "best peer", minimum: 2.1, by: "CPU time" },
  { workload: "W3", against: "best peer", minimum: 1.2 },
  // Peers have no orders: the nearest that they do is to insert a row.
  { workload: "W8", against: "best peer", againstWorkload: "W3", minimum: 1.5, by: "CPU time" },
  { workload: "W9", against: "itself", againstWorkload: "W8", minimum: 0.5 },
  { workload: "W4u", against: "best peer", minimum: 18 },
  { workload: "W4c", against: "best peer", minimum: 1 },
  { workload: "W5", against: "best peer", minimum: 1.5 },
  { workload: "W5s", against: "best peer", minimum: 6 },
  { workload: "W6a", against: "best peer", minimum: 1.05 },
  { workload: "W6b", against: "best peer", minimum: 0.9 },
  { workload: "W7", against: "limit", minimum: 0.8 },
  { workload: "W7r", against: "limit", minimum: 0.75 },
];

/** A figure of petstore that must not be above `maximum`. */
interface CeilingTarget {
  readonly title: string;
  readonly maximum: number;
  measure(results: Results): number | undefined;
}

const ceilings: readonly CeilingTarget[] = [
  { title: "W5: p99, times the best peer's p50", maximum: 3, measure: tail },
  {
    title: "W5s: p99 of reads, ms",
    maximum: 10,
    measure: (results) =>
      results.median({ server: petstoreOn["SQLite on a slow disk"].name, workload: "W5s" }, "p99OfReads"),
  },
  {
    title: "startup from source, times Elysia's",
    maximum: 2,
    measure: ({ starts }) => quotient(starts.get("petstore")?.startupMs, starts.get("elysia")?.startupMs),
  },
  {
    title: "startup of the executable, ms",
    maximum: 90,
    measure: ({ starts }) => starts.get("petstore executable")?.startupMs,
  },
  { title: "idle memory, MB", maximum: 65, measure: ({ starts }) => starts.get("petstore")?.idleMegabytes },
  ...workloads.map(({ id, engine }) => ({
    title: `${id}: peak memory, MB`,
    maximum: 180,
    measure: (results: Results) => results.peak({ server: results.petstore(engine) ?? "", workload: id }),
  })),
];

function tail(results: Results): number | undefined {
  const p50 = results.median({ server: results.bestPeer("W5") ?? "", workload: "W5" }, "p50");
  const p99 = results.median({ server: results.petstore("SQLite") ?? "", workload: "W5" }, "p99");
  return quotient(p99, p50);
}

function quotient(own: number | undefined, other: number | undefined): number | undefined {
  return own === undefined || other === undefined ? undefined : own / other;
}

export interface Verdict {
  readonly target: string;
  readonly goal: string;
  readonly measured: string;
  /** "met", "missed by n %", or undefined when this run left out what it needs. */
  readonly verdict: string | undefined;
  /** The ratio by the other measure; "-" where the target is not a ratio. */
  readonly otherMeasure: string;
  /** The ratio that the limit reaches; "-" where it has no such workload. */
  readonly limit: string;
}

function verdictOn(measured: number | undefined, isMet: boolean, bound: number): Pick<Verdict, "measured" | "verdict"> {
  if (measured === undefined) return { measured: "-", verdict: undefined };
  const missedBy = Math.abs(measured / bound - 1) * 100;
  return {
    measured: figure(measured, measured < 10 ? 2 : 0),
    verdict: isMet ? "met" : `missed by ${figure(missedBy, missedBy < 10 ? 1 : 0)} %`,
  };
}

function judgeRatio(results: Results, target: RatioTarget): Verdict {
  const { workload, against, againstWorkload = workload, server, minimum, by = "rate" } = target;
  const engine = workloads.find(({ id }) => id === workload)?.engine ?? "SQLite";
  const usual = results.petstore(engine) ?? "";
  const own = { server: server ?? usual, workload };
  const reference = {
    "best peer": results.bestPeer(againstWorkload, by),
    limit: limitOf[engine],
    itself: usual,
  }[against];
  const other = { server: reference ?? "", workload: againstWorkload };
  const ratio = results.ratio(own, other, by);
  const name = against === "best peer" && reference !== undefined ? `best peer (${reference})` : (reference ?? against);
  const where = againstWorkload === workload ? "" : ` under ${againstWorkload}`;
  return {
    target: `${workload}${server === undefined ? "" : ` of ${server}`}: times ${name}${where}${by === "rate" ? "" : `, by ${by}`}`,
    goal: `at least ${minimum}`,
    ...verdictOn(ratio, (ratio ?? 0) >= minimum, minimum),
    otherMeasure: figure(results.ratio(own, other, by === "rate" ? "CPU time" : "rate"), 2),
    limit: figure(results.ratio({ server: limitOf[engine], workload }, other, by), 2),
  };
}

function judgeCeiling(results: Results, { title, maximum, measure }: CeilingTarget): Verdict {
  const measured = measure(results);
  return {
    target: title,
    goal: `at most ${maximum}`,
    ...verdictOn(measured, (measured ?? maximum) <= maximum, maximum),
    otherMeasure: "-",
    limit: "-",
  };
}

/** Every target, with what this run says about it. */
export function judge(results: Results): Verdict[] {
  return [
    ...ratios.map((target) => judgeRatio(results, target)),
    ...ceilings.map((target) => judgeCeiling(results, target)),
  ];
}
