/* Words follow every change: pets that are added, renamed, described and removed by transactions of which some fail. */
import { expect, setDefaultTimeout, test } from "bun:test";
import * as fc from "fast-check";
import type { Repositories, Store } from "../../src/core/ports.ts";
import { NOON } from "../support/harness.ts";
import type { Open } from "./conformance.ts";

/** Names and tags are made of these, and each is the start of others. */
const WORDS = ["be", "bel", "bella", "belladonna", "luna", "lunar", "276098", "2760981", "krumel", "日本"];

const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));

const change = fc.record({
  kind: fc.constantFrom(
    "add" as const,
    "add" as const,
    "rename" as const,
    "describe" as const,
    "remove" as const,
    "sell" as const,
  ),
  pet: fc.nat(9),
  text,
});

type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

/** Transactions that wait together, of which some fail after their changes. */
const group = fc.array(fc.record({ changes: fc.array(change, { maxLength: 3 }), fails: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});

/** A pet of the model: what it is found by. */
interface Modelled {
  name: string;
  tag?: string;
}

const FAILURE = new Error("fails after its changes");

/** Makes changes in one transaction, and on a copy of the model that takes its place when the transaction has succeeded. */
async function attempt(store: Store, model: Map<bigint, Modelled>, changes: readonly Change[], fails: boolean) {
  await store
    .transaction(async (open) => {
      const next = new Map(model);
      for (const one of changes) await make(open, next, one);
      if (fails) throw FAILURE;
      model.clear();
      for (const [id, pet] of next) model.set(id, pet);
    })
    .catch((error: unknown) => expect(error).toBe(FAILURE));
}

async function make({ pets, profiles }: Repositories, model: Map<bigint, Modelled>, one: Change): Promise<void> {
  if (one.kind === "add") {
    const { id } = await pets.insert({ name: one.text, categoryId: 7n, status: "available" }, 0, NOON);
    model.set(id, { name: one.text });
    return;
  }
  const id = [...model.keys()][one.pet];
  const pet = id === undefined ? undefined : await pets.find(id);
  if (id === undefined || pet === undefined) return;
  if (one.kind === "remove") {
    await pets.delete(id);
    model.delete(id);
  } else if (one.kind === "sell") await pets.changeStatus(id, "available", "sold");
  else if (one.kind === "rename") {
    expect(await pets.replace(pet, { ...pet, name: one.text })).toBe(true);
    model.set(id, { ...model.get(id), name: one.text });
  } else {
    await profiles.put([{ petId: id, tags: [one.text] }]);
    model.set(id, { name: pet.name, tag: one.text });
  }
}

/** The rule on the words of an engine. */
export function wordRules(open: Open): void {
  setDefaultTimeout(60_000);

  test("after any changes each word finds the pets that have it, and nothing of a transaction that failed", async () => {
    await using opened = await open();
    const { store, url } = opened;
    const isGrouped = url.startsWith("sqlite");
    const model = new Map<bigint, Modelled>();
    const property = fc.asyncProperty(group, async (transactions) => {
      // One after the other in the model, as the store runs them, but they share a commit where it has groups.
      const pending = transactions.map(
        ({ changes, fails }) =>
          () =>
            attempt(store, model, changes, fails),
      );
      if (isGrouped) await Promise.all(pending.map((run) => run()));
      else for (const run of pending) await run();
      for (const word of WORDS) {
        const found = (await store.pets.list({ words: [word] }, { after: 0n, limit: 1000 })).items.map(({ id }) => id);
        const expected = [...model].filter(([, { name, tag }]) =>
          `${name} ${tag ?? ""}`.split(" ").some((one) => one.startsWith(word)),
        );
        expect([word, found]).toEqual([word, expected.map(([id]) => id)]);
      }
    });
    await fc.assert(property, { numRuns: isGrouped ? 150 : 30 });
  });
}
