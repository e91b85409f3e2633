/* The whole inventory, whose pieces are kept while nothing in them changes: what is read is what is stored, whoever changed it. */
import { expect } from "bun:test";
import * as fc from "fast-check";
import { test } from "../databases.ts";
import { openService, type TestService } from "../harness.ts";

/** More than two pieces of a thousand, and room for another. */
const ANIMALS = 2990;

const petId = fc.nat({ max: ANIMALS - 1 }).map((index) => index + 1);
const quantity = fc.nat({ max: 1000 });

type Step = (service: TestService) => Promise<unknown>;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(petId, quantity).map(
    ([id, count]): Step =>
      (service) =>
        service.clerk.updateInventory({ params: { petId: BigInt(id) }, body: { quantity: count } }),
  ),
  fc.integer({ min: 1, max: 15 }).map(
    (count): Step =>
      (service) =>
        service.stock(count),
  ),
  fc.tuple(petId, quantity).map(
    ([id, count]): Step =>
      (service) =>
        service.sql(`update pets set quantity = ${count}, status = 'sold' where id = ${id}`),
  ),
  fc.constant<Step>((service) =>
    service.sql("insert into pets (name, category_id, status, quantity) values ('Rex', 7, 'pending', 3)"),
  ),
  // Refused, and nothing is changed.
  fc.tuple(petId, quantity).map(
    ([id, count]): Step =>
      (service) =>
        service.clerk.updateInventory({
          params: { petId: BigInt(id) },
          body: { quantity: count, changeFromQuantity: 2_000_000_000 },
        }),
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

test("the inventory is what is stored after every change, by whomever", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { minLength: 2, maxLength: 6 }), async (rounds) => {
      await using service = await openService();
      await service.stock(ANIMALS);
      expect(await read(service)).toEqual(await stored(service));
      for (const steps of rounds) {
        for (const change of steps) await change(service);
        expect(await read(service)).toEqual(await stored(service));
      }
    }),
    { numRuns: 8 },
  );
});

test("an inventory that is read while it changes has every animal once, each as it was at some time", async () => {
  await using service = await openService();
  await service.stock(ANIMALS);
  const changing = (async () => {
    for (let count = 2; count <= 60; count++) {
      await service.clerk.updateInventory({
        params: { petId: BigInt((count * 997) % ANIMALS) + 1n },
        body: { quantity: count },
      });
    }
  })();
  const reads = Array.from({ length: 12 }, async (_, nth) => {
    await Bun.sleep(nth * 5);
    const entries = (await read(service)) as { petId: number }[];
    expect(entries.map(({ petId: id }) => id)).toEqual(Array.from({ length: ANIMALS }, (_none, index) => index + 1));
  });
  await Promise.all([changing, ...reads]);
  expect(await read(service)).toEqual(await stored(service));
});
