/*
 * Properties and generated requests are the same in every run, so that a change cannot fail for what it did not touch.
 * `TEST_SEED=$RANDOM npm test` tries others, and repeats a run that failed.
 */
import { configureGlobal } from "fast-check";

/** What all random values of tests are made from. */
export const SEED = Number(process.env["TEST_SEED"] ?? 20_261_122);

configureGlobal({ seed: SEED });

/** A random source that repeats for the same seed. */
export interface Chance {
  /** An integer from 0 to `count - 1`. */
  below(count: number): number;
  pick<Value extends NonNullable<unknown>>(values: readonly Value[]): Value;
  /** True this many times in a hundred. */
  percent(times: number): boolean;
}

/** Mulberry32: small, and fast enough to start for each case, so that no case depends on those before it. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  function below(count: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }
  return {
    below,
    pick(values) {
      const [value] = values.slice(below(values.length));
      if (value === undefined) throw new Error("there is nothing to pick from");
      return value;
    },
    percent: (times) => below(100) < times,
  };
}
