/* Files that the service cannot use: it reports them at the start in one line and leaves them unchanged. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";
import { runProgram, SOURCE, startProgram } from "../support/program.ts";
import { databaseIn } from "./disk.ts";
import { once, QUIET } from "./writers.ts";

setDefaultTimeout(60_000);

/** Root may write everywhere: without these capabilities the permissions of files hold for root too. */
const WITHOUT_RIGHTS =
  process.getuid?.() === 0
    ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"]
    : [];

const serve = (cwd: string) => runProgram(["serve"], { cwd, env: QUIET, command: [...WITHOUT_RIGHTS, ...SOURCE] });

/** A folder with the database of a service that ran, with this many pets. */
async function usedFolder(pets: number): Promise<ReturnType<typeof emptyFolder>> {
  const folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: QUIET });
  const { createPet } = once(program);
  for (let nth = 1; nth <= pets; nth++) {
    expect((await createPet({ body: { name: `Rex ${nth} ${"x".repeat(200)}`, categoryId: 7n } })).status).toBe(201);
  }
  expect(await program.stop("SIGTERM")).toBe(0);
  return folder;
}

/** What a person needs: the user, the folder or file, and what to do. */
function mustBeWritable(place: string): string {
  const remedy = "run as its owner, or `chown` it to that user, or name another place in DATABASE_URL";
  const message = `cannot open \\./data/petstore\\.db: user \\S+(?: \\(uid \\d+\\))? may not write to ${place}: ${remedy}`;
  return expect.stringMatching(new RegExp(`^petstore: ${message} \\(EACCES.*\\)\\n$`));
}

test("refuses a folder in which it cannot create the data folder", async () => {
  using folder = emptyFolder();
  chmodSync(folder.path, 0o500);
  expect(await serve(folder.path)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: mustBeWritable(folder.path),
  });
});

test("refuses a read-only data folder until it is writable", async () => {
  using folder = await usedFolder(1);
  const data = join(folder.path, "data");
  chmodSync(data, 0o500);
  const refused = await serve(folder.path);
  chmodSync(data, 0o700);
  expect(refused).toEqual({ exitCode: 1, stdout: "", stderr: mustBeWritable(join(folder.path, "data")) });
  await using program = await startProgram({ cwd: folder.path, env: QUIET });
  expect(await once(program).listPets()).toMatchObject({ ok: true, body: [{ id: 1n }] });
});

test("refuses a read-only data folder without a database", async () => {
  using folder = emptyFolder();
  mkdirSync(join(folder.path, "data"), { mode: 0o500 });
  expect(await serve(folder.path)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: mustBeWritable(join(folder.path, "data")),
  });
});

test("an export and a backup into a read-only folder name the user and the file", async () => {
  using folder = await usedFolder(0);
  const place = join(folder.path, "place");
  mkdirSync(place, { mode: 0o500 });
  for (const args of [
    ["export", join(place, "pets.csv")],
    ["backup", join(place, "copy.db")],
  ]) {
    const run = await runProgram(args, { cwd: folder.path, env: QUIET, command: [...WITHOUT_RIGHTS, ...SOURCE] });
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toMatch(
      /^petstore: user \S+(?: \(uid \d+\))? may not write to \S+\/place: run as its owner, or .*\n$/,
    );
  }
});

test("a backup to a full disk names the file and what to do, and leaves nothing", async () => {
  using folder = await usedFolder(0);
  const copy = join(folder.path, "copy.db");
  // Otherwise a signal ends the process at the first write beyond the limit: 64 KiB, more than the log and less than the copy.
  const command = ["sh", "-c", "trap '' XFSZ; ulimit -f 128; exec \"$@\"", "sh", ...SOURCE];
  const run = await runProgram(["backup", copy], { cwd: folder.path, env: QUIET, command });
  const remedy = "the disk is full, or fails: free some space, or choose another place";
  expect(run).toMatchObject({ exitCode: 1, stdout: "" });
  expect(run.stderr).toStartWith(`petstore: cannot write ${copy}: ${remedy}`);
  expect(readdirSync(folder.path).filter((name) => name.startsWith("copy"))).toEqual([]);
});

test("refuses a read-only database file", async () => {
  using folder = await usedFolder(0);
  chmodSync(databaseIn(folder.path), 0o400);
  expect(await serve(folder.path)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: mustBeWritable(databaseIn(folder.path)),
  });
});

const DAMAGED = /^petstore: \.\/data\/petstore\.db is damaged: .* `petstore restore` a backup \(.*\)\n$/;
const NO_DATABASE =
  /^petstore: \.\/data\/petstore\.db is not a SQLite database, or its start is damaged: restore .*\n$/;

/** Writes nonsense over a part of a file. */
function damage(file: string, offset: number): void {
  const bytes = readFileSync(file);
  bytes.fill("nonsense", offset, offset + 2000);
  writeFileSync(file, bytes);
}

for (const [what, spoil, message] of [
  ["whose first bytes are nonsense", (file: string) => damage(file, 0), NO_DATABASE],
  ["whose schema is nonsense", (file: string) => damage(file, 100), DAMAGED],
  ["that lacks its end", (file: string) => truncateSync(file, 5000), DAMAGED],
] as const) {
  test(`refuses a database ${what}, names the remedy and leaves the file unchanged`, async () => {
    using folder = await usedFolder(10);
    const file = databaseIn(folder.path);
    spoil(file);
    const before = readFileSync(file);
    expect(await serve(folder.path)).toEqual({ exitCode: 1, stdout: "", stderr: expect.stringMatching(message) });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
}

test("returns 500 for damage found later, and logs the remedy", async () => {
  using folder = await usedFolder(500);
  const file = databaseIn(folder.path);
  const bytes = readFileSync(file);
  // Every page that has it: that of the table, and those of indexes.
  for (let at = bytes.indexOf("Rex 450 "); at !== -1; at = bytes.indexOf("Rex 450 ", at + 1)) {
    damage(file, Math.floor(at / 4096) * 4096);
  }
  await using program = await startProgram({ cwd: folder.path, env: QUIET });
  const { getPet, listInventory } = once(program);
  const got = await getPet({ params: { petId: 450n } });
  expect(got).toMatchObject({ status: 500, body: { code: "internal_error" } });
  expect(JSON.stringify(got.body)).not.toContain("petstore.db");
  expect(await getPet({ params: { petId: 1n } })).toMatchObject({ status: 200 });
  await listInventory().catch(() => {});
  expect(await program.stop("SIGTERM")).toBe(0);
  expect(program.stdout()).toMatch(/petstore\.db is damaged: .*petstore restore/);
});

test("refuses a folder in place of the database", async () => {
  using folder = emptyFolder();
  mkdirSync(databaseIn(folder.path), { recursive: true });
  const { exitCode, stderr } = await serve(folder.path);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringMatching(/^petstore: \.\/data\/petstore\.db cannot be opened as a database \(.*\)\n$/),
  });
});
