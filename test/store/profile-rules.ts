/* The promises of `Profiles` in src/core/ports.ts, one test for each sentence. They run on each engine. */
import { expect, test } from "bun:test";
import { INT64_MAX } from "../../src/contract/common.ts";
import type { Profile } from "../../src/contract/profiles.ts";
import { addPet, NOON } from "../support/harness.ts";
import type { Open } from "./conformance.ts";

const luna: Profile = {
  breed: "European Shorthair",
  sex: "female",
  birthDate: "2024",
  size: "extra_large",
  color: "'; --",
  neutered: true,
  description: 'a\nb\t"c" \\ 🐕',
  tags: ["calm", "ﷺ".repeat(50)],
  price: { amount: INT64_MAX, currency: "EUR" },
  reference: "\u{10FFFF}",
  microchip: "276098106123456",
};

export function profileRules(open: Open): void {
  test("returns what is known of a pet, nothing of a new one, and undefined without the pet", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id: petId } = await addPet(store);
    expect(await store.profiles.find(petId)).toEqual({});
    expect(await store.profiles.find(petId + 1n)).toBeUndefined();
    await store.transaction(({ profiles }) => profiles.put([{ petId, ...luna }]));
    expect(await store.profiles.find(petId)).toEqual(luna);
    await store.transaction(({ profiles }) => profiles.put([{ petId, neutered: false }]));
    expect(await store.profiles.find(petId)).toEqual({ neutered: false });
    await store.transaction(({ profiles }) => profiles.put([{ petId }]));
    expect(await store.profiles.find(petId)).toEqual({});
  });

  test("returns the profile of each of some pets, by id", async () => {
    await using opened = await open();
    const { store } = opened;
    const [one, other] = [await addPet(store), await addPet(store)];
    await store.transaction(({ profiles }) => profiles.put([{ petId: other.id, ...luna }]));
    expect([...(await store.profiles.ofPets([one.id, other.id]))]).toEqual([
      [one.id, { petId: one.id }],
      [other.id, { petId: other.id, ...luna }],
    ]);
  });

  test("keeps others from changing a pet that it locks", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id: petId } = await addPet(store);
    const other = await opened.another();
    const changed: string[] = [];
    let change: Promise<unknown> = Promise.resolve();
    await store.transaction(async ({ profiles, inventory }) => {
      expect(await profiles.lock(petId)).toEqual({});
      expect(await profiles.lock(petId + 1n)).toBeUndefined();
      change = other
        .transaction((unit) => unit.inventory.change({ petId, delta: 1, reason: "arrival", at: NOON }))
        .then(() => changed.push("other"));
      await inventory.find(petId);
      changed.push("first");
    });
    await change;
    await other.close();
    expect(changed).toEqual(["first", "other"]);
  });

  test("removes a profile with its pet: a pet that gets its id has none", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id: petId } = await addPet(store);
    await store.transaction(({ profiles }) => profiles.put([{ petId, ...luna }]));
    await store.transaction(({ pets }) => pets.delete(petId));
    const pet = { id: petId, name: "Bo", categoryId: 1n, status: "sold", quantity: 0, profile: {} } as const;
    await store.transaction(({ imports }) => imports.insertPets([pet], NOON));
    expect(await store.profiles.find(petId)).toEqual({});
    expect((await store.pets.list({ microchip: "276098106123456" }, { after: 0n, limit: 9 })).items).toEqual([]);
    expect((await store.pets.list({ tag: "calm" }, { after: 0n, limit: 9 })).items).toEqual([]);
  });
}
