/* Services that are killed while photos are uploaded. */
import { expect, test } from "bun:test";
import { png } from "../support/images.ts";
import { childrenOf } from "../support/processes.ts";
import { until } from "../support/program.ts";
import { killDuringUploads, petstoreOf } from "./photos.ts";
import { startQuiet } from "./writers.ts";

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  test(`kill -9 during uploads, three times on the same data, loses no photo that was acknowledged, and leaves none in part [${engine}]`, async () => {
    await killDuringUploads(3, engine, (round) => 8 + 5 * round);
  }, 60_000);
}

test("a killed conversion of a large photo is a 503 that stores nothing, and the service goes on", async () => {
  await using program = await startQuiet();
  const { pets } = petstoreOf(program);
  const { id } = await pets.create({ name: "Rex", categoryId: 7 });
  const large = new Blob([await png(6000, 6000)], { type: "image/png" });
  const adding = pets.photos.add(id, large).then(
    () => "added",
    ({ code }) => code,
  );
  await until(() => childrenOf(program.pid).length > 0, "the process of the conversion");
  process.kill(childrenOf(program.pid)[0] ?? 0, "SIGKILL");
  expect(await adding).toBe("service_unavailable");
  expect(await pets.photos.list(id)).toEqual([]);
  expect(await pets.photos.add(id, large)).toMatchObject({ width: 1600, position: 1 });
}, 60_000);
