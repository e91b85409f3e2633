/* Steps of orders that two instances take at once leave what a model reaches by taking them one after the other. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { PetStatus } from "../../src/contract/pets.ts";
import { engines } from "../support/databases.ts";
import { addPet, bodyOf, openService, rex } from "../support/harness.ts";
import type { Client } from "../support/typed-client.ts";

const petId = 1n;

type OrderState = "open" | "complete" | "returned";

/** A pet and its orders, by id. A pet that was removed has no status. */
interface Shop {
  readonly quantity: number;
  readonly status: PetStatus | undefined;
  readonly orders: Readonly<Record<string, OrderState>>;
}

interface Outcome {
  readonly status: number;
  readonly shop: Shop;
}

/** A step on an order: what the service is asked, and what the model makes of it. */
interface Step {
  readonly name: string;
  readonly call: (client: Client, orderId: bigint) => Promise<{ readonly status: number }>;
  readonly take: (shop: Shop, orderId: bigint) => Outcome;
}

const refuse = (shop: Shop, status: number): Outcome => ({ status, shop });
const isGone = ({ quantity, orders }: Shop) => quantity === 0 && !Object.values(orders).includes("open");

const steps: readonly Step[] = [
  {
    name: "complete",
    call: (client, orderId) => client.completeOrder({ params: { orderId } }),
    take(shop, orderId) {
      if (shop.orders[`${orderId}`] === undefined) return refuse(shop, 404);
      if (shop.orders[`${orderId}`] !== "open") return refuse(shop, 200);
      const done: Shop = { ...shop, orders: { ...shop.orders, [`${orderId}`]: "complete" } };
      const isSold = done.status === "pending" && isGone(done);
      return { status: 200, shop: isSold ? { ...done, status: "sold" } : done };
    },
  },
  {
    name: "cancel",
    call: (client, orderId) => client.cancelOrder({ params: { orderId } }),
    take(shop, orderId) {
      const { [`${orderId}`]: order, ...orders } = shop.orders;
      if (order !== "open") return refuse(shop, order === undefined ? 404 : 409);
      return { status: 204, shop: { quantity: shop.quantity + 1, status: "available", orders } };
    },
  },
  {
    name: "reopen",
    call: (client, orderId) => client.reopenOrder({ params: { orderId } }),
    take(shop, orderId) {
      const order = shop.orders[`${orderId}`];
      if (order !== "complete") return refuse(shop, order === undefined ? 404 : order === "open" ? 200 : 409);
      if (shop.status === undefined) return refuse(shop, 409);
      const status = shop.status === "sold" && shop.quantity === 0 ? "pending" : shop.status;
      return { status: 200, shop: { ...shop, status, orders: { ...shop.orders, [`${orderId}`]: "open" } } };
    },
  },
  ...[true, false].map((restock) => ({
    name: restock ? "return" : "return without the pet",
    call: (client: Client, orderId: bigint) => client.returnOrder({ params: { orderId }, body: { restock } }),
    take(shop: Shop, orderId: bigint): Outcome {
      const order = shop.orders[`${orderId}`];
      if (order !== "complete") return refuse(shop, order === undefined ? 404 : 409);
      if (restock && shop.status === undefined) return refuse(shop, 409);
      const returned: Shop = { ...shop, orders: { ...shop.orders, [`${orderId}`]: "returned" } };
      return {
        status: 200,
        shop: restock ? { ...returned, quantity: shop.quantity + 1, status: "available" } : returned,
      };
    },
  })),
  {
    name: "place",
    call: (client) => client.placeOrder({ body: { petId } }),
    take(shop) {
      if (shop.status === undefined) return refuse(shop, 404);
      if (shop.status !== "available" || shop.quantity === 0) return refuse(shop, 409);
      const quantity = shop.quantity - 1;
      const orders = { ...shop.orders, [`new, beside ${Object.keys(shop.orders)}`]: "open" } as const;
      return { status: 201, shop: { quantity, status: quantity === 0 ? "pending" : "available", orders } };
    },
  },
  {
    name: "arrival",
    call: (client) => client.changeStock({ params: { petId }, body: { delta: 1, reason: "arrival" } }),
    take: (shop) =>
      shop.status === undefined ? refuse(shop, 404) : { status: 201, shop: { ...shop, quantity: shop.quantity + 1 } },
  },
  {
    name: "removal",
    call: (client) => client.deletePet({ params: { petId } }),
    take(shop) {
      if (shop.status === undefined) return refuse(shop, 404);
      if (Object.values(shop.orders).includes("open")) return refuse(shop, 409);
      return { status: 204, shop: { ...shop, quantity: 0, status: undefined } };
    },
  },
];

