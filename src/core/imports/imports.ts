/* Imports of many pets: a check of every line, then the lines, a batch at a time (decision 022). */
import { NewCategory } from "../../contract/categories.ts";
import { importWarnings } from "../../contract/import-problems.ts";
import type { ImportReport } from "../../contract/imports.ts";
import { type Author, categoryCreated, petChanged } from "../events.ts";
import type { Unit } from "../execute.ts";
import type { Repositories } from "../ports.ts";
import { nameKey } from "../shop/name-key.ts";
import { LineIds } from "./import-ids.ts";
import { categoriesOf, type Decision, decide, type ImportRules, idsOf } from "./import-lines.ts";
import type { PetChange, PetLine } from "./import-ports.ts";
import { LineError, Problems, valueProblem } from "./import-problems.ts";

/** How many lines a preview shows. */
const PREVIEW_LINES = 5;

/** More new categories than a shop has: the wrong column was taken for them. */
const NEW_CATEGORIES_MAX = 10_000;

/** The last integer that every client reads exactly. */
const EXACT_MAX = 2n ** 53n - 1n;

/** Checks the lines of an import before any of them is stored. */
export class ImportCheck {
  readonly problems = new Problems();
  readonly #preview: ImportReport["preview"] = [];
  /** How many lines there are, including those that cannot be read. */
  lines = 0;
  pets = 0;
  added = 0;
  updated = 0;
  /** How many pets have no id. */
  unnumbered = 0;
  #hasLargeId = false;
  #isStopped = false;
  readonly #ids = new LineIds();
  readonly #newCategories = new Set<string>();

  /** Adds a line that cannot be imported. */
  readonly refuse = (line: number, error: LineError): void => {
    this.lines += 1;
    this.problems.add(line, error);
  };

  /** Decides about lines and counts what becomes of them. */
  async add(lines: readonly PetLine[], { imports }: Repositories, rules: ImportRules): Promise<void> {
    this.lines += lines.length;
    this.pets += lines.length;
    for (const decision of await decide(imports, lines, rules)) {
      const checked = this.#withUniqueId(decision, rules);
      if (this.#preview.length < PREVIEW_LINES) this.#preview.push(...previewOf(checked));
      this.#count(checked, rules);
    }
  }

  /** Notes that the lines from here on are not read. */
  stop(): void {
    this.#isStopped = true;
  }

  #withUniqueId(decision: Decision, { label }: ImportRules): Decision {
    const { line } = decision;
    const { id } = line.input;
    const earlier = id === undefined ? undefined : this.#ids.add(id, line.line);
    if (earlier === undefined) return decision;
    const repeated = {
      code: "repeated_id",
      column: "id",
      expected: "another line has the same id. Keep one of them",
      got: `got ${id}, as in line ${earlier}`,
    } as const;
    return { action: "refuse", line, error: new LineError(valueProblem(repeated, label)) };
  }

  #count(decision: Decision, { label }: ImportRules): void {
    const { action, line } = decision;
    const { id } = line.input;
    if (id === undefined) this.unnumbered += 1;
    if (action === "refuse") {
      this.problems.add(line.line, decision.error);
      return;
    }
    if (action === "add") {
      this.added += 1;
      this.#hasLargeId ||= id !== undefined && id > EXACT_MAX;
    } else if (action === "change") {
      this.updated += 1;
    }
    if (decision.newCategory === undefined) return;
    this.#newCategories.add(nameKey(decision.newCategory));
    if (this.#newCategories.size !== NEW_CATEGORIES_MAX + 1) return;
    const tooMany = {
      code: "too_many_categories",
      column: "category",
      expected: `more than ${NEW_CATEGORIES_MAX} categories would be created. Check which column has them`,
      got: "",
    } as const;
    this.problems.add(line.line, new LineError(valueProblem(tooMany, label)));
  }

  /** What an import would do, as clients and operators get it. */
  report(): Omit<ImportReport, "stored" | "columns" | "unknownWords"> {
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
      warnings,
    };
  }
}

function previewOf(decision: Decision): ImportReport["preview"] {
  if (decision.action === "refuse") return [];
  const { action, line, newCategory, pet } = decision;
  const { category } = line.input;
  const { categoryId, profile, ...rest } = pet;
  return [
    {
      ...rest,
      line: line.line,
      action,
      category,
      categoryId: newCategory === undefined ? categoryId : undefined,
      profile: Object.keys(profile).length > 0 ? profile : undefined,
    },
  ];
}

/** A line that the check accepted cannot be imported any more: somebody else has changed its pet or its category. */
export class LateError extends Error {
  readonly line: number;

  constructor({ line }: PetLine, { message }: LineError) {
    super(message);
    this.line = line;
  }
}

/** What storing lines did. */
export interface StoredLines {
  /** The ids of the new pets. */
  readonly added: readonly bigint[];
  readonly updated: number;
  readonly createdCategories: number;
}

/** Stores lines that the check has accepted. Throws `LateError`. */
export async function storeLines(
  unit: Unit,
  lines: readonly PetLine[],
  rules: ImportRules,
  author: Author,
): Promise<StoredLines> {
  const { imports } = unit.store;
  const createdCategories = rules.createCategories ? await createCategories(unit, lines, author) : 0;
  // From here on, every category exists.
  const storing = { ...rules, createCategories: false };
  const decisions = (await decide(imports, lines, storing)).map(accepted);
  const pets = decisions.flatMap((decision) => (decision.action === "add" ? [decision.pet] : []));
  const added = await imports.insertPets(pets, author.now);
  const changed = decisions.filter(({ action }) => action === "change").map(({ line }) => line);
  return { added, updated: await updatePets(unit, changed, storing, author), createdCategories };
}

/** Changes pets as they are once nobody else can change them. Returns how many. */
async function updatePets(
  { store: { imports }, events }: Unit,
  lines: readonly PetLine[],
  rules: ImportRules,
  author: Author,
): Promise<number> {
  if (lines.length === 0) return 0;
  const locked = await imports.lockPets(idsOf(lines));
  const changes: PetChange[] = [];
  for (const decision of (await decide(imports, lines, rules, locked)).map(accepted)) {
    // One that was removed meanwhile stays removed.
    if (decision.action === "change") changes.push({ before: decision.before, after: decision.pet });
  }
  await imports.updatePets(changes, author.now);
  for (const { before, after } of changes) events.push(...petChanged(author, before, after));
  return changes.length;
}

function accepted(decision: Decision): Exclude<Decision, { action: "refuse" }> {
  if (decision.action === "refuse") throw new LateError(decision.line, decision.error);
  return decision;
}

/** Creates the categories that lines name and that do not exist. Returns how many. */
async function createCategories({ store, events }: Unit, lines: readonly PetLine[], author: Author): Promise<number> {
  const names = new Map<string, string>();
  for (const name of categoriesOf(lines)) {
    // The first spelling counts.
    if (!names.has(nameKey(name))) names.set(nameKey(name), name);
  }
  const known = await store.imports.findCategories([...names.values()]);
  let created = 0;
  for (const [key, name] of names) {
    if (known.has(key)) continue;
    const category = await store.categories.insert(NewCategory.parse({ name }));
    // Undefined when another process has created it meanwhile.
    if (category === undefined) continue;
    events.push(categoryCreated(author, category));
    created += 1;
  }
  return created;
}
