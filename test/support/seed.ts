/*
 * Properties and generated requests are the same in every run, so that a change cannot fail for what it did not touch.
 * `TEST_SEED=$RANDOM npm test` tries others, and repeats a run that failed.
 */
import { configureGlobal } from "fast-check";

/** What all random values of tests are made from. */
export const SEED = Number(process.env["TEST_SEED"] ?? 20_261_122);

configureGlobal({ seed: SEED });
