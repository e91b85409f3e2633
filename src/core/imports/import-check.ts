/* The check of every line of an import, before any of them is stored (decision 022). */

import { identifiers } from "../../contract/imports/import-line.ts";
import { importWarnings } from "../../contract/imports/import-problems.ts";
import type { ImportReport } from "../../contract/imports/import-report.ts";
import { preview } from "../../contract/json/json.ts";
import type { Repositories } from "../ports.ts";
import { nameKey } from "../shop/name-key.ts";
import { identifierKey, identifiersOf } from "../shop/pets/identifiers.ts";
import { NO_UPDATE } from "./import-answers.ts";
import { hashOf, LineIds } from "./import-ids.ts";
import { type Decision, decide, similarCategory } from "./import-lines.ts";
import type { ImportRules, PetLine, ReadFile } from "./import-ports.ts";
import { saidCare } from "./line-care.ts";
import { LineError, Problems, refusal } from "./line-problems.ts";
import { kindKey } from "./similar-kinds.ts";

/** How many lines a preview shows. */
const PREVIEW_LINES = 5;

/** No shop has so many new categories: the wrong column was taken for them. */
const NEW_CATEGORIES_MAX = 10_000;

/** The last integer that every client reads exactly. */
const EXACT_MAX = 2n ** 53n - 1n;

/** Checks the lines of an import before any of them is stored. */
export class ImportCheck {
  readonly problems = new Problems();
  readonly #preview: ImportReport["preview"] = [];
  /** How many lines there are, including those that cannot be read. */
  lines = 0;
  /** How many lines can be read. */
  readable = 0;
  /** How many pets have no problem. */
  pets = 0;
  added = 0;
  updated = 0;
  /** How many lines have no identifier. */
  unidentified = 0;
  #hasLargeId = false;
  #isStopped = false;
  readonly #ids = new LineIds();
  readonly #identifiers = new LineIds();
  /** How many lines have an identifier. */
  identified = 0;
  readonly #newCategories = new Map<string, string>();
  readonly #newKinds = new Map<string, string>();

  /** Adds a line that cannot be imported. */
  readonly refuse = (line: number, error: LineError): void => {
    this.lines += 1;
    this.problems.add(line, error);
  };

  /** Decides what each line does, and counts the outcomes. */
  async add(lines: readonly PetLine[], store: Repositories, rules: ImportRules): Promise<void> {
    this.lines += lines.length;
    this.readable += lines.filter(({ problems }) => problems === undefined).length;
    for (const decision of await decide(store, lines, rules)) {
      const checked = this.#withUniqueMarks(this.#withUniqueId(decision, rules), rules);
      if (this.#preview.length < PREVIEW_LINES) this.#preview.push(...previewOf(checked));
      this.#count(checked, rules);
    }
  }

  /** Throws for an update from a file without identifiers. */
  requireIdentifiers({ update, option }: ImportRules): void {
    if (!update || this.identified > 0 || this.readable === 0) return;
    const kind = `expected one of ${identifiers.join(", ")} in a line, which tells pets apart for ${option("update")}`;
    this.problems.add(1, new LineError({ code: "cannot_match", kind, got: "", answers: [NO_UPDATE] }));
  }

  /** Notes that the lines from here on are not read. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Frees the memory of the lines, which is much for a large file. */
  end(): void {
    for (const seen of [this.#ids, this.#identifiers]) seen.end();
  }

  #withUniqueId(decision: Decision, rules: ImportRules): Decision {
    const { line } = decision;
    const { id } = line.input;
    const earlier = id === undefined ? undefined : this.#ids.add(id, line.line);
    if (earlier === undefined) return decision;
    const expected = "another line has the same id. Keep one of them";
    const got = `got ${id}, as in line ${earlier}`;
    return refused(decision, refusal({ code: "repeated_id", column: "id", expected, got }, rules));
  }

  #withUniqueMarks(decision: Decision, rules: ImportRules): Decision {
    const { line } = decision;
    for (const identifier of identifiersOf(line.input)) {
      const earlier = this.#identifiers.add(hashOf(identifierKey(identifier)), line.line);
      if (earlier === undefined) continue;
      const column = identifier.member;
      const expected = `another line has the same ${column}. Keep one of them`;
      const got = `got ${preview(identifier.value)}, as in line ${earlier}`;
      const answer = { cell: identifier.value, choices: [] };
      return refused(decision, refusal({ code: "repeated_mark", column, expected, got, ...answer }, rules));
    }
    return decision;
  }

  #count(decision: Decision, rules: ImportRules): void {
    const { action, line } = decision;
    const { id } = line.input;
    if (identifiers.some((identifier) => line.input[identifier] !== undefined)) this.identified += 1;
    else this.unidentified += 1;
    if (action === "refuse") {
      this.problems.add(line.line, decision.error);
      return;
    }
    const problem = decision.newCategory === undefined ? undefined : this.#addCategory(decision.newCategory, rules);
    if (problem !== undefined) {
      this.problems.add(line.line, problem);
      return;
    }
    this.pets += 1;
    if (action === "add") {
      this.added += 1;
      this.#hasLargeId ||= id !== undefined && id > EXACT_MAX;
    } else if (action === "change") {
      this.updated += 1;
    }
  }

