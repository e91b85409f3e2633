/* The service is killed in the middle of an import over the API: the next start leaves nothing of it, or says what it has to leave. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { emptyFolder } from "../support/folder.ts";
import { runProgram, SOURCE, startProgram, until } from "../support/program.ts";
import { databaseIn } from "./disk.ts";
import { killHalfway, TABLE } from "./imports.ts";
import { once, QUIET } from "./writers.ts";

test("an import that was killed halfway is gone when the service has started again, and can be sent again", async () => {
  using folder = emptyFolder();
  const settings = { cwd: folder.path, env: { ...QUIET, DATABASE_URL: `sqlite://${databaseIn(folder.path)}` } };
  await killHalfway(settings);
  await using program = await startProgram(settings);
  const client = once(program);
  expect(await client.listPets()).toMatchObject({ body: [] });
  expect(await client.listCategories()).toMatchObject({ body: [] });
  expect(await client.listImports()).toMatchObject({ body: [] });
  const again = await client.createImport({ file: TABLE, query: { createCategories: true } });
  expect(again).toMatchObject({ status: 200, body: { stored: true, added: 5000 } });
  expect(await program.stop("SIGTERM")).toBe(0);
});

test("an import that was killed halfway and cannot be undone stops no start: log and doctor name it, and staff undo it", async () => {
  using folder = emptyFolder();
  const file = databaseIn(folder.path);
  const env = { ...QUIET, LOG_LEVEL: "warn", DATABASE_URL: `sqlite://${file}` };
  await killHalfway({ cwd: folder.path, env });
  change(file, "create trigger fault before delete on pets begin select raise(abort, 'a fault of this test'); end");
  await using program = await startProgram({ cwd: folder.path, env });
  const client = once(program);
  await until(
    () => /"import":"1".*a fault of this test.*could not be undone/.test(program.stdout()),
    "the line of the log",
  );
  // Nothing is lost or hidden: what is there of it is listed, and the shop works.
  expect(await client.listImports()).toMatchObject({ body: [{ id: 1n, state: "partial" }] });
  expect(await client.createCategory({ body: { name: "Cats" } })).toMatchObject({ status: 201 });
  expect((await fetch(`${program.origin}/readyz`)).status).toBe(200);
  change(file, "update import_runs set leased_until = 1");
  const doctor = () => runProgram(["doctor"], { cwd: folder.path, env, command: SOURCE });
  expect((await doctor()).stdout).toMatch(/warn +imports +import 1 was left unfinished.*petstore import --undo 1/);

  change(file, "drop trigger fault");
  expect(await client.undoImport({ params: { importId: 1n } })).toMatchObject({ status: 200, body: { kept: [] } });
  expect(await client.listPets()).toMatchObject({ body: [] });
  expect((await doctor()).stdout).toContain("no import was left unfinished");
  expect(await program.stop("SIGTERM")).toBe(0);
});

function change(file: string, sql: string): void {
  using database = new Database(file);
  database.run("pragma busy_timeout = 5000");
  database.run(sql);
}
