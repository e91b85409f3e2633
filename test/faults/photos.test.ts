/* Services that are killed while photos are uploaded. */
import { expect, test } from "bun:test";
import { Petstore, type Photo } from "../../src/client/index.ts";
import { emptyFolder } from "../support/folder.ts";
import { jpeg, png } from "../support/images.ts";
import { childrenOf } from "../support/processes.ts";
import { runProgram, startProgram, until } from "../support/program.ts";
import { databaseSettings } from "./engines.ts";
import { QUIET } from "./writers.ts";

const UPLOADERS = 4;

for (const [engine, settings] of Object.entries(databaseSettings)) {
  test(`kill -9 during uploads, three times on the same data, loses no photo that was acknowledged, and leaves none in part [${engine}]`, async () => {
    using folder = emptyFolder();
    const where = { cwd: folder.path, env: { ...QUIET, ...(await settings()) } };
    const file = new Blob([await jpeg(600, 400)], { type: "image/jpeg" });
    const acknowledged: Photo[] = [];
    for (let round = 0; round < 3; round++) {
      await using program = await startProgram(where);
      const petstore = new Petstore({ baseUrl: `${program.origin}/v1`, apiKey: QUIET.PETSTORE_API_KEY, maxRetries: 0 });
      const upload = async () => {
        for (;;) {
          const { id } = await petstore.pets.create({ name: "Rex", categoryId: 7 });
          for (let nth = 0; nth < 12; nth++) acknowledged.push(await petstore.pets.photos.add(id, file));
        }
      };
      const uploading = Array.from({ length: UPLOADERS }, () => upload().catch(() => {}));
      const enough = acknowledged.length + 8 + 5 * round;
      await until(() => acknowledged.length >= enough, "enough photos");
      expect(await program.stop("SIGKILL")).toBe("SIGKILL");
      await Promise.all(uploading);
    }
    await using program = await startProgram(where);
    const petstore = new Petstore({ baseUrl: `${program.origin}/v1`, apiKey: QUIET.PETSTORE_API_KEY });
    for (const { id, petId, urls } of acknowledged) {
      expect((await petstore.pets.photos.list(petId)).map((photo) => photo.id)).toContain(id);
      for (const url of Object.values(urls)) {
        const response = await fetch(program.origin + new URL(url).pathname);
        expect((await new Bun.Image(await response.bytes()).metadata()).format).toBe("webp");
      }
    }
    await program.stop("SIGTERM");
    expect(await runProgram(["doctor"], where)).toMatchObject({ exitCode: 0 });
  }, 60_000);
}

test("a killed conversion of a large photo is a 503 that stores nothing, and the service goes on", async () => {
  using folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: QUIET });
  const petstore = new Petstore({ baseUrl: `${program.origin}/v1`, apiKey: QUIET.PETSTORE_API_KEY, maxRetries: 0 });
  const { id } = await petstore.pets.create({ name: "Rex", categoryId: 7 });
  const large = new Blob([await png(6000, 6000)], { type: "image/png" });
  const adding = petstore.pets.photos.add(id, large).then(
    () => "added",
    ({ code }) => code,
  );
  await until(() => childrenOf(program.pid).length > 0, "the process of the conversion");
  process.kill(childrenOf(program.pid)[0] ?? 0, "SIGKILL");
  expect(await adding).toBe("service_unavailable");
  expect(await petstore.pets.photos.list(id)).toEqual([]);
  expect(await petstore.pets.photos.add(id, large)).toMatchObject({ width: 1600, position: 1 });
}, 60_000);