  /** Adds a new category, or returns why it cannot be created. */
  #addCategory(name: string, rules: ImportRules): LineError | undefined {
    const similar = this.#similarTo(name, rules);
    if (similar !== undefined) return similarCategory(name, [similar], rules);
    this.#newCategories.set(nameKey(name), name);
    if (this.#newCategories.size !== NEW_CATEGORIES_MAX + 1) return undefined;
    const expected = `more than ${NEW_CATEGORIES_MAX} categories would be created. Check which column has them`;
    return refusal({ code: "too_many_categories", column: "category", expected, got: "" }, rules);
  }

  /** An earlier category of the file that means the same as a new one, unless a person has said that they differ. */
  #similarTo(name: string, { namedCategories }: ImportRules): string | undefined {
    const earlier = this.#newKinds.get(kindKey(name));
    if (earlier === undefined) this.#newKinds.set(kindKey(name), name);
    const isSame = earlier === undefined || nameKey(earlier) === nameKey(name);
    return isSame || namedCategories.has(nameKey(name)) ? undefined : earlier;
  }

  /** What an import would do, as clients and operators get it. */
  report({
    titleOf,
    update,
  }: Pick<ReadFile, "titleOf"> & Pick<ImportRules, "update">): Omit<ImportReport, "stored" | "columns"> {
    const { pets } = this;
    // With a problem, nothing is stored.
    const isRefused = this.problems.lines > 0;
    const [added, updated, createdCategories] = isRefused
      ? [0, 0, 0]
      : [this.added, this.updated, this.#newCategories.size];
    const codes = [
      ...(this.#hasLargeId ? (["large_ids"] as const) : []),
      ...(this.#isStopped ? (["not_read_to_end"] as const) : []),
    ];
    const warnings = codes.map((code) => ({ code, message: importWarnings[code] }));
    return {
      pets,
      added,
      updated,
      createdCategories,
      preview: this.#preview,
      problems: this.problems.list(),
      answers: this.problems.answers.list(titleOf, { update }),
      warnings,
    };
  }
}

/** Adds a problem to those of a line. */
function refused(decision: Decision, error: LineError): Decision {
  const { line } = decision;
  const earlier = decision.action === "refuse" ? decision.error.problems : [];
  return { action: "refuse", line, error: new LineError(...earlier, ...error.problems) };
}

function previewOf(decision: Decision): ImportReport["preview"] {
  if (decision.action === "refuse") return [];
  const { action, line, newCategory, pet } = decision;
  const { category } = line.input;
  const { id, name, status, quantity, categoryId, profile } = pet;
  return [
    {
      id,
      name,
      status,
      quantity,
      line: line.line,
      action,
      category,
      categoryId: newCategory === undefined ? categoryId : undefined,
      profile: Object.keys(profile).length > 0 ? profile : undefined,
      care: saidCare(line),
    },
  ];
}
