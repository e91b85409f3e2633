/* What is wrong with the lines of an import, by kind: all are counted, and some of each kind are examples. */

/** Why a line cannot be imported. */
export interface Problem {
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

/** A kind of problem and its first lines. */
export interface ReportedProblem {
  readonly message: string;
  /** How many lines have it. */
  readonly count: number;
  readonly examples: { line: number; got: string }[];
}

/** How many examples a report has. */
const EXAMPLES_MAX = 20;

/** The lines that cannot be imported. */
export class Problems {
  /** How many lines there are. */
  lines = 0;
  readonly #kinds = new Map<string, { count: number; examples: { line: number; got: string }[] }>();

  /** Adds a line, each of whose problems counts for its kind. */
  add(line: number, { problems }: LineError): void {
    this.lines += 1;
    for (const { kind, got } of problems) {
      const known = this.#kinds.get(kind) ?? { count: 0, examples: [] };
      this.#kinds.set(kind, known);
      known.count += 1;
      if (known.examples.length < EXAMPLES_MAX) known.examples.push({ line, got });
    }
  }

  /** Every kind, with its share of the examples: one after the other gets one more, until there are enough. */
  list(): ReportedProblem[] {
    const kinds = [...this.#kinds].map(([message, { count, examples }]) => ({
      message,
      count,
      all: examples,
      share: 0,
    }));
    let left = EXAMPLES_MAX;
    for (let share = 1; share <= EXAMPLES_MAX; share++) {
      for (const kind of kinds) {
        if (left === 0 || kind.all.length < share) continue;
        kind.share = share;
        left -= 1;
      }
    }
    return kinds.map(({ message, count, all, share }) => ({ message, count, examples: all.slice(0, share) }));
  }
}
