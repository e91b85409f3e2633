/* Counters as plain numbers, which are summed when the metrics are read. */

/** One line of a metric. */
export interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** A metric with its values. */
export interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly values: readonly Sample[];
}

/** A metric, and the function that reads it. */
export interface Metric extends Omit<ReadMetric, "values"> {
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

/** A number that only grows. */
export function counter(name: string, help: string, read: Metric["read"]): Metric {
  return { name, help, type: "counter", read };
}

/** A distribution of observed numbers. */
export function histogram(name: string, help: string, read: (name: string) => readonly Sample[]): Metric {
  return { name, help, type: "histogram", read: () => read(name) };
}

/** A number that is read now. */
export function gauge(name: string, help: string, read: () => number | Promise<number>): Metric {
  // A failure of one number must not hide the others.
  const value = () => Promise.try(read).catch(() => Number.NaN);
  return { name, help, type: "gauge", read: async () => [{ labels: {}, value: await value() }] };
}

/** Counts observed numbers by upper bounds. */
export class Distribution {
  readonly #bounds: readonly number[];
  /** How many are above the bound before and at most this one; the last count is of those above all bounds. */
  readonly #byBound: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#byBound = [...bounds, 0].fill(0);
  }

  observe(value: number): void {
    this.#sum += value;
    let bound = 0;
    while (value > (this.#bounds[bound] ?? Number.POSITIVE_INFINITY)) bound += 1;
    this.#byBound[bound] = (this.#byBound[bound] ?? 0) + 1;
  }

  /** The lines of a histogram of this name. */
  samples(name: string, labels: Sample["labels"]): readonly Sample[] {
    let count = 0;
    const buckets = this.#byBound.map((value, nth) => {
      count += value;
      return { metricName: `${name}_bucket`, labels: { le: this.#bounds[nth] ?? "+Inf", ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

/** The upper bounds of durations, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The responses of one operation. */
export class Meter {
  readonly #operation: string;
  readonly #byStatus = new Map<number, number>();
  readonly #durations = new Distribution(BOUNDS);
  #deprecated = 0;

  constructor(operation: string) {
    this.#operation = operation;
  }

  /** A response was sent. */
  finished(status: number, seconds: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    this.#durations.observe(seconds);
  }

  /** A key called the operation, which will be removed. */
  calledDeprecated(): void {
    this.#deprecated += 1;
  }

  requests(): readonly Sample[] {
    const operation = this.#operation;
    return [...this.#byStatus].map(([status, value]) => ({ labels: { operation, status: String(status) }, value }));
  }

  deprecated(): readonly Sample[] {
    return this.#deprecated === 0 ? [] : [{ labels: { operation: this.#operation }, value: this.#deprecated }];
  }

  /** Empty before the first response: an idle service would name two thousand series that are all 0. */
  durations(name: string): readonly Sample[] {
    return this.#byStatus.size === 0 ? [] : this.#durations.samples(name, { operation: this.#operation });
  }
}
