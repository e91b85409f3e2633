/* The ids that `petstore import` gives to new pets: others must be able to follow. */
import { expect, test } from "bun:test";
import { openShop, refused, testEach, withEngine } from "./folder.ts";

const END = 2n ** 62n;
const LAST = 2n ** 63n - 1n;

testEach("an import refuses an id of a new pet that leaves no room for later ids", async ({ importText }) => {
  for (const id of [END, LAST]) {
    const run = await importText("pets.csv", `id,name,categoryId\n${id},Max,1\n`);
    expect(run).toEqual(refused(1, `expected less than ${END} for a new pet`));
    expect(run.stderr).toContain(`line 2: got ${id}\n`);
  }
});

testEach("pets with ids near the largest keep them in an import, and later pets get larger ones", async (shop) => {
  for (const [index, line] of [`${END - 3n},Rex,1`, ",Mia,1"].entries()) {
    expect(await shop.importText(`${index}.csv`, `id,name,categoryId\n${line}\n`)).toMatchObject({ exitCode: 0 });
  }
  expect(await shop.pets()).toEqual([`${END - 3n},Rex,1,available,1`, `${END - 2n},Mia,1,available,1`]);
});

testEach("the export of a store with the largest id is imported there again", async ({ change, run }) => {
  await change(`
    insert into pets (id, name, name_key, category_id, status, quantity) values (${LAST}, 'Max', 'max', 1, 'available', 0)`);
  expect(await run("export", "pets.csv")).toMatchObject({ exitCode: 0 });
  expect(await run("import", "pets.csv")).toMatchObject({ exitCode: 0, stderr: "" });
});

test("doctor reports how many ids follow one that clients round, or that none follows", async () => {
  using shop = openShop();
  await withEngine(shop.url, async ({ transaction }) => {
    await transaction(({ sql }) => sql`insert into sqlite_sequence (name, seq) values ('pets', ${END})`);
    expect(await shop.doctor()).toMatchObject({
      exitCode: 0,
      warned: [
        `warn  ids          the last id of pets is ${END}: 4,611,686,018,427,387,903 more ids can follow, but clients that ` +
          "read JSON numbers as doubles round them, as they do above 2^53",
      ],
    });
    await transaction(({ sql }) => sql`update sqlite_sequence set seq = ${LAST} where name = 'pets'`);
  });
  expect(await shop.doctor()).toMatchObject({
    exitCode: 1,
    failed: [expect.stringMatching(/^FAIL {2}ids .*: no id follows/)],
  });
});
