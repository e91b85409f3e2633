/* The files of SQLite under a service: removed, cut, replaced, linked and copied, with real kills. What was acknowledged is not lost silently. */
import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/index.ts";
import { emptyFolder } from "../support/folder.ts";
import { addPet, NOON, rex } from "../support/harness.ts";
import { type Program, runProgram, SOURCE, startProgram, until } from "../support/program.ts";
import { databaseIn } from "./disk.ts";
import { once, QUIET } from "./writers.ts";

setDefaultTimeout(60_000);

const start = (cwd: string) => startProgram({ cwd, env: QUIET, command: SOURCE });

/** Adds pets one after the other until one is refused or the service is gone, at most so many. Returns how many were acknowledged. */
async function addUntilRefused(program: Program, most: number): Promise<number> {
  for (let added = 0; added < most; added++) {
    const isAdded = await once(program)
      .createPet({ body: rex })
      .then(
        ({ ok }) => ok,
        () => false,
      );
    if (!isAdded) return added;
  }
  return most;
}

/** How many pets a service on this folder has. */
async function petsAfterRestart(cwd: string): Promise<number> {
  await using program = await start(cwd);
  const { body } = await once(program).listPets({ query: { limit: "100" } as never });
  return (body as readonly unknown[]).length;
}

describe("under a running service", () => {
  const ways: Readonly<Record<string, (log: string) => void>> = {
    "is removed": (log) => rmSync(log),
    "is moved away": (log) => renameSync(log, `${log}.old`),
    "is replaced by a copy of itself": (log) => {
      copyFileSync(log, `${log}.copy`);
      renameSync(`${log}.copy`, log);
    },
  };
  for (const [how, take] of Object.entries(ways)) {
    test(`a log that ${how} takes nothing along: the service copies it into the file and ends`, async () => {
      using folder = emptyFolder();
      await using program = await start(folder.path);
      expect(await addUntilRefused(program, 21)).toBe(21);
      take(`${databaseIn(folder.path)}-wal`);
      expect(await addUntilRefused(program, 5)).toBe(0);
      expect(await program.ended()).toBe(1);
      expect(program.stderr()).toContain(
        "petstore.db-wal was removed or replaced while the service ran. Everything acknowledged is in the file: start the service again",
      );
      expect(await petsAfterRestart(folder.path)).toBe(21);
    });
  }

  test("a truncated log is noticed before the next write, and the next start names the time of the newest change", async () => {
    using folder = emptyFolder();
    await using program = await start(folder.path);
    expect(await addUntilRefused(program, 21)).toBe(21);
    truncateSync(`${databaseIn(folder.path)}-wal`);
    expect(await addUntilRefused(program, 5)).toBe(0);
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toContain("petstore.db-wal was cut while the service ran, and the changes in it are lost");
  });

  test("a log that is removed while nobody writes fails the readiness probe, and is saved", async () => {
    using folder = emptyFolder();
    await using program = await start(folder.path);
    expect(await addUntilRefused(program, 3)).toBe(3);
    rmSync(`${databaseIn(folder.path)}-wal`);
    await fetch(`${program.origin}/readyz`).then(
      ({ status }) => expect(status).toBe(503),
      () => {},
    );
    expect(await program.ended()).toBe(1);
    expect(await petsAfterRestart(folder.path)).toBe(3);
  });

  test("a file that is removed or replaced takes no more writes", async () => {
    using folder = emptyFolder();
    await using program = await start(folder.path);
    expect(await addUntilRefused(program, 2)).toBe(2);
    renameSync(databaseIn(folder.path), join(folder.path, "elsewhere.db"));
    expect(await once(program).createPet({ body: rex })).toMatchObject({ status: 503 });
    expect((await fetch(`${program.origin}/readyz`)).status).toBe(503);
  });
});

