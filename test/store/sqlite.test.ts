import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { openEngine, openStore } from "../../src/store/index.ts";
import { groupCommit } from "../../src/store/sqlite/commits/group-commit.ts";
import { statementsOn } from "../../src/store/sqlite/sqlite-connection.ts";
import { emptyFolder } from "../support/folder.ts";
import { addPet, NOON, rex } from "../support/harness.ts";
import { type Open, openAt, rulesOn, storeConformance } from "./conformance.ts";
import { expectRefused, foreignRules } from "./foreign-rules.ts";
import { searchRules } from "./search-rules.ts";
import { versionRules } from "./version-rules.ts";
import { wordRules } from "./word-rules.ts";

type Options = NonNullable<Parameters<typeof openStore>[2]>;

/** Opens stores on one file in a new folder. */
async function openFile(options: Options = {}) {
  const folder = emptyFolder();
  const path = `${folder.path}/petstore.db`;
  // A file has one service at most.
  const ofOthers = { ...options, serves: false };
  return { path, ...(await openAt(`sqlite://${path}`, options, ofOthers, () => folder[Symbol.dispose]())) };
}

const unavailable = { name: "Failure", code: "service_unavailable", headers: { "Retry-After": "1" } };

/** Locks the file as another program that writes to it does. */
function lock(path: string) {
  const database = new Database(path);
  database.run("begin immediate");
  return {
    release: () => database.run("commit"),
    [Symbol.dispose]: () => database.close(),
  };
}

const openAs =
  (serves: boolean): Open =>
  (observer) =>
    openFile({ serves, ...(observer && { observer }) });

storeConformance("SQLite", openAs(true));

describe("SQLite", () => searchRules(openAs(true)));

for (const [who, serves] of [
  ["service", true],
  ["command", false],
] as const) {
  describe(`SQLite: words, ${who}`, () => wordRules(openAs(serves)));
  describe(`SQLite: the version that a ${who} sees`, () => versionRules(rulesOn(openAs(serves))));
}

