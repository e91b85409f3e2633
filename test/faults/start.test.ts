/* Files that the service cannot use: it reports them at the start in one line and leaves them unchanged. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { damage, fill, withStore } from "../commands/folder.ts";
import { emptyFolder } from "../support/folder.ts";
import { NOON, rex } from "../support/harness.ts";
import { type Run, runProgram, SOURCE, startProgram } from "../support/program.ts";
import { databaseIn } from "./disk.ts";
import { once, QUIET, startQuiet } from "./writers.ts";

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
  await withStore(`sqlite://${databaseIn(folder.path)}`, ({ transaction }) =>
    transaction(async (stored) => {
      for (let nth = 1; nth <= pets; nth++) {
        await stored.pets.insert({ ...rex, name: `Rex ${nth} ${"x".repeat(200)}` }, 1, NOON);
      }
    }),
  );
  return folder;
}

/** What a person needs: the user, the folder or file, and what to do. */
function mustBeWritable(place: string): Run {
  const remedy = "run as its owner, or `chown` it to that user, or name another place in DATABASE_URL";
  const message = `cannot open \\./data/petstore\\.db: user \\S+(?: \\(uid \\d+\\))? may not write to ${place}: ${remedy}`;
  const stderr = expect.stringMatching(new RegExp(`^petstore: ${message} \\(EACCES.*\\)\\n$`));
  return { exitCode: 1, stdout: "", stderr };
}

test("refuses a folder in which it cannot create the data folder", async () => {
  using folder = emptyFolder();
  chmodSync(folder.path, 0o500);
  expect(await serve(folder.path)).toEqual(mustBeWritable(folder.path));
});

test("refuses a read-only data folder until it is writable", async () => {
  using folder = await usedFolder(1);
  const data = join(folder.path, "data");
  chmodSync(data, 0o500);
  const refused = await serve(folder.path);
  chmodSync(data, 0o700);
  expect(refused).toEqual(mustBeWritable(join(folder.path, "data")));
  await using program = await startProgram({ cwd: folder.path, env: QUIET });
  expect(await once(program).listPets()).toMatchObject({ ok: true, body: [{ id: 1n }] });
});

test("a database may be a symbolic link, even to a file on another disk that does not exist yet", async () => {
  using folder = emptyFolder();
  const [link, disk] = [databaseIn(folder.path), join(folder.path, "disk")];
  mkdirSync(dirname(link));
  symlinkSync("../disk/shop.db", link);
  const run = (...args: string[]) => runProgram(args, { cwd: folder.path, command: SOURCE });
  {
    await using program = await startProgram({ cwd: folder.path, env: QUIET });
    await once(program).createPet({ body: { name: "Rex", categoryId: 7n } });
    expect(await run("backup", "backup.db")).toMatchObject({ exitCode: 0 });
    // A copy of the file without its log would be an older state.
    expect(await run("restore", link, "--database-url", "sqlite://./other.db")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is not a backup but a database in use"),
    });
    await program.stop("SIGTERM");
  }
  expect(await run("restore", "backup.db", "--force")).toMatchObject({ exitCode: 0 });
  expect(readdirSync(dirname(link))).toEqual(["petstore.db"]);
  expect(readdirSync(disk)).toContainEqual(expect.stringContaining("shop.db.before-restore-"));
  await using program = await startProgram({ cwd: folder.path, env: QUIET });
  expect(await once(program).listPets()).toMatchObject({ ok: true, body: [{ id: 1n }] });
});

test("refuses a read-only data folder without a database", async () => {
  using folder = emptyFolder();
  mkdirSync(join(folder.path, "data"), { mode: 0o500 });
  expect(await serve(folder.path)).toEqual(mustBeWritable(join(folder.path, "data")));
});

