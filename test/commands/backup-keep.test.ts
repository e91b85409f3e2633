/* `petstore backup --keep`, which a timer runs every night, and what backups delete. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { fill, openShop, refused, type Shop } from "./folder.ts";

const NIGHTS = ["20200101", "20200102", "20200103"].map((day) => `petstore-${day}T033000Z.db`);

/** A folder with the backups of three nights, and files that somebody else put there. */
async function backups({ file }: Shop): Promise<string> {
  const path = file("backups");
  mkdirSync(path);
  for (const name of [...NIGHTS, "petstore-2020.db", "notes.txt"]) await Bun.write(`${path}/${name}`, "old");
  return path;
}

test("the newest backups are kept, and files with other names are left alone", async () => {
  using shop = openShop();
  await fill(shop.url, 2);
  const path = await backups(shop);
  const { exitCode, stdout } = await shop.run("backup", "--keep", "2", path);
  expect(exitCode).toBe(0);
  const [, made = ""] = /^Backed up and verified 2 pets, .*: .*(petstore-\d{8}T\d{6}Z\.db)$/m.exec(stdout) ?? [];
  expect(stdout).toEndWith(`Deleted ${NIGHTS[0]}\nDeleted ${NIGHTS[1]}\n`);
  expect(readdirSync(path).sort()).toEqual([made, `${NIGHTS[2]}`, "notes.txt", "petstore-2020.db"].sort());
  expect(await shop.petstore(shop.urlOf("restored.db"), "restore", `${path}/${made}`)).toMatchObject({ exitCode: 0 });
});

test.each([
  ["with --keep", ["--keep", "2", "backups"]],
  ["to a file in the same folder", ["backups/petstore-now.db"]],
])("the next backup %s deletes after a day what killed ones have left, and nothing else", async (_, args) => {
  using shop = openShop();
  await fill(shop.url, 1);
  mkdirSync(shop.file("backups"));
  const yesterday = Date.now() / 1000 - 25 * 3600;
  const parts = [`${NIGHTS[0]}.4711.part`, `${NIGHTS[0]}.4711.part-journal`, "before-upgrade.db.4711.part"];
  const fresh = `${NIGHTS[0]}.4712.part`;
  const others = ["pets.csv.4711.part", "film.4711.part", "before-upgrade.db.part", "before-upgrade.db.4711.part.txt"];
  for (const name of [...parts, fresh, ...others]) {
    writeFileSync(shop.file(`backups/${name}`), "part");
    if (name !== fresh) utimesSync(shop.file(`backups/${name}`), yesterday, yesterday);
  }
  expect(await shop.run("backup", ...args)).toMatchObject({ exitCode: 0, stderr: "" });
  const left = readdirSync(shop.file("backups")).filter((name) => !/^petstore-(?:\d{8}T\d{6}Z|now)\.db$/.test(name));
  expect(left.sort()).toEqual([fresh, ...others].sort());
});

test("a backup that fails deletes nothing", async () => {
  using shop = openShop();
  const path = await backups(shop);
  await Bun.write(shop.file("shop.db"), "not a database");
  expect(await shop.run("backup", "--keep", "1", path)).toMatchObject({ exitCode: 1 });
  expect(readdirSync(path)).toHaveLength(5);
});

test.each([
  [["--keep", "0", "."], "--keep: expected an integer from 1 to 9999; got 0"],
  [["--keep", "3", "missing"], "--keep: expected an existing folder for the backups; got missing"],
  [["."], ". is a folder: name a new file in it, or use --keep"],
])("petstore backup %p is wrong usage", async (args, message) => {
  using shop = openShop();
  await fill(shop.url, 1);
  expect(await shop.run("backup", ...args)).toEqual(refused(2, `petstore: ${message}\n`));
  expect(readdirSync(shop.path).filter((name) => name !== "shop.db-shown")).toEqual(["shop.db"]);
});
