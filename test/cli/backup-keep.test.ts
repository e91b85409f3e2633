/* `petstore backup --keep`, which a timer runs every night, and what backups delete. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { type Folder, fill, openFolder } from "./folder.ts";

const NIGHTS = ["20200101", "20200102", "20200103"].map((day) => `petstore-${day}T033000Z.db`);

/** A folder with the backups of three nights, and files that somebody else put there. */
async function backups(folder: Folder): Promise<string> {
  const path = folder.file("backups");
  mkdirSync(path);
  for (const name of [...NIGHTS, "petstore-2020.db", "notes.txt"]) await Bun.write(`${path}/${name}`, "old");
  return path;
}

test("the newest backups are kept, and files with other names are left alone", async () => {
  using folder = openFolder();
  const url = folder.url("live.db");
  await fill(url, 2);
  const path = await backups(folder);
  const { exitCode, stdout } = await folder.petstore(url, "backup", "--keep", "2", path);
  expect(exitCode).toBe(0);
  const [, file = ""] = /^Backed up and verified 2 pets, .*: (.*petstore-\d{8}T\d{6}Z\.db)$/m.exec(stdout) ?? [];
  expect(stdout).toEndWith(`Deleted ${NIGHTS[0]}\nDeleted ${NIGHTS[1]}\n`);
  expect(
    readdirSync(path)
      .map((name) => `${path}/${name}`)
      .toSorted(),
  ).toEqual([file, `${path}/${NIGHTS[2]}`, `${path}/notes.txt`, `${path}/petstore-2020.db`].toSorted());
  expect(await folder.petstore(folder.url("restored.db"), "restore", file)).toMatchObject({ exitCode: 0 });
});

test.each([
  ["with --keep", ["--keep", "2", "backups"]],
  ["to a file in the same folder", ["backups/petstore-now.db"]],
])("the next backup %s deletes after a day what killed ones have left, and nothing else", async (_, args) => {
  using folder = openFolder();
  const url = folder.url("live.db");
  await fill(url, 1);
  mkdirSync(folder.file("backups"));
  const yesterday = Date.now() / 1000 - 25 * 3600;
  const parts = [`${NIGHTS[0]}.4711.part`, `${NIGHTS[0]}.4711.part-journal`, "before-upgrade.db.4711.part"];
  const fresh = `${NIGHTS[0]}.4712.part`;
  const others = ["pets.csv.4711.part", "film.4711.part", "before-upgrade.db.part", "before-upgrade.db.4711.part.txt"];
  for (const name of [...parts, fresh, ...others]) {
    writeFileSync(folder.file(`backups/${name}`), "part");
    if (name !== fresh) utimesSync(folder.file(`backups/${name}`), yesterday, yesterday);
  }
  expect(await folder.petstore(url, "backup", ...args)).toMatchObject({ exitCode: 0, stderr: "" });
  const left = readdirSync(folder.file("backups")).filter((name) => !/^petstore-(?:\d{8}T\d{6}Z|now)\.db$/.test(name));
  expect(left.toSorted()).toEqual([fresh, ...others].toSorted());
});

test("a backup that fails deletes nothing", async () => {
  using folder = openFolder();
  const path = await backups(folder);
  await Bun.write(folder.file("live.db"), "not a database");
  const { exitCode } = await folder.petstore(folder.url("live.db"), "backup", "--keep", "1", path);
  expect(exitCode).toBe(1);
  expect(readdirSync(path)).toHaveLength(5);
});

test.each([
  [["--keep", "0", "."], "--keep: expected an integer from 1 to 9999; got 0"],
  [["--keep", "3", "missing"], "--keep: expected an existing folder for the backups; got missing"],
  [["."], ". is a folder: name a new file in it, or use --keep"],
])("petstore backup %p is wrong usage", async (args, message) => {
  using folder = openFolder();
  await fill(folder.url("live.db"), 1);
  const run = await folder.petstore(folder.url("live.db"), "backup", ...args);
  expect(run).toEqual({ exitCode: 2, stdout: "", stderr: `petstore: ${message}\n` });
  expect(readdirSync(folder.path).filter((name) => name !== "live.db-shown")).toEqual(["live.db"]);
});
