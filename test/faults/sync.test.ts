/* The disk is slow, or it refuses to sync: what clients see, and what is stored. */
import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../../src/core/ports.ts";
import { openStore } from "../../src/store/index.ts";
import { withStore } from "../commands/folder.ts";
import { runCommand } from "../support/command.ts";
import { emptyFolder } from "../support/folder.ts";
import { addPet, NOON, rex } from "../support/harness.ts";
import { startProgram, until } from "../support/program.ts";
import { testWithTool } from "../support/system-tool.ts";
import { databaseIn } from "./disk.ts";
import { faultyDisk } from "./faulty-disk.ts";
import { expectNothingLost, keepAdding, keepLooking, nothingTold, once, QUIET, startQuiet } from "./writers.ts";

setDefaultTimeout(60_000);

testWithTool(
  "cc",
  "a sync that fails ends the service, which showed nothing unstored, and a restart continues",
  async () => {
    using folder = emptyFolder();
    const failure = join(folder.path, "failure");
    const synced = join(folder.path, "after/data");
    mkdirSync(synced, { recursive: true });
    const told = nothingTold();
    const shown = nothingTold();
    const env = { ...QUIET, ...(await faultyDisk({ delayUs: 2000, failure, copy: synced })) };
    {
      await using program = await startProgram({ cwd: folder.path, env });
      const clients = Array.from({ length: 16 }, (_, writer) => keepAdding(program, `${writer}`, told));
      clients.push(keepLooking(program, shown));
      await until(() => told.acknowledged.size >= 200, "enough pets");
      writeFileSync(failure, "");
      await Promise.all(clients);
      expect(told.strange).toEqual([]);
      expect(program.stdout()).toContain('"msg":"a sync of the disk failed"');
      expect(await program.stop("SIGTERM")).toBe(1);
      expect(program.stderr()).toContain("a sync of the disk failed (Error: EIO");
    }
    // What the disk has, and what a restart finds in the kernel's memory.
    for (const cwd of [join(folder.path, "after"), folder.path]) {
      await using program = await startProgram({ cwd, env: QUIET });
      await expectNothingLost(program, told);
      await expectNothingLost(program, shown);
      await keepAdding(program, "after", told, () => true);
      await program.stop("SIGTERM");
      expect(await runCommand(cwd, QUIET, ["doctor"])).toMatchObject({ exitCode: 0 });
    }
  },
);

testWithTool("cc", "while a write waits for the disk, reads do not, and they do not show it", async () => {
  await using program = await startQuiet(await faultyDisk({ delayUs: 300_000 }));
  const { createPet, listPets } = once(program);
  let isAcknowledged = false;
  let reads = 0;
  const added = createPet({ body: { name: "Rex", categoryId: 7n } }).finally(() => {
    isAcknowledged = true;
  });
  while (!isAcknowledged) {
    const { body } = await listPets();
    if (!isAcknowledged) expect(body).toEqual([]);
    reads += 1;
  }
  expect(await added).toMatchObject({ status: 201 });
  // Of reads that wait for the disk, one at most is answered before the write is.
  expect(reads).toBeGreaterThan(3);
  expect((await listPets()).body).toHaveLength(1);
});

/** Reads and writes a store without a pause, and returns the pets that were added and the most bytes of its log. */
async function keepBusy(store: Store, file: string, rounds: number) {
  let added = 0;
  let isOver = false;
  let longest = 0;
  const readers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      await store.pets.list({}, { after: 0n, limit: 100 });
      await Bun.sleep(0);
    }
  });
  const writers = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < rounds; round++) {
      await store.transaction(({ pets }) =>
        Promise.all(
          Array.from({ length: 50 }, () =>
            pets.insert({ ...rex, name: crypto.randomUUID().replaceAll("-", "") }, 1, NOON),
          ),
        ),
      );
      added += 50;
      longest = Math.max(longest, statSync(`${file}-wal`).size);
    }
  });
  await Promise.all(writers);
  isOver = true;
  await Promise.all(readers);
  return { added, longest };
}

/** Two connections read by turns: the next one begins before the last one ends. */
const READ_AT_ALL_TIMES = `
  const { Database } = await import("bun:sqlite");
  let [one, other] = [1, 2].map(() => new Database(process.argv[1]));
  const read = (database) => database.run("begin; select count(*) from categories");
  read(one);
  console.log("reading");
  for (;;) {
    read(other);
    await Bun.sleep(1);
    one.run("rollback");
    [one, other] = [other, one];
  }`;