describe("after a kill", () => {
  const losses: Readonly<Record<string, (path: string) => void>> = {
    "a new shop whose log is lost": (path) => rmSync(`${path}-wal`),
    "a file that is cut": (path) => {
      rmSync(`${path}-wal`);
      truncateSync(path);
    },
  };
  for (const [what, lose] of Object.entries(losses)) {
    test(`${what} is refused: an empty file is no new shop where there was data`, async () => {
      using folder = emptyFolder();
      await using program = await start(folder.path);
      await addUntilRefused(program, 3);
      await program.stop("SIGKILL");
      const path = databaseIn(folder.path);
      lose(path);
      const bytes = statSync(path).size;
      const refused = await runProgram(["serve"], { cwd: folder.path, env: QUIET, command: SOURCE });
      expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
      expect(refused.stderr).toBe(
        "petstore: ./data/petstore.db is empty, but there was data: it was cut, or ./data/petstore.db-wal was lost. " +
          "Restore a backup with `petstore restore`. To begin with an empty shop, delete ./data/petstore.db-note\n",
      );
      expect(statSync(path).size).toBe(bytes);
      rmSync(`${path}-note`);
      expect(await petsAfterRestart(folder.path)).toBe(0);
    });
  }

  test("the next start says when the newest change was", async () => {
    using folder = emptyFolder();
    await using program = await start(folder.path);
    expect(program.stderr()).toContain("petstore.db (new database)");
    await addUntilRefused(program, 1);
    await program.stop("SIGKILL");
    await using again = await start(folder.path);
    expect(again.stderr()).toMatch(/petstore\.db, newest change \d{4}-\d\d-\d\dT[\d:.]+Z\n/);
  });
});

test("a file with two names is refused", async () => {
  using folder = emptyFolder();
  await using program = await start(folder.path);
  await addUntilRefused(program, 1);
  await program.stop("SIGTERM");
  const path = databaseIn(folder.path);
  linkSync(path, `${path}.second`);
  const refused = await runProgram(["serve"], { cwd: folder.path, env: QUIET, command: SOURCE });
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(refused.stderr).toContain(
    "petstore.db has 2 names (hard links), and SQLite keeps a log for each: expected one",
  );
  rmSync(`${path}.second`);
  expect(await petsAfterRestart(folder.path)).toBe(1);
});

describe("the log", () => {
  const serving = { serves: true, idleMs: 50, end: (reason: unknown) => Promise.reject(reason) } as const;
  const logBytes = (path: string) => (existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0);

  test("is copied into the file when nobody writes: a plain copy of the file is the shop", async () => {
    using folder = emptyFolder();
    const path = `${folder.path}/petstore.db`;
    await using store = await openStore(`sqlite://${path}`, NOON, serving);
    for (let pet = 0; pet < 20; pet++) await addPet(store);
    await until(() => logBytes(path) === 0, "an empty log");
    copyFileSync(path, `${folder.path}/copy.db`);
    using copy = new Database(`${folder.path}/copy.db`, { readonly: true });
    expect(copy.query("select count(*) as pets from pets").get()).toEqual({ pets: 20 });
    // And again after the next change.
    await addPet(store);
    await until(() => logBytes(path) === 0, "an empty log");
  });

  test("has nothing of an inquiry that a command erased, once the command has ended", async () => {
    using folder = emptyFolder();
    const path = `${folder.path}/petstore.db`;
    await using store = await openStore(`sqlite://${path}`, NOON, { ...serving, idleMs: 600_000 });
    const ada = { petId: 1n, at: new Date(NOON).toISOString(), name: "Ada Krause", contact: "ada@example.com" };
    const { id } = await store.transaction(({ inquiries }) =>
      inquiries.insert({ ...ada, message: "Is Rex good with cats?", state: "new" }),
    );
    const command = await openStore(`sqlite://${path}`, NOON);
    await command.transaction(({ inquiries }) => inquiries.delete(id));
    await command.close();
    const files = await Promise.all([path, `${path}-wal`].map((file) => Bun.file(file).text()));
    expect(files.filter((text) => text.includes("ada@example.com"))).toEqual([]);
  });
});