test("an export, a backup and a restore into a read-only folder name the user and the folder", async () => {
  using folder = await usedFolder(0);
  const place = join(folder.path, "place");
  const good = join(folder.path, "good.db");
  await runProgram(["backup", good], { cwd: folder.path, env: QUIET, command: SOURCE });
  mkdirSync(place, { mode: 0o500 });
  for (const args of [
    ["export", join(place, "pets.csv")],
    ["backup", join(place, "copy.db")],
    ["restore", good, "--database-url", `sqlite://${join(place, "shop.db")}`],
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
  expect(await serve(folder.path)).toEqual(mustBeWritable(databaseIn(folder.path)));
});

const DAMAGED = /^petstore: \.\/data\/petstore\.db is damaged: .* `petstore restore` a backup \(.*\)\n$/;
const NO_DATABASE =
  /^petstore: \.\/data\/petstore\.db is not a SQLite database, or its start is damaged: restore .*\n$/;

for (const [what, spoil, message] of [
  ["whose first bytes are nonsense", (file: string) => damage(file, 0, 2000), NO_DATABASE],
  ["whose schema is nonsense", (file: string) => damage(file, 100, 2000), DAMAGED],
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

/** The name of pet 18,001. */
const DAMAGED_NAME = 'Rex "18000"';

test("damage that is found later is a 500, the service is not ready from then on, and its log has the remedy", async () => {
  using folder = emptyFolder();
  const file = databaseIn(folder.path);
  await fill(`sqlite://${file}`, 20_000);
  const bytes = readFileSync(file);
  // Every page that has it: that of the table, and those of indexes.
  for (let at = bytes.indexOf(DAMAGED_NAME); at !== -1; at = bytes.indexOf(DAMAGED_NAME, at + 1)) {
    damage(file, Math.floor(at / 4096) * 4096, 2000);
  }
  await using program = await startQuiet({}, { cwd: folder.path });
  const { getPet, listInventory } = once(program);
  const statusOf = async (path: string) => (await fetch(program.origin + path)).status;
  expect(await statusOf("/readyz")).toBe(200);
  const got = await getPet({ params: { petId: 18_001n } });
  expect(got).toMatchObject({ status: 500, body: { code: "internal_error" } });
  expect(JSON.stringify(got.body)).not.toContain("petstore.db");
  expect([await statusOf("/readyz"), await statusOf("/healthz")]).toEqual([503, 200]);
  expect(await getPet({ params: { petId: 1n } })).toMatchObject({ status: 200 });
  // Its beginning is sent by then.
  await expect(listInventory()).rejects.toThrow();
  expect(await program.stop("SIGTERM")).toBe(0);
  expect(program.stdout()).toMatch(
    /petstore\.db is damaged: keep a copy of it and its -wal file, then .petstore restore/,
  );
});

test("refuses a file in place of the data folder, and says what would be accepted", async () => {
  using folder = emptyFolder();
  writeFileSync(join(folder.path, "data"), "");
  expect(await serve(folder.path)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^petstore: \.\/data is a file: name a database in a folder in DATABASE_URL\n$/),
  });
});

test("says in words that no database server answers, and so does doctor", async () => {
  using folder = emptyFolder();
  const url = "postgres://127.0.0.1:1/shop";
  const said = "no database server answers there. Check the host and the port of the URL, and that the server runs";
  const env = { ...QUIET, DATABASE_URL: url, DATABASE_WAIT: "1" };
  const run = (...args: string[]) => runProgram(args, { cwd: folder.path, env, command: SOURCE });
  expect((await run("serve")).stderr).toBe(`petstore: cannot open ${url}: ${said}\n`);
  expect((await run("doctor")).stdout).toContain(said);
});

for (const [what, answer, said] of [
  ["that says nothing is as good as none", "", "no database server answers there"],
  ["without TLS is named, however long the last attempt takes", "N", "Server does not support SSL"],
] as const) {
  test(`a database server ${what}`, async () => {
    using folder = emptyFolder();
    // Late, so that the deadline cuts the second attempt.
    const data = (client: { write(text: string): number }) => void setTimeout(() => client.write(answer), 600);
    using server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data } });
    const url = `postgres://127.0.0.1:${server.port}/shop?sslmode=require`;
    const env = { ...QUIET, DATABASE_URL: url, DATABASE_WAIT: "1" };
    const run = await runProgram(["serve"], { cwd: folder.path, env, command: SOURCE });
    expect(run.stderr).toStartWith(`petstore: cannot open ${url}: ${said}`);
  });
}

test("refuses a folder in place of the database", async () => {
  using folder = emptyFolder();
  mkdirSync(databaseIn(folder.path), { recursive: true });
  const { exitCode, stderr } = await serve(folder.path);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringMatching(/^petstore: \.\/data\/petstore\.db cannot be opened as a database \(.*\)\n$/),
  });
});
