/* What is wrong with a file, by kind: all lines are counted, and some of each kind are examples. */

/** The file was not imported, or not all of it. The message is for the operator. */
export class ImportError extends Error {}

/** Another program wrote to the file after it was first read. `kept` pets of it were imported before that was noticed. */
export class ChangedError extends ImportError {
  constructor(path: string, kept = 0) {
    const imported = kept === 0 ? "Nothing was imported now" : `${kept} pets are imported and stay`;
    super(`${path} changed while it was read. Import it again when nothing writes to it. ${imported}`);
  }
}

/** Why a line cannot be imported. */
export interface Problem {
  /** The column, what was expected, and what to do: no values, so there are only a few kinds. */
  readonly kind: string;
  /** The value of this line. */
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

/** How many examples a report has. */
const EXAMPLES_MAX = 20;

interface Kind {
  count: number;
  /** The first lines with this problem. */
  readonly examples: { readonly line: number; readonly got: string }[];
}

/** The lines that cannot be imported. */
export class Problems {
  /** How many lines there are. */
  lines = 0;
  /** How many of them are not a pet at all. */
  malformed = 0;
  readonly #kinds = new Map<string, Kind>();

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

  /** The text to print: every kind with its first lines. */
  report(): string {
    const shares = sharesOf([...this.#kinds.values()]);
    return [...this.#kinds]
      .flatMap(([kind, known], index) => [`${kind}:`, ...examplesOf(known, shares[index] ?? 0)])
      .join("\n");
  }
}

/** How many examples each kind gets: one after the other gets one more, until there are enough. */
function sharesOf(kinds: readonly Kind[]): readonly number[] {
  const shares = kinds.map(() => 0);
  let left = EXAMPLES_MAX;
  for (let share = 1; share <= EXAMPLES_MAX; share++) {
    for (const [index, { examples }] of kinds.entries()) {
      if (left === 0 || examples.length < share) continue;
      shares[index] = share;
      left -= 1;
    }
  }
  return shares;
}

function examplesOf({ count, examples }: Kind, share: number): readonly string[] {
  const shown = examples.slice(0, share).map(({ line, got }) => `  line ${line}${got === "" ? "" : `: ${got}`}`);
  const more = count - shown.length;
  return more > 0 ? [...shown, `  and ${more} more`] : shown;
}
