import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { postgresGenericPlan, sqlitePlan } from "../bench/growth/plans.ts";
import { hotQueries, inventoryChunk, statementsOf } from "../bench/growth/queries.ts";
import { postgresSubject, SOME_ROW, type Subject, sqliteSubject } from "../bench/growth/subjects.ts";
import { INVENTORY_CHUNK } from "../src/core/inventory.ts";
import { sharedPostgres } from "./postgres.ts";

/** Enough that even the last pages are worth an index, few enough to load in a second. */
const SIZE = 50_000;

/** The most rows that each may read: what it answers, and for lists of ids those that the filter throws away. */
const ROWS_MAX: Record<string, number> = { get: 1, create: 1, patch: 1, [inventoryChunk]: INVENTORY_CHUNK };
const PAGE_ROWS = 21;

const folder = mkdtempSync(join(tmpdir(), "petstore-test-"));
const subjects: [string, Promise<Subject>][] = [
  ["SQLite", sqliteSubject(folder, SIZE)],
  ["PostgreSQL", sharedPostgres().then((server) => postgresSubject(server, SIZE))],
];

afterAll(async () => {
  for (const [, subject] of subjects) await (await subject).close();
  rmSync(folder, { recursive: true });
});

describe.each(subjects)("on %s", (_, opened) => {
  for (const query of hotQueries) {
    test(`${query.name} is served by an index, and reads what it answers`, async () => {
      const subject = await opened;
      // Parameters are random: a few of them.
      for (let time = 0; time < 5; time++) {
        for (const plan of await subject.plans(query)) {
          expect(plan).toMatchObject({ isFullScan: false });
          expect(plan.rows ?? 0).toBeLessThanOrEqual(ROWS_MAX[query.name] ?? PAGE_ROWS);
          expect(plan.text).not.toMatch(/\bSort\b|TEMP B-TREE/);
        }
      }
    });
  }
});

test("PostgreSQL's plan for any parameters is no full scan either", async () => {
  const [, [, opened] = []] = subjects;
  const subject = await opened;
  await using sql = new SQL(subject?.url ?? "", { max: 1 });
  for (const query of hotQueries) {
    const statements = await statementsOf("$", (facts) => query.run(facts, SIZE), SOME_ROW);
    for (const statement of statements) {
      expect(await postgresGenericPlan(sql, statement)).toMatchObject({ isFullScan: false });
    }
  }
});

test("a full scan is seen", async () => {
  const scan = { text: "select id from pets where name = 'Rex'", values: [] };
  const [[, sqlite] = [], [, postgres] = []] = subjects;
  await Promise.all([sqlite, postgres]);
  expect(sqlitePlan(join(folder, `${SIZE}.db`), scan).isFullScan).toBe(true);
  await using sql = new SQL((await postgres)?.url ?? "", { max: 1 });
  expect((await postgresGenericPlan(sql, scan)).isFullScan).toBe(true);
});
