/** What a run measured, and the medians and ratios that are read from it. */
import type { LargeFigures } from "./large.ts";
import type { Server } from "./servers.ts";
import type { WorkloadId } from "./workloads.ts";

/** One server under one workload in one round. */
export interface Sample {
  readonly server: string;
  readonly workload: WorkloadId;
  readonly round: number;
  /** Requests or megabytes a second, as the workload counts. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMsPerThousand: number;
  readonly peakMegabytes: number | undefined;
  /** The share of its core that each side used. */
  readonly serverShare: number;
  readonly loadShare: number;
  readonly errors: number;
}

export interface StartFigures {
  readonly startupMs: number;
  readonly idleMegabytes: number | undefined;
}

export type Measured = "rate" | "p50" | "p99" | "cpuMsPerThousand" | "serverShare" | "loadShare";

/** The median of what could be measured: a step too short for one answer has no latency, and divides by nothing. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.filter(Number.isFinite).toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}

export class Results {
  readonly servers: readonly Server[];
  readonly samples: Sample[] = [];
  readonly starts = new Map<string, StartFigures>();
  readonly large = new Map<string, LargeFigures>();
  /** Wrong answers and servers that failed: anything here makes the run fail. */
  readonly broken: string[] = [];

  constructor(servers: readonly Server[]) {
    this.servers = servers;
  }

  of(server: string, workload: WorkloadId): Sample[] {
    return this.samples.filter((sample) => sample.server === server && sample.workload === workload);
  }

  median(server: string, workload: WorkloadId, measured: Measured): number | undefined {
    return median(this.of(server, workload).map((sample) => sample[measured]));
  }

  /** The highest peak of any round: a limit that holds most of the time does not hold. */
  peak(server: string, workload: WorkloadId): number | undefined {
    const peaks = this.of(server, workload).flatMap(({ peakMegabytes }) => peakMegabytes ?? []);
    return peaks.length === 0 ? undefined : Math.max(...peaks);
  }

  /** The peer with the highest median under `workload`. */
  bestPeer(workload: WorkloadId): string | undefined {
    let best: { name: string; rate: number } | undefined;
    for (const { name, kind } of this.servers) {
      const rate = this.median(name, workload, "rate");
      if (kind === "peer" && rate !== undefined && rate > (best?.rate ?? 0)) best = { name, rate };
    }
    return best?.name;
  }

  /**
   * How many times the requests `server` answers with the same processor time: what the ratio of rates would be with
   * nothing else on the machine and no disk to wait for.
   */
  cpuRatio(server: string, reference: string | undefined, workload: WorkloadId): number | undefined {
    if (reference === undefined) return undefined;
    return this.#paired(
      server,
      workload,
      reference,
      workload,
      (own, other) => other.cpuMsPerThousand / own.cpuMsPerThousand,
    );
  }

  /**
   * How many times faster `server` is than `reference`: the median of the ratios of each round.
   * Within a round the two ran seconds apart, so a machine that slows down for a while slows both.
   */
  ratio(
    server: string,
    reference: string | undefined,
    workload: WorkloadId,
    referenceWorkload = workload,
  ): number | undefined {
    if (reference === undefined) return undefined;
    return this.#paired(server, workload, reference, referenceWorkload, (own, other) => own.rate / other.rate);
  }

  #paired(
    server: string,
    workload: WorkloadId,
    reference: string,
    referenceWorkload: WorkloadId,
    divide: (own: Sample, other: Sample) => number,
  ): number | undefined {
    const others = this.of(reference, referenceWorkload);
    const ratios = this.of(server, workload).flatMap((own) => {
      const other = others.find(({ round }) => round === own.round);
      return other ? divide(own, other) : [];
    });
    return median(ratios);
  }
}
