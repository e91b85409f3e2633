/* Another process locks the database: writes wait as long as configured, and reads do not. */
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { storeKey } from "../../src/core/keys/key-rules.ts";
import { Keyring } from "../../src/core/keys/keyring.ts";
import { secrets } from "../../src/service/runtime.ts";
import { openStore } from "../../src/store/index.ts";
import { emptyFolder } from "../support/folder.ts";
import { NOON } from "../support/harness.ts";
import { databaseIn } from "./disk.ts";
import { expectNothingLost, keepAdding, nothingTold, once, report, startQuiet } from "./writers.ts";

setDefaultTimeout(60_000);

/** Locks the database as another writing program does, until it is disposed of. */
function lock(file: string): Disposable {
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

test("a lock shorter than the wait delays writes, refuses none and delays no read", async () => {
  await using program = await startQuiet();
  const { createPet, listPets } = once(program);
  let added: Promise<unknown>[];
  {
    using _held = lock(databaseIn(program.cwd));
    added = Array.from({ length: 20 }, () => createPet({ body: { name: "Rex", categoryId: 7n } }));
    // Reads that waited for the lock would never end: it is released after them.
    for (let nth = 0; nth < 100; nth++) expect(await listPets()).toMatchObject({ ok: true, body: [] });
  }
  for (const outcome of await Promise.all(added)) expect(outcome).toMatchObject({ status: 201 });
  expect((await listPets({ query: { limit: 100 } })).body).toHaveLength(20);
});

test("a lock longer than the wait causes 503s after the wait, and writing continues when it is released", async () => {
  await using program = await startQuiet({ DATABASE_WAIT: "1" });
  const { createPet, listPets } = once(program);
  const told = nothingTold();
  const add = () => createPet({ body: { name: "Rex", categoryId: 7n, status: "pending" } });
  let waiting: ReturnType<typeof add>;
  let freeAt: number;
  {
    using _held = lock(databaseIn(program.cwd));
    // While the lock is held, so they do not wait for its end.
    const refused = await Promise.all([add(), add(), add()]);
    for (const [nth, { status, headers, body }] of refused.entries()) {
      expect({ status, body }).toMatchObject({ status: 503, body: { code: "service_unavailable" } });
      expect(headers.get("Retry-After")).toBe("1");
      told.refused.add(`Rex refused ${nth}`);
    }
    waiting = add();
    expect(await listPets()).toMatchObject({ ok: true, body: [] });
    freeAt = performance.now();
  }
  expect(await waiting).toMatchObject({ status: 201 });
  const recoveredMs = performance.now() - freeAt;
  await keepAdding(program, "after", told, () => told.acknowledged.size >= 10);
  await expectNothingLost(program, told);
  expect((await listPets({ query: { limit: 100 } })).body).toHaveLength(11);
  report("a lock longer than the wait", told, recoveredMs);
});

test("uses of keys that could not be written are written after the lock", async () => {
  using folder = emptyFolder();
  const file = `${folder.path}/petstore.db`;
  const store = await openStore(`sqlite://${file}`, NOON, { waitMs: 50 });
  const kiosk = { name: "kiosk", scopes: ["pets:read"], expiresAt: undefined } as const;
  const { key } = await store.transaction(({ keys }) =>
    storeKey(keys, kiosk, { environment: "production", now: NOON, secrets }),
  );
  const keyring = new Keyring(store);
  expect(await keyring.find(key.hash, NOON)).toMatchObject({ name: "kiosk" });
  {
    using _held = lock(file);
    await expect(keyring.writeUses(NOON)).rejects.toMatchObject({ code: "service_unavailable" });
  }
  await keyring.writeUses(NOON + 1);
  expect(await store.keys.list()).toMatchObject([{ name: "kiosk", lastUsedAt: NOON + 1 }]);
  await store.close();
});
