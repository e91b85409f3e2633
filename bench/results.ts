/** What a run measured, and the medians and ratios taken from it. */
import type { Engine, Server } from "./servers.ts";

/** One server under one workload in one round. */
export interface Sample {
  readonly server: string;
  readonly workload: string;
  readonly round: number;
  /** Requests or megabytes a second, as the workload counts. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly p99OfReads: number;
  readonly cpuMsPerThousand: number;
  readonly peakMegabytes: number | undefined;
  /** The share of its core that each side used. */
  readonly serverShare: number;
  readonly loadShare: number;
}

type Measured = Exclude<keyof Sample, "server" | "workload" | "round" | "peakMegabytes">;

/** Rates are what a client notices. Processor time leaves out every wait: for the disk, and for others on the machine. */
export type Measure = "rate" | "CPU time";

/** One side of a ratio. */
export interface Side {
  readonly server: string;
  readonly workload: string;
}

/** How many times better one sample is than the other: above 1 is better by either measure. */
export const ofRates = (own: Sample, other: Sample) => own.rate / other.rate;
export const ofCpuTimes = (own: Sample, other: Sample) => other.cpuMsPerThousand / own.cpuMsPerThousand;

/** The median of what could be measured: a step too short for one response has no latency. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.filter(Number.isFinite).toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}

/** The middle half of what was measured. Two figures whose halves overlap cannot be told apart. */
export interface Spread {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** The median with the quartiles on both sides. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = values.filter(Number.isFinite).toSorted((left, right) => left - right);
  const middle = median(sorted);
  const low = sorted[Math.floor((sorted.length - 1) / 4)];
  const high = sorted[Math.ceil(((sorted.length - 1) * 3) / 4)];
  return middle === undefined || low === undefined || high === undefined ? undefined : { low, middle, high };
}

export class Results {
  readonly servers: readonly Server[];
  readonly samples: Sample[] = [];
  readonly starts = new Map<string, { startupMs: number; idleMegabytes: number | undefined }>();
  /** Wrong responses and servers that failed: any of them fails the run. */
  readonly broken: string[] = [];

  constructor(servers: readonly Server[]) {
    this.servers = servers;
  }

  of({ server, workload }: Side): Sample[] {
    return this.samples.filter((sample) => sample.server === server && sample.workload === workload);
  }

  median(side: Side, measured: Measured): number | undefined {
    return median(this.of(side).map((sample) => sample[measured]));
  }

  /** The highest peak of any round: a limit that holds most of the time does not hold. */
  peak(side: Side): number | undefined {
    const peaks = this.of(side).flatMap(({ peakMegabytes }) => peakMegabytes ?? []);
    return peaks.length === 0 ? undefined : Math.max(...peaks);
  }

  /** The name of petstore on an engine, if it takes part. */
  petstore(engine: Engine): string | undefined {
    return this.servers.find((server) => server.kind === "petstore" && server.engine === engine)?.name;
  }

  /** The peer that is best under a workload. */
  bestPeer(workload: string, measure: Measure = "rate"): string | undefined {
    const merit = (server: string): number => {
      const side = { server, workload };
      return measure === "rate"
        ? (this.median(side, "rate") ?? 0)
        : 1 / (this.median(side, "cpuMsPerThousand") ?? Number.POSITIVE_INFINITY);
    };
    const peers = this.servers.flatMap(({ name, kind }) => (kind === "peer" && merit(name) > 0 ? [name] : []));
    return peers.toSorted((left, right) => merit(right) - merit(left))[0];
  }

  /** The median of `ratios`. */
  ratio(own: Side, other: Side, measure: Measure = "rate"): number | undefined {
    return median(this.ratios(own, other, measure === "rate" ? ofRates : ofCpuTimes));
  }

  /**
   * What `compare` makes of the two samples of each round. Within a round the two ran less than a second apart, so a machine that
   * slows down for a while slows both.
   */
  ratios(own: Side, other: Side, compare: (own: Sample, other: Sample) => number): number[] {
    const others = this.of(other);
    return this.of(own).flatMap((sample) => {
      const same = others.find(({ round }) => round === sample.round);
      return same === undefined ? [] : [compare(sample, same)];
    });
  }
}
