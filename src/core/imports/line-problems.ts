/* The problems of an import's lines, by kind: every line is counted, and each kind has a few examples. */
import type { ImportColumn } from "../../contract/imports/import-line.ts";
import { type ImportReport, PROBLEM_EXAMPLES_MAX, PROBLEM_LINES_MAX } from "../../contract/imports/import-report.ts";
import { type Answerable, Answers } from "./import-answers.ts";

/** Why a line cannot be imported. */
export interface Problem extends Answerable {
  /** The column, what was expected, and what to do: no values, so there are only a few kinds. */
  readonly kind: string;
  /** The value of this line; empty if there is none. */
  readonly got: string;
}

/** A line cannot be imported, for these reasons. */
export class LineError extends Error {
  readonly problems: readonly Problem[];

  constructor(...problems: readonly Problem[]) {
    super(problems.map(({ kind, got }) => (got === "" ? kind : `${kind} (${got})`)).join("; "));
    this.problems = problems;
  }
}

/** How messages name a column. */
export type NameColumn = (column: ImportColumn) => string;

/** A value of a column that cannot be imported. */
export interface BadValue extends Answerable {
  readonly column: ImportColumn;
  /** What was expected, and what to do. */
  readonly expected: string;
  readonly got: string;
}

/** Says which column has the value. */
export function valueProblem({ expected, ...problem }: BadValue, label: NameColumn): Problem {
  return { ...problem, kind: `${label(problem.column)}: ${expected}` };
}

/** Refuses a line for one of its values. */
export function refusal(value: BadValue, { label }: { readonly label: NameColumn }): LineError {
  return new LineError(valueProblem(value, label));
}

/** A kind of problem and its first lines. */
export type ReportedProblem = ImportReport["problems"][number];

/** How many lines each kind of problem names, however many kinds there are. */
const EXAMPLES_EACH = 3;

/** The lines that cannot be imported. */
export class Problems {
  /** How many lines there are. */
  lines = 0;
  /** By their messages. */
  readonly #kinds = new Map<string, ReportedProblem>();
  readonly answers = new Answers();

  /** Adds a line, each of whose problems counts for its kind. */
  add(line: number, { problems }: LineError): void {
    this.lines += 1;
    for (const problem of problems) {
      const { code, column, kind, got } = problem;
      const known = this.#kinds.get(kind) ?? { code, column, message: kind, count: 0, lines: [], examples: [] };
      this.#kinds.set(kind, known);
      this.answers.add(line, problem);
      known.count += 1;
      if (known.lines.length < PROBLEM_LINES_MAX) known.lines.push(line);
      if (known.examples.length < PROBLEM_EXAMPLES_MAX) known.examples.push({ line, got });
    }
  }

  /** Every kind with its first lines. The room that is left is shared out one line at a time. */
  list(): ReportedProblem[] {
    const kinds = [...this.#kinds.values()].map((problem) => ({
      problem,
      share: Math.min(EXAMPLES_EACH, problem.examples.length),
    }));
    let left = Math.max(0, PROBLEM_EXAMPLES_MAX - kinds.reduce((sum, { share }) => sum + share, 0));
    for (let share = EXAMPLES_EACH + 1; share <= PROBLEM_EXAMPLES_MAX; share++) {
      for (const kind of kinds) {
        if (left === 0 || kind.problem.examples.length < share) continue;
        kind.share = share;
        left -= 1;
      }
    }
    return kinds.map(({ problem, share }) => ({ ...problem, examples: problem.examples.slice(0, share) }));
  }
}
