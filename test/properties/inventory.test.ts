/* The whole inventory, whose chunks are cached: what is read is what is stored, by any writer. */
import { expect } from "bun:test";
import * as fc from "fast-check";
import { test } from "../support/databases.ts";
import { openService, type TestService } from "../support/harness.ts";

/** More than two chunks. */
const PETS = 2010;

const petId = fc.nat({ max: PETS - 1 }).map((index) => index + 1);
const quantity = fc.nat({ max: 1000 });

type Step = (service: TestService) => Promise<unknown>;

const set = (id: number, count: number, changeFromQuantity?: number): Step => {
  const body = { quantity: count, ...(changeFromQuantity !== undefined && { changeFromQuantity }) };
  return ({ clerk }) => clerk.updateInventory({ params: { petId: BigInt(id) }, body });
};

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(petId, quantity).map(([id, count]) => set(id, count)),
  // Refused: changes nothing.
  fc.tuple(petId, quantity).map(([id, count]) => set(id, count, 2_000_000_000)),
  fc.integer({ min: 1, max: 15 }).map(
    (count): Step =>
      ({ stock }) =>
        stock(count),
  ),
  fc
    .tuple(petId, quantity)
    .map(([id, count]) => `update pets set quantity = ${count}, status = 'sold' where id = ${id}`)
    .map(
      (statement): Step =>
        ({ sql }) =>
          sql(statement),
    ),
  fc.constant<Step>(({ sql }) =>
    sql("insert into pets (name, category_id, status, quantity) values ('Rex', 7, 'pending', 3)"),
  ),
);

async function read(service: TestService): Promise<readonly unknown[]> {
  const response = await service.send("/v1/inventory");
  expect(response.status).toBe(200);
  return (await response.json()) as unknown[];
}

async function stored(service: TestService): Promise<readonly unknown[]> {
  const { pets = [] } = await service.dump();
  return (pets as { id: number; quantity: number; status: string }[]).map(({ id, quantity: count, status }) => ({
    petId: Number(id),
    quantity: Number(count),
    status,
  }));
}

test("the inventory is what is stored after every change by any writer", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { minLength: 2, maxLength: 6 }), async (rounds) => {
      await using service = await openService();
      await service.stock(PETS);
      expect(await read(service)).toEqual(await stored(service));
      for (const steps of rounds) {
        for (const change of steps) await change(service);
        expect(await read(service)).toEqual(await stored(service));
      }
    }),
    { numRuns: 5 },
  );
});

test("an inventory read while it changes has every pet once", async () => {
  await using service = await openService();
  await service.stock(PETS);
  const changing = (async () => {
    for (let count = 2; count <= 60; count++) await set(((count * 997) % PETS) + 1, count)(service);
  })();
  let isChanging = true;
  const reads = Array.from({ length: 3 }, async () => {
    do {
      const entries = (await read(service)) as { petId: number }[];
      expect(entries.map(({ petId: id }) => id)).toEqual(Array.from({ length: PETS }, (_none, index) => index + 1));
    } while (isChanging);
  });
  await changing;
  isChanging = false;
  await Promise.all(reads);
  expect(await read(service)).toEqual(await stored(service));
});
