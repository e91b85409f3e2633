import { expect, test } from "bun:test";
import { openEngine } from "../../src/store/index.ts";
import { BATCH_ROWS } from "../../src/store/rows.ts";
import { fill, openFolder } from "../cli/folder.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { SOURCE, until } from "../support/program.ts";

test("a copy that was killed with -9 continues where it stopped and is complete", async () => {
  using folder = openFolder();
  await fill(folder.url("a.db"), 30_000);
  const target = await (await sharedPostgres()).createDatabase();
  const args = ["copy", "--from", folder.url("a.db"), "--to", target];
  const child = Bun.spawn([...SOURCE, ...args], { stdout: "ignore", stderr: "ignore" });
  const engine = await openEngine(target);
  const count = async () => {
    const [row] = await engine.sql<{ count: bigint }>`select count(*) as count from pets`;
    return Number(row?.count);
  };
  await until(
    () =>
      count().then(
        (rows) => rows > 0,
        () => false,
      ),
    "a first batch",
  );
  child.kill("SIGKILL");
  await child.exited;
  const rows = await count();
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(30_000);
  expect(rows % BATCH_ROWS).toBe(0);

  const copied = await folder.petstore("", ...args);
  expect(copied.stdout).toContain("30,000");
  expect(copied.exitCode).toBe(0);
  expect(await count()).toBe(30_000);
  await engine.close();
}, 60_000);
