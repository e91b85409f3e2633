/* The promises of `Store.version`, for an engine that has one. */
import { expect } from "bun:test";
import type { Repositories, Store } from "../../src/core/ports.ts";
import { emptyFolder } from "../support/folder.ts";
import { addPet, adjustment, NOON } from "../support/harness.ts";
import { runProgram, until } from "../support/program.ts";
import { ALL, kiosk, mia, type Rule } from "./conformance.ts";

export function versionRules(rule: Rule): void {
  rule("differs after every acknowledged commit of any connection, and never repeats", async ({ store, another }) => {
    const writers = [store, await another()];
    const { id } = await addPet(store);
    const request = { id: "c".repeat(64), fingerprint: "d".repeat(64) };
    const changes: ((repositories: Repositories) => Promise<unknown>)[] = [
      ({ pets }) => pets.insert(mia, 1, NOON),
      ({ pets }) => pets.insert(mia, 1, NOON),
      ({ inventory }) => inventory.change(adjustment(id, 4)),
      ({ inventory }) => inventory.change(adjustment(id, -4)),
      ({ keys }) => keys.insert(kiosk),
      ({ keys }) => keys.touch(["k1"], 5),
      ({ keys }) => keys.revoke("k1", 5),
      ({ idempotency }) => idempotency.claim(request, 5, 0),
      ({ idempotency }) => idempotency.purge(6, 1),
    ];
    const seen = [store.version()];
    for (const [nth, change] of changes.entries()) {
      await writers[nth % 2]?.transaction(change);
      // A store may have no version until it has read what another process committed.
      await store.ping();
      seen.push(store.version());
    }
    expect(new Set(seen).size).toBe(1 + changes.length);
  });

  rule("differs after a commit of another process", async ({ url, store }) => {
    using folder = emptyFolder();
    const before = store.version();
    const create = ["keys", "create", "--name", "kiosk", "--scopes", "pets:read"];
    const made = await runProgram(create, { cwd: folder.path, env: { DATABASE_URL: url } });
    expect(made).toMatchObject({ exitCode: 0 });
    expect(store.version()).not.toBe(before);
  });

  rule("stays the same while there are only reads", async ({ store, another }) => {
    const beside = await another();
    const { id } = await addPet(store);
    const before = store.version();
    const read = async ({ pets, inventory, orders, keys }: Repositories) => {
      await pets.find(id);
      await pets.list({ status: "available" }, ALL);
      await inventory.list(ALL);
      await orders.list({}, ALL);
      await keys.list();
      await keys.revision();
    };
    for (const reader of [store, beside]) {
      await read(reader);
      await reader.transaction(read);
      await reader.ping();
      reader.version();
      expect(store.version()).toBe(before);
    }
  });

  rule("differs after every commit while many write concurrently", async ({ store, another }) => {
    const writers = [store, await another()];
    const writes = Array.from({ length: 8 }, async (_, writer) => {
      for (let round = 0; round < 15; round++) {
        const before = store.version();
        await addPet(writers[writer % 2] ?? store);
        if (before !== undefined) expect(store.version()).not.toBe(before);
      }
    });
    await Promise.all(writes);
  });

  rule("names one state: reads between two equal versions are always equal", async ({ store, another }) => {
    const beside = await another();
    const states = new Map<number, string>();
    let isOver = false;
    let repeated = 0;
    const write = async (writer: Store) => {
      for (let round = 0; round < 20; round++) {
        await addPet(writer);
        const seen = repeated;
        await until(() => repeated > seen, "two equal versions");
      }
    };
    const read = async () => {
      while (!isOver) {
        const before = store.version();
        const state = JSON.stringify((await store.inventory.list(ALL)).map(({ petId }) => String(petId)));
        if (before !== undefined && store.version() === before) {
          const known = states.get(before);
          if (known !== undefined) repeated += 1;
          expect(known ?? state).toBe(state);
          states.set(before, state);
        }
        await new Promise(setImmediate);
      }
    };
    const readers = [read(), read(), read()];
    await Promise.all([write(store), write(beside)]);
    isOver = true;
    await Promise.all(readers);
    expect(states.size).toBeGreaterThan(5);
    expect(repeated).toBeGreaterThan(5);
  });
}