/** What the calls return and leave, in a form that two equal ones share: orders that the steps placed have any id. */
function seen(statuses: readonly number[], { quantity, status, orders }: Shop): string {
  return JSON.stringify([statuses, quantity, status, Object.values(orders).toSorted()]);
}

/** Every order of some things. */
function orders<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length === 0) return [[]];
  return things.flatMap((first, nth) => orders(things.toSpliced(nth, 1)).map((rest) => [first, ...rest]));
}

interface Taken {
  readonly step: Step;
  readonly orderId: bigint;
}

/** Everything that may be seen after some steps, whichever comes first. */
function outcomes(start: Shop, taken: readonly Taken[]): Set<string> {
  const found = new Set<string>();
  for (const order of orders([...taken.keys()])) {
    const statuses: number[] = [];
    let shop = start;
    for (const nth of order) {
      const { step, orderId } = taken[nth] as Taken;
      ({ status: statuses[nth], shop } = step.take(shop, orderId) as { status: number; shop: Shop });
    }
    found.add(seen(statuses, shop));
  }
  return found;
}

/** A pet's stock, how many orders of one it has, how many of them are complete, and steps on those: orders that the steps place are left alone. */
const shops = fc
  .integer({ min: 1, max: 3 })
  .chain((stock) => fc.record({ stock: fc.constant(stock), ordered: fc.integer({ min: 1, max: stock }) }))
  .chain(({ stock, ordered }) => {
    const step = fc.record({ step: fc.constantFrom(...steps), orderId: fc.bigInt(1n, BigInt(ordered)) });
    const taken = fc.array(step, { minLength: 2, maxLength: 5 });
    const completed = fc.integer({ min: 0, max: ordered });
    return fc.record({ stock: fc.constant(stock), ordered: fc.constant(ordered), completed, taken });
  });

const named = (taken: readonly Taken[]) => taken.map(({ step, orderId }) => `${step.name} ${orderId}`).join(", ");

describe.each(engines)("on $name", (engine) => {
  test("any steps of a pet's orders at once leave what some order of them leaves", async () => {
    const property = fc.asyncProperty(shops, async ({ stock, ordered, completed, taken }) => {
      await using database = await engine.open();
      await using one = await openService({}, database);
      await using other = await openService({}, database);
      await addPet(one.store, rex, stock);
      for (let nth = 0; nth < ordered; nth++) await bodyOf(one.admin.placeOrder({ body: { petId } }));
      for (let nth = 0; nth < completed; nth++) {
        await bodyOf(one.admin.completeOrder({ params: { orderId: BigInt(nth + 1) } }));
      }
      const placed = Array.from({ length: ordered }, (_, nth) => [`${nth + 1}`, nth < completed ? "complete" : "open"]);
      const start: Shop = {
        quantity: stock - ordered,
        status: stock > ordered ? "available" : completed === ordered ? "sold" : "pending",
        orders: Object.fromEntries(placed),
      };
      const called = taken.map(({ step, orderId }, nth) => step.call((nth % 2 ? one : other).admin, orderId));
      const statuses = (await Promise.all(called)).map(({ status }) => status);
      const entry = await one.admin.getInventoryEntry({ params: { petId } });
      const listed = await bodyOf(one.admin.listOrders({ query: { limit: 100 } }));
      const shop: Shop = {
        quantity: entry.ok ? entry.body.quantity : 0,
        status: entry.ok ? entry.body.status : undefined,
        orders: Object.fromEntries(
          listed.map(({ id, complete, returnedAt }) => {
            const state: OrderState = returnedAt !== undefined ? "returned" : complete ? "complete" : "open";
            return [`${id}`, state];
          }),
        ),
      };
      expect([...outcomes(start, taken)], named(taken)).toContain(seen(statuses, shop));
    });
    await fc.assert(property, { numRuns: engine.name === "SQLite" ? 60 : 30 });
  }, 300_000);
});
