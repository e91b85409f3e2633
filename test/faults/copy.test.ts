import { expect, test } from "bun:test";
import { join } from "node:path";
import { openEngine } from "../../src/store/index.ts";
import { BATCH_ROWS } from "../../src/store/rows.ts";
import { fill, openShop } from "../commands/folder.ts";
import { sharedPostgres } from "../support/postgres.ts";

/** Copies one database to another, and kills itself after the first batch. */
const COPY_AND_DIE = `
  import { copyDatabase } from ${JSON.stringify(join(import.meta.dir, "../../src/commands/backup/database-copy.ts"))};
  const [from, to] = process.argv.slice(1);
  await copyDatabase({ from, to, sourceName: from }, Date.now(), {
    report: (step) => step === "copying pets" && process.kill(process.pid, "SIGKILL"),
    onResume() {},
    signal: new AbortController().signal,
  });`;

const PETS = 3 * BATCH_ROWS;

test("a copy that was killed with -9 continues where it stopped and is complete", async () => {
  using shop = openShop();
  await fill(shop.url, PETS);
  const target = await (await sharedPostgres()).createDatabase();
  const child = Bun.spawn([process.execPath, "--eval", COPY_AND_DIE, shop.url, target], { stderr: "inherit" });
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  const engine = await openEngine(target);
  const count = async () => {
    const [row] = await engine.sql<{ count: bigint }>`select count(*) as count from pets`;
    return Number(row?.count);
  };
  const rows = await count();
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(PETS);
  expect(rows % BATCH_ROWS).toBe(0);

  expect(await shop.run("copy", "--from", shop.url, "--to", target)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(PETS.toLocaleString("en-US")),
  });
  expect(await count()).toBe(PETS);
  await engine.close();
}, 60_000);
