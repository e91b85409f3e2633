/* The service is killed in the middle of an import over the API: the next start leaves nothing of it. */
import { expect, test } from "bun:test";
import { emptyFolder } from "../support/folder.ts";
import { startProgram, until } from "../support/program.ts";
import { databaseIn } from "./disk.ts";
import { once, QUIET } from "./writers.ts";

const TABLE = `name,category,reference\n${Array.from({ length: 5000 }, (_, nth) => `Pet ${nth},Dogs,A-${nth}\n`).join("")}`;

test("an import that was killed halfway is gone when the service has started again, and can be sent again", async () => {
  using folder = emptyFolder();
  const settings = { cwd: folder.path, env: { ...QUIET, DATABASE_URL: `sqlite://${databaseIn(folder.path)}` } };
  {
    await using killed = await startProgram(settings);
    const client = once(killed);
    const ended = client
      .createImport({ file: TABLE, query: { createCategories: true } })
      .catch((error: unknown) => error);
    await until(async () => {
      const pets = await client.listPets();
      return pets.ok && pets.body.length > 0;
    }, "a part of the import");
    await killed.stop("SIGKILL");
    expect(await ended).toBeInstanceOf(Error);
  }
  await using program = await startProgram(settings);
  const client = once(program);
  expect(await client.listPets()).toMatchObject({ body: [] });
  expect(await client.listCategories()).toMatchObject({ body: [] });
  expect(await client.listImports()).toMatchObject({ body: [] });
  const again = await client.createImport({ file: TABLE, query: { createCategories: true } });
  expect(again).toMatchObject({ status: 200, body: { stored: true, added: 5000 } });
  expect(await program.stop("SIGTERM")).toBe(0);
});
