/* The statements that a query sends, and how an engine runs them: by which index, and how many rows it reads. */
import { Database } from "bun:sqlite";
import type { SQL } from "bun";
import type { Repositories } from "../../src/core/ports.ts";
import type { Engine, Sql, Transaction, Value } from "../../src/store/engine.ts";
import { repositoriesOn } from "../../src/store/index.ts";
import { DERIVED, TABLES } from "../../src/store/schema/tables.ts";
import { statementCompiler } from "../../src/store/statement-compiler.ts";

/** A statement as the store sends it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/** The statements that `work` sends; what it changes is rolled back. `marker` is how the engine writes parameters. */
export async function statementsOf(
  engine: Engine,
  marker: "?" | "$",
  work: (repositories: Repositories) => unknown,
): Promise<readonly Statement[]> {
  return sentBy(engine, marker, (sql) => work(repositoriesOn(sql, engine)));
}

/** The same for work on the statements of the store. */
export async function sentBy(
  engine: Engine,
  marker: "?" | "$",
  work: (sql: Sql) => unknown,
): Promise<readonly Statement[]> {
  const compile = statementCompiler(marker);
  const sent: Statement[] = [];
  const undo = new Error("rolled back");
  const recorded = async ({ sql }: Transaction) => {
    await work((...[parts, ...values]: Parameters<Sql>) => {
      sent.push(compile(parts, values));
      return sql(parts, ...values);
    });
    throw undo;
  };
  await engine.transaction(recorded).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return sent;
}

export interface Plan {
  /** The engine's description, shortened. */
  readonly text: string;
  /** It reads a whole table or a whole index. */
  readonly isFullScan: boolean;
  /** It sorts what it reads from a table, however much that is; undefined when `rows` says how much. */
  readonly isLongSort: boolean | undefined;
  /** Rows read, including those that a filter dropped; undefined when the engine does not say. */
  readonly rows: number | undefined;
}

/** The plan on SQLite. The statement is not run. */
export function sqlitePlan(path: string, { text, values }: Statement): Plan {
  using database = new Database(path, { strict: true, safeIntegers: true });
  const steps = database.query<Step, (typeof values)[number][]>(`explain query plan ${text}`).all(...values);
  const limited = limitedSubqueries(text);
  const isSort = ({ detail }: Step) => detail.startsWith("USE TEMP B-TREE");
  return {
    text: steps.map(({ detail }) => detail).join("; ") || "no search",
    isFullScan: steps.some(({ detail }) => detail.startsWith("SCAN ") && isOnTable(detail)),
    isLongSort: steps.some((step) => isSort(step) && readsMuch(steps, step.parent, limited)),
    rows: undefined,
  };
}

interface Step {
  readonly id: bigint;
  readonly parent: bigint;
  readonly detail: string;
}

/** SQLite says SCAN when it reads a whole table, index or subquery, and SEARCH otherwise. */
function isOnTable(detail: string): boolean {
  return isTable(detail.split(" ")[1]);
}

/** Whether it is a table that grows with the shop. */
function isTable(named: string | undefined): boolean {
  return [...TABLES, ...DERIVED].some(({ name }) => name === named);
}

/** Whether a part of a statement or a subquery of it reads a table, other than by ids and without a limit. */
function readsMuch(steps: readonly Step[], part: bigint, limited: ReadonlySet<string>): boolean {
  return steps.some(({ id, parent, detail }) => {
    if (parent !== part || limited.has(/^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(detail)?.[1] ?? "")) return false;
    return (isOnTable(detail) && !/\b(row|pet_|order_)?id=\?/.test(detail)) || readsMuch(steps, id, limited);
  });
}

/** The names of the subqueries that return no more than a limit: `(select ... limit ?) name`. */
function limitedSubqueries(text: string): ReadonlySet<string> {
  const opened: number[] = [];
  const limited = new Set<string>();
  const unlimited = new Set<string>();
  for (const [index, character] of [...text].entries()) {
    if (character === "(") opened.push(index);
    if (character !== ")") continue;
    const inner = text.slice(opened.pop(), index);
    const [, name] = /^\)\s+(\w+)/.exec(text.slice(index)) ?? [];
    if (name !== undefined)
      (/\blimit \?\d+(?: \+ 0)?(?: offset \?\d+)?\s*$/.test(inner) ? limited : unlimited).add(name);
  }
  return limited.difference(unlimited);
}

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Node[];
}

/** The plan on PostgreSQL that a session of the service has for any values, run with these and rolled back. */
export async function postgresPlan(sql: SQL, { text, values }: Statement): Promise<Plan> {
  let rows: unknown;
  const undo = new Error("rolled back");
  await sql
    .begin(async (transaction) => {
      await transaction.unsafe(`prepare any_values as ${text}`).simple();
      const given = values.length === 0 ? "" : `(${values.map(literal).join(", ")})`;
      rows = await transaction
        .unsafe(`explain (analyze, timing off, format json) execute any_values ${given}`)
        .simple();
      await transaction.unsafe("deallocate any_values").simple();
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  const [row] = rows as [{ "QUERY PLAN": string | readonly [{ Plan: Node }] }];
  const answer = row["QUERY PLAN"];
  const [{ Plan: top }] = (typeof answer === "string" ? JSON.parse(answer) : answer) as readonly [{ Plan: Node }];
  const nodes = flat(top);
  const reading = nodes.filter((node) => node["Relation Name"] !== undefined && node["Node Type"].includes("Scan"));
  return {
    text: nodes.map(named).join("; "),
    isFullScan: nodes.some((node) => node["Node Type"] === "Seq Scan" && isTable(node["Relation Name"])),
    isLongSort: undefined,
    rows: top["Actual Rows"] === undefined ? undefined : reading.reduce((sum, node) => sum + touched(node), 0),
  };
}

function literal(value: Value): string {
  return value === null ? "null" : `'${String(value).replaceAll("'", "''")}'`;
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}

function named(node: Node): string {
  return [node["Node Type"], node["Index Name"] ?? node["Relation Name"]].filter(Boolean).join(" ");
}

function touched(node: Node): number {
  const rows = node["Actual Rows"] ?? 0;
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return Math.round((rows + removed) * (node["Actual Loops"] ?? 1));
}
