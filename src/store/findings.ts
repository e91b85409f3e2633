/* The findings of `petstore doctor`. */

/** The outcome of one check. `FAIL` means that something is wrong; `warn` is for a person to judge. */
export type Finding = Passed | Failed;

interface Passed {
  readonly level: "ok" | "warn";
  readonly check: string;
  readonly text: string;
}

interface Failed {
  readonly level: "FAIL";
  readonly check: string;
  readonly text: string;
  /** What the operator can do. */
  readonly remedy: string;
}

/** How many rows, keys or tables a finding names. */
export const NAMED_MAX = 5;

/** Makes the finding of a check from its first problems: those that it names, and one more if there are more. */
export function problemsFound(check: string, problems: readonly string[], whenOk: string, remedy: string): Finding {
  if (problems.length === 0) return { level: "ok", check, text: whenOk };
  const more = problems.length > NAMED_MAX ? "; and more" : "";
  return { level: "FAIL", check, text: `${problems.slice(0, NAMED_MAX).join("; ")}${more}`, remedy };
}
