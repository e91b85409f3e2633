/* The checks of `petstore doctor` on the schema: its version, and that nothing of it is missing. */
import type { Engine, Migration } from "../engine.ts";
import { INCOMPLETE, missingIn } from "../schema/completeness.ts";
import { fillings } from "../schema/filling.ts";
import { unfinishedCopy } from "../schema/migrate.ts";
import { newerProblem, newestOf, schemaRecord } from "../schema/record.ts";
import { type Finding, problemsFound } from "./findings.ts";

/** Checks that the schema is this program's version and is complete. When it is not, other checks may not be able to run. */
export async function checkSchema(engine: Engine): Promise<Finding> {
  const check = "schema";
  const record = await schemaRecord(engine);
  const newest = newestOf(engine.migrations);
  if (record === undefined) {
    return {
      level: "FAIL",
      check,
      text: "no petstore tables",
      remedy: "DATABASE_URL is a new database, or another one",
    };
  }
  const unfinished = await unfinishedCopy(engine);
  if (unfinished !== undefined) return { level: "FAIL", check, ...unfinished };
  const { version } = record;
  const problem = newerProblem(record, engine.migrations);
  if (problem !== undefined) return { level: "FAIL", check, ...problem };
  if (version < newest) {
    const text = `version ${version}; the next start of the service upgrades it to ${newest}`;
    return { level: "warn", check, text };
  }
  return problemsFound(check, await missingIn(engine), `version ${version}`, INCOMPLETE);
}

/** Checks that backfills are complete. Until then the service reads the old data. */
export async function checkFillings(engine: Engine): Promise<Finding> {
  const check = "backfills";
  const open = await fillings(engine);
  if (open.length === 0) return { level: "ok", check, text: "all rows are filled in" };
  const steps = open.map(({ step, table, percent }) => `${step} (${percent} % of ${table.replace("_", " ")})`);
  return { level: "warn", check, text: `the running service fills in ${steps.join(", ")}` };
}

/** Checks that every index is there. Without one everything works, but slowly. */
export async function checkIndexes({ sql, indexes, migrations }: Engine): Promise<Finding> {
  const found = await indexes(sql);
  const missing = [...indexesOf(migrations)].filter(([name]) => !found.includes(name));
  return problemsFound(
    "indexes",
    missing.map(([name]) => `the index ${name} is missing`),
    "every index exists",
    `create it again: ${missing.map(([, statement]) => `${statement};`).join(" ")}`,
  );
}

/** The statements that create the indexes which the migrations leave behind, by the names of the indexes. */
export function indexesOf(migrations: readonly Migration[]): ReadonlyMap<string, string> {
  const created = new Map<string, string>();
  for (const { script } of migrations) {
    const statements = script.replace(/--.*$/gm, "").matchAll(/(create|drop) (?:unique )?index (\w+)[^;]*/g);
    for (const [statement, verb, name = ""] of statements) {
      if (verb === "create") created.set(name, statement.replace(/\s+/g, " ").trim());
      else created.delete(name);
    }
  }
  return created;
}
