/* The checks of `petstore doctor` on the schema: its version, and that nothing of it is missing. */
import type { Engine, Migration, Sql } from "../engine.ts";
import { fillings } from "../schema/filling.ts";
import { unfinishedCopy } from "../schema/migrate.ts";
import { newerProblem, newestOf, schemaRecord } from "../schema/record.ts";
import { DERIVED, EVENT_INBOX, PET_TEXTS, PET_WORDS, TABLES } from "../schema/tables.ts";
import { type Finding, problemsFound } from "./findings.ts";

/** The columns and indexes of a database. */
export interface Schema {
  readonly columns: readonly { readonly table: string; readonly name: string }[];
  readonly indexes: readonly string[];
}

/** Reads the schema of a database, for one kind of database. */
export type ReadSchema = (sql: Sql) => Promise<Schema>;

/** Checks that the schema is this program's version and is complete. When it is not, other checks may not be able to run. */
export async function checkSchema(engine: Engine, readSchema: ReadSchema): Promise<Finding> {
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
  return problemsFound(check, await missingColumns(engine, readSchema), `version ${version}`, "restore a backup");
}

/** Checks that backfills are complete. Until then the service reads the old data. */
export async function checkFillings(engine: Engine): Promise<Finding> {
  const check = "backfills";
  const open = await fillings(engine);
  if (open.length === 0) return { level: "ok", check, text: "all rows are filled in" };
  const steps = open.map(({ step, table, percent }) => `${step} (${percent} % of ${table.replace("_", " ")})`);
  return { level: "warn", check, text: `the running service fills in ${steps.join(", ")}` };
}

async function missingColumns(
  { sql, runTogether, indexesWords }: Engine,
  readSchema: ReadSchema,
): Promise<readonly string[]> {
  const { columns } = await readSchema(sql);
  const own = [...(runTogether === undefined ? [] : [EVENT_INBOX]), indexesWords ? PET_TEXTS : PET_WORDS];
  const expected = [...TABLES, ...DERIVED, ...own];
  return expected.flatMap((table) => {
    const found = columns.filter((column) => column.table === table.name).map(({ name }) => name);
    if (found.length === 0) return [`the table ${table.name} is missing`];
    const missing = table.columns.filter((column) => !found.includes(column));
    return missing.map((column) => `the column ${column} of ${table.name} is missing`);
  });
}

/** Checks that every index is there. Without one everything works, but slowly. */
export async function checkIndexes({ sql, migrations }: Engine, readSchema: ReadSchema): Promise<Finding> {
  const { indexes } = await readSchema(sql);
  const missing = [...indexesOf(migrations)].filter(([name]) => !indexes.includes(name));
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
