/* Undoing what imports have changed, while and after others change it too (decision 022). */
import { expect } from "bun:test";
import fc from "fast-check";
import { test } from "../support/databases.ts";
import { bodyOf, openService, type TestService } from "../support/harness.ts";

const MEMBERS = ["name", "quantity", "breed", "color"] as const;
type Values = Record<(typeof MEMBERS)[number], string>;

const PETS = ["A", "B", "C"];

/** A value of a member: few, so that others often set what was there before. */
const value = fc.constantFrom("1", "2", "3");
const change = fc.record({ pet: fc.nat(PETS.length - 1), member: fc.constantFrom(...MEMBERS), value });
const step = fc.oneof(
  { arbitrary: fc.record({ import: fc.array(change, { minLength: 1, maxLength: 6 }) }), weight: 2 },
  { arbitrary: fc.record({ change }), weight: 3 },
  { arbitrary: fc.record({ sale: fc.nat(PETS.length - 1) }), weight: 1 },
  { arbitrary: fc.record({ undo: fc.nat(3) }), weight: 2 },
);

/** Imports a table of pets in which only some members change. Returns the id of the import. */
async function update({ admin }: TestService, rows: ReadonlyMap<string, Partial<Values>>): Promise<bigint | undefined> {
  const lines = [...rows].map(([reference, row]) => [reference, ...MEMBERS.map((member) => row[member] ?? "")].join());
  const file = [`reference,${MEMBERS.join()}`, ...lines].join("\n");
  return (await bodyOf(admin.createImport({ file, query: { update: true } }))).id;
}

async function setBy({ admin }: TestService, petId: bigint, member: keyof Values, to: string): Promise<void> {
  if (member === "name") await bodyOf(admin.updatePet({ params: { petId }, body: { name: to } }));
  else if (member === "quantity")
    await bodyOf(admin.updateInventory({ params: { petId }, body: { quantity: Number(to) } }));
  else await bodyOf(admin.updateProfile({ params: { petId }, body: { [member]: to } }));
}

async function stateOf({ admin }: TestService, petIds: readonly bigint[]): Promise<readonly Values[]> {
  const pets = await bodyOf(
    admin.listPets({ query: { include: ["profile", "quantity"], limit: 100, ids: [...petIds] } }),
  );
  return pets.map(({ name, quantity, profile }) => ({
    ...{ name, quantity: String(quantity), breed: profile?.breed ?? "", color: profile?.color ?? "" },
  }));
}

test("after any changes by imports, people and sales, undoing puts back each member that still is as its import left it", async () => {
  await using service = await openService();
  let run = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
    const references = PETS.map((pet) => `${pet}${run}`);
    run += 1;
    const file = `name,category,reference,quantity,breed,color\n${references.map((one) => `1,Dogs,${one},9,1,1\n`).join("")}`;
    await bodyOf(service.admin.createImport({ file, query: { createCategories: true } }));
    const ids = await Promise.all(
      references.map(
        async (reference) => (await bodyOf(service.admin.listPets({ query: { reference } })))[0]?.id ?? 0n,
      ),
    );
    const state: Values[] = references.map(() => ({ name: "1", quantity: "9", breed: "1", color: "1" }));
    const imports: {
      readonly id: bigint;
      readonly changes: readonly (readonly [number, keyof Values, string, string])[];
    }[] = [];
    for (const one of steps) {
      if ("import" in one) {
        const rows = new Map<string, Partial<Values>>();
        for (const { pet, member, value } of one.import) {
          const reference = references[pet] ?? "";
          rows.set(reference, { ...rows.get(reference), [member]: value });
        }
        const changes = [...rows].flatMap(([reference, row]) => {
          const pet = references.indexOf(reference);
          const before = state[pet] as Values;
          state[pet] = { ...before, ...row };
          return MEMBERS.flatMap((member) => {
            const to = row[member];
            return to === undefined || to === before[member] ? [] : [[pet, member, before[member], to] as const];
          });
        });
        const id = await update(service, rows);
        if (id !== undefined) imports.push({ id, changes });
      } else if ("change" in one) {
        const { pet, member, value } = one.change;
        await setBy(service, ids[pet] ?? 0n, member, value);
        state[pet] = { ...(state[pet] as Values), [member]: value };
      } else if ("sale" in one) {
        const { ok } = await service.admin.placeOrder({ body: { petId: ids[one.sale] ?? 0n } });
        const sold = state[one.sale] as Values;
        if (ok) state[one.sale] = { ...sold, quantity: String(Number(sold.quantity) - 1) };
      } else {
        const [undone] = imports.splice(one.undo % Math.max(1, imports.length), 1);
        if (undone === undefined) continue;
        await bodyOf(service.admin.undoImport({ params: { importId: undone.id } }));
        for (const [pet, member, before, after] of undone.changes) {
          const now = state[pet] as Values;
          if (now[member] === after) state[pet] = { ...now, [member]: before };
        }
      }
      expect(await stateOf(service, ids)).toEqual(state);
    }
  });
  await fc.assert(property, { numRuns: 15 });
});

test("what others set while an import is undone stays, and the rest is put back", async () => {
  await using service = await openService();
  const references = Array.from({ length: 60 }, (_, nth) => `P${nth}`);
  const file = `name,category,reference,breed\n${references.map((one) => `Rex,Dogs,${one},Beagle\n`).join("")}`;
  await bodyOf(service.admin.createImport({ file, query: { createCategories: true } }));
  const id = await update(
    service,
    new Map(references.map((one) => [one, { name: "Max", breed: "Boxer", quantity: "4" }])),
  );
  const ids = references.map((_, nth) => BigInt(nth + 1));
  const others = async () => {
    for (const petId of ids.toReversed()) await setBy(service, petId, "name", `Mia ${petId}`);
  };
  const [undone] = await Promise.all([bodyOf(service.admin.undoImport({ params: { importId: id ?? 0n } })), others()]);
  expect(undone.restored).toBe(60);
  expect(await stateOf(service, ids)).toEqual(
    ids.map((petId) => ({ name: `Mia ${petId}`, quantity: "1", breed: "Beagle", color: "" })),
  );
});