describe("SQLite: the file", () => {
  test("is in write-ahead mode for every program", async () => {
    await using file = await openFile();
    using beside = new Database(file.path);
    expect(beside.query("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
  });

  for (const serves of [true, false]) {
    test(`is written with foreign keys and read by a read-only connection, where it serves: ${serves}`, async () => {
      using folder = emptyFolder();
      const engine = await openEngine(`sqlite://${folder.path}/petstore.db`, { serves });
      expect(await engine.transaction(({ sql }) => sql`pragma foreign_keys`)).toEqual([{ foreign_keys: 1n }]);
      expect(await engine.sql`pragma query_only`).toEqual([{ query_only: 1n }]);
      await engine.close();
    });
  }

  test("is written with synchronous=FULL by commands, which show their commits at once", async () => {
    using folder = emptyFolder();
    const engine = await openEngine(`sqlite://${folder.path}/petstore.db`);
    expect(await engine.transaction(({ sql }) => sql`pragma synchronous`)).toEqual([{ synchronous: 2n }]);
    await engine.close();
  });

  for (const serves of [true, false]) {
    test(`a read that waits for the disk ends before the files are closed, where it serves: ${serves}`, async () => {
      using folder = emptyFolder();
      const url = `sqlite://${folder.path}/petstore.db`;
      const engine = await openEngine(url, { serves });
      const other = await openEngine(url);
      await engine.sql`pragma query_only`;
      await other.transaction(({ script }) => script("create table notes (text text) strict"));
      const reading = engine.sql`select text from notes`;
      await engine.close();
      expect(await reading).toEqual([]);
      await other.close();
    });
  }

  test("can be opened by several processes at the moment when it is new", async () => {
    const program = `
      const { openEngine } = await import(${JSON.stringify(Bun.resolveSync("../../src/store/index.ts", import.meta.dir))});
      const [at, ...urls] = process.argv.slice(1);
      for (const [nth, url] of urls.entries()) {
        await Bun.sleep(Number(at) + 100 * nth - Date.now());
        await (await openEngine(url, { serves: false })).close();
      }`;
    using folder = emptyFolder();
    const urls = Array.from({ length: 8 }, (_, nth) => `sqlite://${folder.path}/${nth}.db`);
    const args = [process.execPath, "-e", program, String(Date.now() + 1_000), ...urls];
    const opened = Array.from({ length: 5 }, () => Bun.spawn(args, { stderr: "pipe" }));
    for (const { stderr, exited } of opened)
      expect([await exited, await Bun.readableStreamToText(stderr)]).toEqual([0, ""]);
  });

  test("is a single file after the last store closes", async () => {
    await using file = await openFile();
    await addPet(file.store);
    expect(existsSync(`${file.path}-wal`)).toBe(true);
    await file.store.close();
    expect(existsSync(`${file.path}-wal`)).toBe(false);
    expect(existsSync(`${file.path}-shm`)).toBe(false);
  });
});

describe("SQLite: a file that is gone", () => {
  test.each(["removed", "replaced"])("the store says that it is not ready when its file was %s", async (what) => {
    await using file = await openFile({ serves: true });
    await file.store.ping();
    unlinkSync(file.path);
    if (what === "replaced") writeFileSync(file.path, "");
    const cause = new Error(`${file.path} was removed or replaced`);
    await expect(file.store.ping()).rejects.toMatchObject({ ...unavailable, cause });
  });
});

describe("SQLite: writers", () => {
  test("a read sees what another process has committed since an earlier read of the same iteration", async () => {
    await using file = await openFile({ serves: true });
    const { pets } = file.store;
    const { id } = await addPet(file.store);
    const rename = `new (require("bun:sqlite").Database)(process.argv[1]).run("update pets set name = ?", [process.argv[2]])`;
    const phases: ((then: () => void) => unknown)[] = [setImmediate, (then) => setTimeout(then, 1), process.nextTick];
    for (const [nth, phase] of phases.entries()) {
      await new Promise<void>((resolve) => phase(resolve));
      const [early, versionBefore] = [pets.find(id), file.store.version()];
      const { exitCode } = Bun.spawnSync([process.execPath, "-e", rename, file.path, `name ${nth}`]);
      expect(exitCode).toBe(0);
      const [late, versionAfter] = [pets.find(id), file.store.version()];
      expect(versionAfter).not.toBe(versionBefore);
      expect(await early).toMatchObject({ name: nth === 0 ? rex.name : `name ${nth - 1}` });
      expect(await late).toMatchObject({ name: `name ${nth}` });
    }
  });

  test("a store that closes leaves the locks of another one on its file", async () => {
    await using file = await openFile({ serves: true });
    const other = await file.another();
    const { id } = await addPet(file.store);
    await file.store.close();
    // A program that finds no lock starts the log's index over.
    const look = `console.log(String(new (require("bun:sqlite").Database)(process.argv[1]).query("select count(*) as n from pets").get().n))`;
    const { stdout } = Bun.spawnSync([process.execPath, "-e", look, file.path]);
    expect(stdout.toString().trim()).toBe("1");
    expect(existsSync(`${file.path}-wal`)).toBe(true);
    expect(await other.pets.find(id)).toMatchObject({ id });
    expect((await addPet(other)).id).toBeGreaterThan(id);
  });

  test("a lock of another program delays a write and stops neither reads nor the process", async () => {
    await using file = await openFile();
    const before = await addPet(file.store);
    using held = lock(file.path);
    let isWritten = false;
    const writing = addPet(file.store).finally(() => {
      isWritten = true;
    });
    // A wait inside SQLite would stop this loop until the write fails.
    for (let round = 0; round < 20; round++) {
      await new Promise(setImmediate);
      expect(await file.store.pets.find(before.id)).toEqual(before);
    }
    expect(isWritten).toBe(false);
    held.release();
    const pet = await writing;
    expect(await file.store.pets.find(pet.id)).toEqual(pet);
  });

  test("a file locked by another program can be opened and read", async () => {
    await using file = await openFile({ waitMs: 50 });
    const pet = await addPet(file.store);
    using _held = lock(file.path);
    expect(await (await file.another()).pets.find(pet.id)).toEqual(pet);
  });

  test("a write that waits too long for a lock is service_unavailable, and the next one works", async () => {
    await using file = await openFile({ waitMs: 50 });
    using held = lock(file.path);
    const writes = await Promise.allSettled([addPet(file.store), addPet(file.store)]);
    expect(writes).toMatchObject([{ reason: unavailable }, { reason: unavailable }]);
    held.release();
    expect(await addPet(file.store)).toMatchObject(rex);
    expect((await file.store.pets.list({}, { after: 0n, limit: 10 })).items).toHaveLength(1);
  });

  test("writes beyond the queue are service_unavailable at once", async () => {
    await using file = await openFile({ maxQueuedWrites: 2 });
    using held = lock(file.path);
    const taken = [addPet(file.store), addPet(file.store)];
    for (let more = 0; more < 3; more++) await expect(addPet(file.store)).rejects.toMatchObject(unavailable);
    // The service's own work is not a client's.
    const own = file.store.transaction(({ pets }) => pets.insert(rex, 1, NOON));
    held.release();
    expect(await Promise.all([...taken, own])).toHaveLength(3);
    expect(await addPet(file.store)).toMatchObject(rex);
  });

  test("waiting transactions share commits", async () => {
    const groups: number[] = [];
    const queued: number[] = [];
    await using file = await openFile({
      observer: { committed: (transactions) => groups.push(transactions), queued: (count) => queued.push(count) },
    });
    groups.length = 0;
    await Promise.all(Array.from({ length: 100 }, () => addPet(file.store)));
    expect(groups.reduce((sum, group) => sum + group, 0)).toBe(100);
    expect(groups.length).toBeLessThan(10);
    expect(Math.max(...queued)).toBeGreaterThan(50);
    expect(queued.at(-1)).toBe(0);
  });

  test("a group that cannot begin fails, and the next one is written", async () => {
    using folder = emptyFolder();
    const writer = new Database(`${folder.path}/a.db`, { safeIntegers: true });
    writer.run("create table t (x)");
    let failures = 2;
    const beforeGroup = async () => {
      if (failures-- > 0) throw new Error("disk I/O error");
    };
    const reads = { hold() {}, async committed() {}, async unchanged() {} };
    const failureOf = (error: unknown) => error;
    const tally = { items: [], async store() {} };
    const writes = statementsOn(writer, failureOf);
    const options = { maxQueuedWrites: 9, waitMs: 9, observer: { committed() {}, queued() {} } } as never;
    const { transact, close } = groupCommit(
      { writer, writes, reads, checkpoints: { beforeGroup }, tally, async index() {}, requireAllowed() {}, failureOf },
      options,
    );
    const insert = () => transact(async ({ sql }) => void (await sql`insert into t values (1)`));
    await expect(insert()).rejects.toThrow("disk I/O error");
    await expect(insert()).rejects.toThrow("disk I/O error");
    await insert();
    expect(writer.query("select count(*) as count from t").get()).toEqual({ count: 1n });
    await close();
    writes.finalize();
    writer.close();
  });

  test("reads run between the transactions of a commit", async () => {
    const groups: number[] = [];
    await using file = await openFile({
      serves: true,
      observer: { committed: (transactions) => groups.push(transactions), queued() {} },
    });
    const { store } = file;
    groups.length = 0;
    let reads = 0;
    const seen = new Set<number>();
    const writes = Array.from({ length: 20 }, () =>
      store.transaction(async ({ pets }) => {
        seen.add(reads);
        for (const end = performance.now() + 2; performance.now() < end; );
        await pets.insert(rex, 1, NOON);
      }),
    );
    while (groups.length === 0) {
      expect((await store.pets.list({}, { after: 0n, limit: 1 })).items).toEqual([]);
      reads += 1;
      await new Promise(setImmediate);
    }
    await Promise.all(writes);
    expect(groups).toEqual([20]);
    expect(seen.size).toBeGreaterThan(10);
  });
});

describe("SQLite: a foreign file", () => {
  /** A place for a file, none of whose bytes may change. */
  async function newPlace(name = "other.db") {
    const folder = emptyFolder();
    const path = `${folder.path}/${name}`;
    return {
      path,
      url: `sqlite://${path}`,
      contents: async () => readFileSync(path),
      [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
    };
  }

  foreignRules(newPlace);

  test("is refused and unchanged when it is not a database", async () => {
    await using place = await newPlace("letter.txt");
    writeFileSync(place.path, "Dear Rex, ".repeat(500));
    await expectRefused(place, /letter\.txt is not a SQLite database/);
  });

  test("is refused when it is a folder", async () => {
    using folder = emptyFolder();
    await expect(openStore(`sqlite://${folder.path}`, NOON)).rejects.toThrow(`${folder.path} cannot be opened`);
  });
});
