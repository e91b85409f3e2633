import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { openFolder } from "./folder.ts";

const GOOD = "name,categoryId\nRex,7\n";

test.each([
  ["an import that fails", "name,categoryId\n,7\n", [], 1],
  ["a dry run", GOOD, ["--dry-run"], 0],
])("%s makes no database", async (_, lines, options, exitCode) => {
  using folder = openFolder();
  await Bun.write(folder.file("pets.csv"), lines);
  const run = await folder.petstore(folder.url("data/petstore.db"), "import", "pets.csv", ...options);
  expect(run).toMatchObject({ exitCode });
  expect(readdirSync(folder.path)).toEqual(["pets.csv"]);
});

test("an import that succeeds makes the database, and is not repeated", async () => {
  using folder = openFolder();
  await Bun.write(folder.file("pets.csv"), GOOD);
  const run = () => folder.petstore(folder.url("data/petstore.db"), "import", "pets.csv");
  expect(await run()).toMatchObject({ exitCode: 0 });
  expect(await run()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("was already imported") });
});
