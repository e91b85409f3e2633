/* What a client was told is what it reads from then on, however much is answered from memory. */
import { expect } from "bun:test";
import * as fc from "fast-check";
import { openDatabase, test } from "../databases.ts";
import { openService, type TestService } from "../harness.ts";

/** What one of several clients does next: changes something by one service or beside both, and then reads by one. */
const step = fc.record({
  client: fc.nat(5),
  change: fc.constantFrom("add", "set", "set", "set beside"),
  changeBy: fc.nat(1),
  readBy: fc.nat(1),
  quantity: fc.nat(1000),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The stock of a client's own animals: nobody else changes them. */
type Stock = Map<bigint, number>;

async function change(service: TestService, { change: what, quantity }: Step, stock: Stock): Promise<void> {
  const petId = [...stock.keys()].at(-1);
  if (petId === undefined || what === "add") {
    const added = await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    if (!added.ok) throw new Error(added.body.message);
    stock.set(added.body.id, 1);
    return;
  }
  if (what === "set beside") await service.sql(`update pets set quantity = ${quantity} where id = ${petId}`);
  else
    expect(await service.clerk.updateInventory({ params: { petId }, body: { quantity } })).toMatchObject({ ok: true });
  stock.set(petId, quantity);
}

async function expectToRead({ reader }: TestService, stock: Stock): Promise<void> {
  const [pets, inventory] = await Promise.all([reader.listPets({ query: { limit: 100 } }), reader.listInventory()]);
  if (!pets.ok || !inventory.ok) throw new Error(`a list was refused: ${pets.status} ${inventory.status}`);
  const own = inventory.body.filter(({ petId }) => stock.has(petId));
  expect(new Map(own.map(({ petId, quantity }) => [petId, quantity]))).toEqual(stock);
  expect(pets.body.filter(({ id }) => stock.has(id))).toHaveLength(stock.size);
}

test("each of many clients finds every change of its own in the lists that it asks for next, by any service", async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 60 }), async (steps) => {
    await using database = await openDatabase();
    await using one = await openService({}, database);
    await using other = await openService({}, database);
    const clients = Map.groupBy(steps, ({ client }) => client).values();
    const run = async (own: readonly Step[]) => {
      const stock: Stock = new Map();
      for (const next of own) {
        await change(next.changeBy === 0 ? one : other, next, stock);
        await expectToRead(next.readBy === 0 ? one : other, stock);
      }
    };
    await Promise.all(clients.map(run));
  });
  // Clients that run at once do not fail the same way again: there is nothing to shrink.
  await fc.assert(property, { numRuns: 6, endOnFailure: true });
});
