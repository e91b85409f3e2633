/* The ids that `petstore import` gives to new pets: others must be able to follow. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { openSchema } from "../../src/store/index.ts";
import { NOON } from "../support/harness.ts";
import { kinds, openFolder } from "./folder.ts";

const END = 2n ** 62n;

for (const [kind, makeUrl] of Object.entries(kinds)) {
  test(`an import refuses an id of a new pet that leaves no room for later ids (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "shop.db");
    for (const id of [END, 2n ** 63n - 1n]) {
      writeFileSync(folder.file("pets.csv"), `id,name,categoryId\n${id},Max,1\n`);
      const { exitCode, stderr } = await folder.petstore(url, "import", "pets.csv");
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`expected less than ${END} for a new pet`)]);
      expect(stderr).toContain(`line 2: got ${id}\n`);
    }
  });

  test(`pets of CockroachDB keep their ids in an import, and later pets get larger ones (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "shop.db");
    const lines = [`${END - 3n},Rex,1`, ",Mia,1"];
    for (const [index, line] of lines.entries()) {
      writeFileSync(folder.file(`${index}.csv`), `id,name,categoryId\n${line}\n`);
      expect(await folder.petstore(url, "import", `${index}.csv`)).toMatchObject({ exitCode: 0 });
    }
    const { stdout } = await folder.petstore(url, "export", "--format", "csv");
    expect(stdout).toContain(`\r\n${END - 3n},Rex,1,`);
    expect(stdout).toContain(`\r\n${END - 2n},Mia,1,`);
  });

  test(`the export of a store with the largest id is imported there again (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "shop.db");
    const engine = await openSchema(url, NOON);
    await engine.transaction(
      ({ sql }) => sql`
        insert into pets (id, name, name_key, category_id, status, quantity)
        values (${2n ** 63n - 1n}, 'Max', 'max', 1, 'available', 0)`,
    );
    await engine.close();
    expect(await folder.petstore(url, "export", "pets.csv")).toMatchObject({ exitCode: 0 });
    expect(await folder.petstore(url, "import", "pets.csv")).toMatchObject({ exitCode: 0, stderr: "" });
  });
}

test("doctor reports how many ids follow one that clients round, or that none follows", async () => {
  using folder = openFolder();
  const url = folder.url("shop.db");
  const engine = await openSchema(url, NOON);
  await engine.transaction(({ sql }) => sql`insert into sqlite_sequence (name, seq) values ('pets', ${END})`);
  const large = await folder.petstore(url, "doctor");
  expect([large.exitCode, large.stdout]).toEqual([
    0,
    expect.stringContaining(
      `\nwarn  ids          the last id of pets is ${END}: 4,611,686,018,427,387,903 more ids can follow, but clients that ` +
        "read JSON numbers as doubles round them, as they do above 2^53\n",
    ),
  ]);
  await engine.transaction(({ sql }) => sql`update sqlite_sequence set seq = ${2n ** 63n - 1n} where name = 'pets'`);
  await engine.close();
  const none = await folder.petstore(url, "doctor");
  expect([none.exitCode, none.stdout]).toEqual([1, expect.stringMatching(/\nFAIL {2}ids .*: no id follows/)]);
});
