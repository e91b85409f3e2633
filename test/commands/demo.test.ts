/* `petstore demo`: a shop to look at, which passes every check and touches no shop that exists. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { makeDemo } from "../../src/commands/demo/demo-command.ts";
import { demoPets } from "../../src/commands/demo/demo-pets.ts";
import { demoPhotos } from "../../src/commands/demo/demo-photos.ts";
import { readConfig } from "../../src/service/settings/settings.ts";
import { emptyFolder } from "../support/folder.ts";
import { NOON, openService } from "../support/harness.ts";

setDefaultTimeout(300_000);

test("the demo has 60 pets with drawn photos, a year of orders and two people, and is made once", async () => {
  using folder = emptyFolder();
  const url = `sqlite://${folder.path}/demo.db`;
  const config = readConfig({}, { DATABASE_URL: url });
  const keys = await makeDemo(config, undefined, NOON);
  expect(keys.length).toBe(2);
  await expect(makeDemo(config)).rejects.toThrow("the database is not empty");
  const database = { url, sql: async () => {}, dump: async () => ({}), rows: async () => [] };
  await using service = await openService({}, { ...database, async [Symbol.asyncDispose]() {} });
  const owner = service.with(keys[0]);
  const pets = await owner.listPets({ query: { limit: 100, include: ["photos"] } });
  const orders = await owner.listOrders({ query: { limit: 100 } });
  if (!pets.ok || !orders.ok) throw new Error("the demo cannot be read");
  expect(pets.body.length).toBe(60);
  const shown = pets.body as readonly { readonly photos?: readonly unknown[] }[];
  expect(shown.filter(({ photos }) => photos?.length === 1).length).toBeGreaterThanOrEqual(50);
  expect(orders.body.filter(({ complete }) => complete).length).toBe(40);
  expect(orders.body.filter(({ complete }) => !complete).length).toBe(8);
});

test("the photos take at most 400 kB together, and each belongs to one pet", async () => {
  const paths = demoPets.flatMap(({ photo }) => photo ?? []);
  expect(new Set(paths)).toEqual(new Set(Object.values(demoPhotos)));
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.reduce((sum, path) => sum + Bun.file(path).size, 0)).toBeLessThanOrEqual(400_000);
  for (const path of paths) expect(await new Bun.Image(Bun.file(path)).metadata()).toMatchObject({ format: "webp" });
});