describe("the log stays short under constant readers and writers, and nothing is lost", () => {
  function expectWhole(file: string, count: number): void {
    expect(existsSync(`${file}-wal`)).toBe(false);
    using database = new Database(file);
    expect(database.query("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    expect(database.query("select count(*) as pets from pets").all()).toEqual([{ pets: count }]);
  }

  test("of one service", async () => {
    using folder = emptyFolder();
    const file = databaseIn(folder.path);
    const store = await openStore(`sqlite://${file}`, NOON, { serves: true });
    const { added, longest } = await keepBusy(store, file, 150);
    await store.close();
    // Without checkpoints it would be over 90 MB.
    expect(longest).toBeGreaterThan(32_000_000);
    expect(longest).toBeLessThan(54_000_000);
    expectWhole(file, added);
  });

  // As a service beside another one does, during an upgrade: it reads what it has committed until that is on disk.
  test("of one service while another process reads at all times", async () => {
    using folder = emptyFolder();
    const file = databaseIn(folder.path);
    const store = await openStore(`sqlite://${file}`, NOON, { serves: true });
    await using other = Bun.spawn([process.execPath, "-e", READ_AT_ALL_TIMES, file], { stdout: "pipe" });
    await other.stdout.getReader().read();
    const { added, longest } = await keepBusy(store, file, 300);
    other.kill();
    await other.exited;
    await store.close();
    // It was 70 MB and more, when the log began over only if it met a moment without a reader.
    expect(longest).toBeGreaterThan(32_000_000);
    expect(longest).toBeLessThan(54_000_000);
    expectWhole(file, added);
  });
});

testWithTool("cc", "a service under load shows each change that another process has acknowledged", async () => {
  await using program = await startQuiet(await faultyDisk({ delayUs: 3000 }));
  const told = nothingTold();
  let isOver = false;
  const writers = Array.from({ length: 8 }, (_, writer) => keepAdding(program, `${writer}`, told, () => isOver));
  const { listPets, listInventory } = once(program);
  // Whole inventories make turns of the event loop long.
  const readers = Array.from({ length: 16 }, async (_, reader) => {
    while (!isOver) await (reader === 0 ? listInventory() : listPets({ query: { limit: 50 } }));
  });
  await withStore(`sqlite://${databaseIn(program.cwd)}`, async (beside) => {
    for (let round = 0; round < 100; round++) {
      const { id } = await addPet(beside);
      const [one, cached] = await Promise.all([
        listPets({ query: { ids: [id] } }),
        listPets({ query: { limit: 1, name: "Rex" } }),
      ]);
      expect(one.body).toMatchObject([{ id }]);
      expect(cached.ok).toBe(true);
    }
  }).finally(() => {
    isOver = true;
  });
  await Promise.all([...writers, ...readers]);
  await expectNothingLost(program, told);
});

testWithTool("cc", "what another process has shown, a service shows, too, before it acknowledges it", async () => {
  await using program = await startQuiet(await faultyDisk({ delayUs: 300_000 }));
  const { createPet, listPets } = once(program);
  const added = createPet({ body: { name: "Rex", categoryId: 7n } });
  await withStore(`sqlite://${databaseIn(program.cwd)}`, async ({ pets }) => {
    while ((await pets.find(1n)) === undefined) await Bun.sleep(1);
  });
  expect((await listPets()).body).toHaveLength(1);
  expect(await added).toMatchObject({ status: 201 });
});

testWithTool("cc", "what a service has seen in a change that changed nothing, another one shows, too", async () => {
  await using program = await startQuiet(await faultyDisk({ delayUs: 300_000 }));
  const { createPet, listPets } = once(program);
  const beside = await openStore(`sqlite://${databaseIn(program.cwd)}`, NOON, { serves: true });
  const added = createPet({ body: { name: "Rex", categoryId: 7n } });
  while ((await beside.transaction(async ({ pets }) => pets.find(1n))) === undefined) await Bun.sleep(1);
  const { body } = await listPets();
  await beside.close();
  expect(body).toHaveLength(1);
  expect(await added).toMatchObject({ status: 201 });
});
