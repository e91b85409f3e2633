/* Another process holds the database: writes wait for it, for so long as the operator allows, and reads do not. */
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { Keyring } from "../../src/core/keyring.ts";
import { createKey } from "../../src/core/keys.ts";
import { secrets } from "../../src/runtime.ts";
import { openStore } from "../../src/store/index.ts";
import { emptyFolder } from "../folder.ts";
import { NOON } from "../harness.ts";
import { startProgram } from "../program.ts";
import { databaseIn } from "./disk.ts";
import { expectNothingLost, keepAdding, nothingTold, once, QUIET, report } from "./writers.ts";

setDefaultTimeout(30_000);

/** Holds the database as another program does that writes: until it is disposed of. */
function hold(file: string): Disposable {
  const database = new Database(file);
  database.run("pragma busy_timeout = 5000");
  database.run("begin immediate");
  return {
    [Symbol.dispose]() {
      if (database.inTransaction) database.run("rollback");
      database.close();
    },
  };
}

test("a database that is held for less than the wait delays writes, refuses none, and delays no read", async () => {
  using folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: QUIET });
  const { createPet, listPets } = once(program);
  let added: Promise<unknown>[];
  let slowestReadMs = 0;
  const heldAt = performance.now();
  {
    using _held = hold(databaseIn(folder.path));
    added = Array.from({ length: 20 }, () => createPet({ body: { name: "Rex", categoryId: 7n } }));
    while (performance.now() - heldAt < 1000) {
      const askedAt = performance.now();
      expect(await listPets()).toMatchObject({ ok: true, body: [] });
      slowestReadMs = Math.max(slowestReadMs, performance.now() - askedAt);
    }
  }
  for (const outcome of await Promise.all(added)) expect(outcome).toMatchObject({ status: 201 });
  expect(performance.now() - heldAt).toBeLessThan(2000);
  expect(slowestReadMs).toBeLessThan(500);
  expect((await listPets({ query: { limit: 100 } })).body).toHaveLength(20);
});

test("one that is held for longer costs 503s after the wait, and writing goes on by itself when it is free", async () => {
  using folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: { ...QUIET, DATABASE_WAIT: "1" } });
  const { createPet, listPets } = once(program);
  const told = nothingTold();
  const add = () => createPet({ body: { name: "Rex", categoryId: 7n, status: "pending" } });
  let waiting: ReturnType<typeof add>;
  let freeAt: number;
  {
    using _held = hold(databaseIn(folder.path));
    const askedAt = performance.now();
    const refused = await Promise.all([add(), add(), add()]);
    const waitedMs = performance.now() - askedAt;
    for (const [nth, { status, headers, body }] of refused.entries()) {
      expect({ status, body }).toMatchObject({ status: 503, body: { code: "service_unavailable" } });
      expect(headers.get("Retry-After")).toBe("1");
      told.refused.add(`Rex refused ${nth}`);
    }
    expect(waitedMs).toBeGreaterThan(950);
    expect(waitedMs).toBeLessThan(2500);
    waiting = add();
    expect(await listPets()).toMatchObject({ ok: true, body: [] });
    await Bun.sleep(100);
    freeAt = performance.now();
  }
  expect(await waiting).toMatchObject({ status: 201 });
  const recoveredMs = performance.now() - freeAt;
  expect(recoveredMs).toBeLessThan(500);
  await keepAdding(program, "after", told, () => told.acknowledged.size >= 10);
  await expectNothingLost(program, told);
  expect((await listPets({ query: { limit: 100 } })).body).toHaveLength(11);
  report("a database held for longer than the wait", told, recoveredMs);
});

test("uses of keys that could not be written are written when the database is free", async () => {
  using folder = emptyFolder();
  const file = `${folder.path}/petstore.db`;
  const store = await openStore(`sqlite://${file}`, NOON, { waitMs: 50 });
  const kiosk = { name: "kiosk", scopes: ["pets:read"], expiresAt: undefined } as const;
  const { key } = await store.transaction(({ keys }) => createKey(keys, kiosk, "production", NOON, secrets));
  const keyring = new Keyring(store);
  expect(await keyring.find(key.hash, NOON)).toMatchObject({ name: "kiosk" });
  {
    using _held = hold(file);
    await expect(keyring.writeUses(NOON)).rejects.toMatchObject({ code: "service_unavailable" });
  }
  await keyring.writeUses(NOON + 1);
  expect(await store.keys.list()).toMatchObject([{ name: "kiosk", lastUsedAt: NOON + 1 }]);
  await store.close();
});
