import { nameKey } from "../core/name-key.ts";
import { type Imported, interrupted, type Job, readOpenPets } from "./import-job.ts";
import { type Decision, decide } from "./import-plan.ts";
import { ImportError, Problems } from "./problems.ts";

/** How many lines a preview shows. */
const PREVIEW_LINES = 5;

/** More new categories than a shop has: the wrong column was taken for them. */
const NEW_CATEGORIES_MAX = 10_000;

/** Reads every line and decides what would become of it. Throws when one cannot be imported. */
export async function checkLines(job: Job): Promise<Imported> {
  const { engine, observer, done } = job;
  const { onLayout } = observer;
  const problems = new Problems();
  const sum = { pets: 0, added: 0, updated: 0, unnumbered: 0 };
  const newCategories = new Set<string>();
  const preview: Decision[] = [];
  const onBytes = (read: number, of: number) => observer.report("checking, bytes", read, of);
  for await (const { lines, before, rules } of readOpenPets(job, problems, { onLayout, onBytes })) {
    if (observer.signal.aborted) throw interrupted(done);
    sum.pets = before + lines.length;
    for (const decision of await decide(engine.sql, lines, rules)) {
      const { action, line } = decision;
      if (line.input.id === undefined) sum.unnumbered += 1;
      if (preview.length < PREVIEW_LINES) preview.push(decision);
      if (action === "add") sum.added += 1;
      else if (action === "change") sum.updated += 1;
      else if (action === "refuse") problems.add(line.line, decision.error);
      if (action !== "refuse" && decision.newCategory !== undefined) newCategories.add(nameKey(decision.newCategory));
    }
    requireFewCategories(newCategories, job.file.path);
  }
  if (problems.lines > 0) throw refused(job, problems, sum.pets);
  return { ...sum, createdCategories: newCategories.size, resumedAfter: done, preview };
}

function requireFewCategories({ size }: ReadonlySet<string>, path: string): void {
  if (size <= NEW_CATEGORIES_MAX) return;
  throw new ImportError(
    `${path}: --create-categories would create more than ${NEW_CATEGORIES_MAX} categories: check which column has them. ` +
      "Nothing was imported",
  );
}

function refused({ file, done }: Job, problems: Problems, pets: number): ImportError {
  const kept = done === 0 ? "" : ` beyond the ${done} pets of the interrupted import`;
  const lines = `${problems.lines} of ${pets + problems.malformed} lines`;
  return new ImportError(
    `${file.path}: ${lines} cannot be imported. Nothing was imported${kept}.\n${problems.report()}`,
  );
}
