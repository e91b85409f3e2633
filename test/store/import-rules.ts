/* The promises of `Imports` in src/core/import-ports.ts, one test for each sentence. They run on each engine. */
import { expect, test } from "bun:test";
import { addPet, NOON, rex } from "../support/harness.ts";
import type { Open } from "./conformance.ts";

const SLICE = { after: 0n, limit: 100 };
const bo = { id: 500n, name: "Bo", categoryId: 1n, status: "sold", quantity: 3, profile: { color: "brown" } } as const;

export function importRules(open: Open): void {
  test("finds the pets that exist, with their stock, and keeps others from changing those that it locks", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id } = await addPet(store, rex, 4);
    const found = await store.imports.findPets([id, id + 1n]);
    expect([...found]).toEqual([[id, { id, ...rex, quantity: 4, profile: {} }]]);
    const other = await opened.another();
    const changed: string[] = [];
    let change: Promise<unknown> = Promise.resolve();
    await store.transaction(async ({ imports, inventory }) => {
      expect(await imports.lockPets([id, id + 1n])).toEqual(found);
      change = other
        .transaction((unit) => unit.inventory.change({ petId: id, delta: 1, reason: "arrival", at: NOON }))
        .then(() => changed.push("other"));
      await inventory.find(id);
      changed.push("first");
    });
    await change;
    await other.close();
    expect(changed).toEqual(["first", "other"]);
  });

  test("finds categories by their names, whatever their case", async () => {
    await using opened = await open();
    const { store } = opened;
    const dogs = await store.transaction(({ categories }) => categories.insert({ name: "Dogs" }));
    expect([...(await store.imports.findCategories(["DOGS", "cats"]))]).toEqual([["dogs", dogs?.id ?? 0n]]);
  });

  test("stores pets with a stock change that says imported, and later pets get larger ids", async () => {
    await using opened = await open();
    const { store } = opened;
    const unnumbered = { ...bo, id: undefined, profile: { color: "black", tags: ["calm"] } };
    const ids = await store.transaction(({ imports }) => imports.insertPets([bo, unnumbered], NOON));
    expect(ids).toHaveLength(2);
    expect(await store.pets.find(500n)).toEqual({ id: 500n, name: "Bo", categoryId: 1n, status: "sold" });
    const [change] = await store.inventory.changes(500n, SLICE);
    expect(change).toMatchObject({ delta: 3, quantity: 3, reason: "imported" });
    expect(ids.every((id) => id >= 500n)).toBe(true);
    expect(await store.profiles.find(500n)).toEqual({ color: "brown" });
    expect(await store.profiles.find(ids[1] ?? 0n)).toEqual(unnumbered.profile);
    expect((await addPet(store)).id).toBeGreaterThan(500n);
  });

  test("changes pets, each changed count with a stock change that says imported", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.transaction(({ imports }) => imports.insertPets([bo], NOON));
    const after = { ...bo, name: "Bob", quantity: 1, profile: { tags: ["calm"] } };
    await store.transaction(async ({ imports }) => {
      await imports.lockPets([500n]);
      await imports.updatePets([{ before: bo, after }], NOON);
    });
    expect((await store.imports.findPets([500n])).get(500n)).toEqual(after);
    const changes = await store.inventory.changes(500n, SLICE);
    expect(changes.at(-1)).toMatchObject({ delta: -2, quantity: 1, reason: "imported" });
  });
}
