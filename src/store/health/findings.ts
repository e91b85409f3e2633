/* The findings of `petstore doctor`. */
import { isTimeout } from "../postgres/postgres-errors.ts";

/** The outcome of one check. `FAIL` means that something is wrong; `warn` is for a person to judge. */
export type Finding = { readonly check: string; readonly text: string } & (
  | { readonly level: "ok" | "warn" }
  // With a remedy for the operator.
  | { readonly level: "FAIL"; readonly remedy: string }
);

/** The remedy for derived data. */
export const REPAIRED = "`petstore doctor --repair` mends them";

/** How many rows, keys or tables a finding names. */
export const NAMED_MAX = 5;

/** Called when a check begins, which may take minutes. */
export type Begin = (check: string) => void;

/** Runs a check that reads whole tables. A statement that takes too long is a finding, so that other checks still run. */
export async function inTime(check: string, begin: Begin, find: () => Promise<Finding>): Promise<Finding> {
  begin(check);
  try {
    return await find();
  } catch (error) {
    if (!isTimeout((error as Error).cause)) throw error;
    return {
      level: "FAIL",
      check,
      text: "not checked: the server cancelled a statement that took too long",
      remedy: "look for locks and long statements in pg_stat_activity, run `vacuum analyze`, and run doctor again",
    };
  }
}

/** The finding of a check from its first problems: those that it names, and one more if there are more. */
export function problemsFound(check: string, problems: readonly string[], whenOk: string, remedy: string): Finding {
  if (problems.length === 0) return { level: "ok", check, text: whenOk };
  const more = problems.length > NAMED_MAX ? "; and more" : "";
  return { level: "FAIL", check, text: `${problems.slice(0, NAMED_MAX).join("; ")}${more}`, remedy };
}
