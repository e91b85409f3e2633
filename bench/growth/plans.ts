/* How the engines run a statement: which index, how many rows, whether the whole table is read. */
import { Database } from "bun:sqlite";
import type { SQL } from "bun";
import type { Statement } from "./queries.ts";

export interface Plan {
  /** The engine's words, shortened. */
  readonly text: string;
  /** A whole table is read. */
  readonly isFullScan: boolean;
  /** Rows that were read, those that a filter threw away included; undefined when the engine does not say. */
  readonly rows: number | undefined;
}

/** The plan on SQLite. The statement is not run. */
export function sqlitePlan(path: string, { text, values }: Statement): Plan {
  using database = new Database(path, { strict: true, safeIntegers: true });
  const steps = database
    .query<{ detail: string }, (typeof values)[number][]>(`explain query plan ${text}`)
    .all(...values)
    .map(({ detail }) => detail);
  return { text: steps.join("; ") || "no search", isFullScan: steps.some(isScan), rows: undefined };
}

/** SQLite says SCAN for a walk over a table or over a whole index, and SEARCH for a jump. One row of constants is no table. */
function isScan(step: string): boolean {
  return step.startsWith("SCAN") && !step.startsWith("SCAN CONSTANT ROW");
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

/** The plan on PostgreSQL for these values, run and rolled back. */
export function postgresPlan(sql: SQL, { text, values }: Statement): Promise<Plan> {
  return explained(sql, async (transaction) =>
    transaction.unsafe(`explain (analyze, timing off, format json) ${text}`, [...values]),
  );
}

/** The plan that PostgreSQL uses for any values, once a prepared statement has run some times. It is not run. */
export function postgresGenericPlan(sql: SQL, { text }: Statement): Promise<Plan> {
  // By the simple protocol: parameters without values are what a generic plan is for.
  return explained(sql, (transaction) => transaction.unsafe(`explain (generic_plan, format json) ${text}`).simple());
}

async function explained(sql: SQL, ask: (transaction: SQL) => Promise<unknown>): Promise<Plan> {
  let rows: unknown;
  const undo = new Error("rolled back");
  await sql
    .begin(async (transaction) => {
      rows = await ask(transaction);
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
    isFullScan: nodes.some((node) => node["Node Type"] === "Seq Scan"),
    rows: top["Actual Rows"] === undefined ? undefined : reading.reduce((sum, node) => sum + touched(node), 0),
  };
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
