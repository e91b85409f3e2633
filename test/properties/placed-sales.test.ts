/* Sales and orders that two instances change at once: never oversold, nothing half done, and the stock is what the orders say. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { engines } from "../support/databases.ts";
import { bodyOf, openService } from "../support/harness.ts";
import type { Client } from "../support/typed-client.ts";

const STOCK = 3;
const PETS = [1n, 2n, 3n] as const;

const petIds = fc.uniqueArray(fc.constantFrom(...PETS), { minLength: 1, maxLength: 3 });
const id = fc.bigInt(1n, 8n);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("placeSale" as const), petIds, quantity: fc.integer({ min: 1, max: 2 }) }),
  },
  fc.record({ what: fc.constantFrom("completeSale", "reopenSale", "cancelSale" as const), id }),
  fc.record({ what: fc.constantFrom("completeOrder", "cancelOrder", "returnOrder" as const), id }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(client: Client, step: Step): Promise<number> {
  if (step.what === "placeSale") {
    const items = step.petIds.map((petId) => ({ petId, quantity: step.quantity }));
    return (await client.placeSale({ body: { items } })).status;
  }
  const [sale, order] = [{ params: { saleId: step.id } }, { params: { orderId: step.id } }];
  switch (step.what) {
    case "completeSale":
    case "reopenSale":
    case "cancelSale":
      return (await client[step.what](sale)).status;
    case "returnOrder":
      return (await client.returnOrder({ ...order, body: { quantity: 1 } })).status;
    default:
      return (await client[step.what](order)).status;
  }
}

describe.each(engines)("on $name", (engine) => {
  test("any changes of sales by two instances at once keep every pet's stock, and no sale is placed by half", async () => {
    const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 });
    const property = fc.asyncProperty(batches, async (all) => {
      await using database = await engine.open();
      await using one = await openService({}, database);
      await using other = await openService({}, database);
      await one.stock(PETS.length);
      for (const petId of PETS)
        await bodyOf(one.admin.updateInventory({ params: { petId }, body: { quantity: STOCK } }));
      for (const batch of all) {
        const sizes = batch.flatMap((of) => (of.what === "placeSale" ? [of.petIds.length] : []));
        const before = new Set((await bodyOf(one.admin.listPlacedSales())).map((sale) => sale.id));
        const statuses = await Promise.all(batch.map((of, nth) => take((nth % 2 ? one : other).admin, of)));
        expect(statuses.filter((status) => ![200, 201, 204, 400, 404, 409].includes(status))).toEqual([]);
        const orders = await bodyOf(one.admin.listOrders({ query: { limit: 100 } }));
        for (const petId of PETS) {
          const { quantity, status } = await bodyOf(one.admin.getInventoryEntry({ params: { petId } }));
          const ofPet = orders.filter((order) => order.petId === petId);
          const back = ofPet.flatMap(({ returns = [] }) => returns).reduce((sum, of) => sum + of.quantity, 0);
          const taken = ofPet.reduce((sum, order) => sum + order.quantity, 0);
          expect(quantity).toBe(STOCK - taken + back);
          if (quantity > 0) expect(status).toBe("available");
        }
        const sales = await bodyOf(one.admin.listPlacedSales({ query: { limit: 100 } }));
        expect(sales.flatMap((sale) => sale.orders.map((order) => order.id)).toSorted()).toEqual(
          orders.map((order) => order.id).toSorted(),
        );
        // Nothing else of this batch can take an order away from a sale that was placed in it.
        const isAlone = batch.every(({ what }) => what === "placeSale");
        for (const sale of sales) if (isAlone && !before.has(sale.id)) expect(sizes).toContain(sale.orders.length);
      }
    });
    await fc.assert(property, { numRuns: engine.name === "SQLite" ? 40 : 15 });
  }, 300_000);
});
