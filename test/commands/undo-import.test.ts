/* `petstore import --undo` (decision D60), also when it or its import is killed. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { BATCH_ROWS } from "../../src/store/rows.ts";
import { SOURCE, until } from "../support/program.ts";
import { eventsOf, openShop, refused, type Shop, testEach, withEngine, withStore } from "./folder.ts";

const PETS = 8 * BATCH_ROWS;
const TABLE = `name,category\n${Array.from({ length: PETS }, (_, nth) => `Rex ${nth},Dogs\n`).join("")}`;

/** How many rows a table has. */
function countOf(url: string, table: "pets" | "categories"): Promise<number> {
  return withEngine(url, async ({ sql }) => {
    const counts = {
      pets: () => sql`select count(*) as count from pets`,
      categories: () => sql`select count(*) as count from categories`,
    };
    return Number((await counts[table]())[0]?.["count"]);
  });
}

/** Runs a command, and kills it once there are more, or fewer, pets than so many. */
async function killWhen(shop: Shop, args: readonly string[], isTime: (pets: number) => boolean): Promise<void> {
  const env = { PATH: process.env["PATH"] ?? "", DATABASE_URL: shop.url };
  const child = Bun.spawn([...SOURCE, ...args], { cwd: shop.path, env, stdio: ["ignore", "ignore", "ignore"] });
  await until(async () => isTime(await countOf(shop.url, "pets")), "a part of the work");
  child.kill("SIGKILL");
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
}

const imports = (url: string) =>
  withStore(url, ({ importRuns }) => importRuns.list({ after: 99n, limit: 9, order: "desc" }));

testEach("the command undoes an import, and its file can be imported again", async (shop) => {
  const table = "name,category\nRex,Dogs\nMia,Dogs\n";
  const { stdout } = await shop.importText("in.csv", table, "--create-categories");
  expect(stdout).toEndWith(" To undo it: petstore import --undo 1\n");
  await withStore(shop.url, (store) =>
    store.transaction(async ({ pets }) => {
      const mia = await pets.find(2n);
      if (mia !== undefined) await pets.replace(mia, { ...mia, name: "Mia II" });
    }),
  );
  const undone = await shop.run("import", "--undo", "1");
  expect(undone.stdout).toBe("Undid import 1: 1 pet removed; 1 pet kept: 2 (changed).\n");
  expect((await shop.run("import", "--undo", "1")).stdout).toBe(
    "Undid import 1: 0 pets removed; 1 pet kept: 2 (changed).\n",
  );
  const [event] = (await eventsOf(shop.url)).filter(({ type }) => type === "import.undone");
  expect(event?.data).toMatchObject({ count: 1, ranges: [{ firstId: 1n, lastId: 1n }] });
  expect((await shop.importText("in.csv", table)).stdout).toContain("2 new");
  expect(await imports(shop.url)).toMatchObject([
    { id: 2n, file: "in.csv" },
    { id: 1n, undoneAt: expect.any(Number) },
  ]);
  expect(await shop.run("doctor")).toMatchObject({ exitCode: 0 });
});

testEach(
  "an import that is killed can be undone, and an undo that is killed goes on: nothing is left of it",
  async (shop) => {
    writeFileSync(shop.file("in.csv"), TABLE);
    await shop.importText("first.csv", "name,category\nBo,Cats\n", "--create-categories");
    await killWhen(shop, ["import", "in.csv", "--create-categories"], (pets) => pets > BATCH_ROWS);
    const [partial] = await imports(shop.url);
    expect(partial).toMatchObject({ id: 2n, file: "in.csv", createdCategories: 1 });
    expect(partial).not.toHaveProperty("finishedAt");
    expect(partial?.added).toBe((await countOf(shop.url, "pets")) - 1);
    const { stdout } = await shop.run("import", "--undo", "2");
    expect(stdout).toContain(`Undid import 2: ${partial?.added.toLocaleString("en")} pets removed.`);
    expect([await countOf(shop.url, "pets"), await countOf(shop.url, "categories")]).toEqual([1, 1]);

    const again = await shop.run("import", "in.csv", "--create-categories");
    expect(again.stdout).toContain(`${PETS.toLocaleString("en")} new`);
    await killWhen(shop, ["import", "--undo", "3"], (pets) => pets <= PETS - BATCH_ROWS);
    const left = await countOf(shop.url, "pets");
    expect(left).toBeGreaterThan(1);
    expect((await shop.run("import", "--undo", "3")).stdout).toContain(
      `Undid import 3: ${(left - 1).toLocaleString("en")} pets removed.`,
    );
    expect(await countOf(shop.url, "pets")).toBe(1);
    const events = (await eventsOf(shop.url)).filter(({ type }) => type === "import.undone");
    expect(events.map(({ data }) => (data as { count: number }).count)).toEqual([partial?.added ?? 0, PETS]);
    expect(await shop.run("doctor")).toMatchObject({ exitCode: 0 });
  },
  180_000,
);

test("an undo of no import, and one with a file, are refused", async () => {
  using shop = openShop();
  await shop.importText("in.csv", "name,categoryId\nRex,1\n");
  expect(await shop.run("import", "--undo", "9")).toEqual(refused(2, "no import has the id 9"));
  expect(await shop.run("import", "--undo", "x")).toEqual(refused(2, "expected the id of an import"));
  expect(await shop.run("import", "in.csv", "--undo", "1")).toEqual(refused(2, "--undo takes no file"));
});
