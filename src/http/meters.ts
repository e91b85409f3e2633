/* What is counted for each request: plain numbers, which are added up when the metrics are read. */

/** One line of a metric. */
interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** The upper bounds of durations, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The responses of one operation. */
export class Meter {
  readonly #operation: string;
  readonly #byStatus = new Map<number, number>();
  /** How many took longer than the bound before and at most as long as this one; the last are those above all bounds. */
  readonly #byBound = [...BOUNDS, 0].fill(0);
  #seconds = 0;
  #deprecated = 0;

  constructor(operation: string) {
    this.#operation = operation;
  }

  /** A response was sent. */
  finished(status: number, seconds: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    this.#seconds += seconds;
    let bound = 0;
    while (seconds > (BOUNDS[bound] ?? Number.POSITIVE_INFINITY)) bound += 1;
    this.#byBound[bound] = (this.#byBound[bound] ?? 0) + 1;
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

  /** The durations as a histogram of this name. */
  durations(name: string): readonly Sample[] {
    const labels = { operation: this.#operation };
    let count = 0;
    const buckets = this.#byBound.map((value, nth) => {
      count += value;
      return { metricName: `${name}_bucket`, labels: { le: BOUNDS[nth] ?? "+Inf", ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#seconds },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
