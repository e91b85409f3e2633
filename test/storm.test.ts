/* Random clients of two services on one database, all at once: what they were told explains all that is stored. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { StockChange } from "../src/contract/inventory.ts";
import { engines } from "./support/databases.ts";
import { openService, type TestService } from "./support/harness.ts";
import { allOf, everyPage } from "./support/pages.ts";
import type { Client } from "./support/typed-client.ts";

const CLIENTS = 8;

/** What all clients were told. */
class Told {
  /** By pet: the changes of its stock that were acknowledged. */
  readonly changes = new Map<bigint, string[]>();
  readonly removed = new Set<bigint>();
  readonly placed: bigint[] = [];
  readonly completed = new Set<bigint>();
  readonly cancelled: bigint[] = [];
  /** The pet and the quantity of each order. */
  readonly orders = new Map<bigint, readonly [petId: bigint, quantity: number]>();

  changed(petId: bigint, reason: string, delta: number, cause: unknown): void {
    this.changes.set(petId, [...(this.changes.get(petId) ?? []), `${reason} ${delta} ${cause ?? ""}`]);
  }
}

/** Does one thing, and records the result. */
type Act = (client: Client, told: Told, nth: number, amount: number) => Promise<{ readonly status: number }>;

/** One of the first items: clients meet at the same few. */
const oneOf = (items: readonly bigint[], nth: number) => items[nth % Math.min(items.length, 6)] ?? 1n;
const petOf = ({ changes }: Told, nth: number) => oneOf([...changes.keys()], nth);
const orderOf = ({ placed }: Told, nth: number) => oneOf(placed.toReversed(), nth);

const acts: Record<string, Act> = {
  async creates({ createPet }, told) {
    const made = await createPet({ body: { name: "Rex", categoryId: 7n } });
    if (made.ok) told.changed(made.body.id, "created", 1, undefined);
    return made;
  },
  async changes({ changeStock }, told, nth, amount) {
    const petId = petOf(told, nth);
    const delta = nth % 3 === 0 ? -amount : amount;
    const made = await changeStock({ params: { petId }, body: { delta, reason: "return" } });
    if (made.ok) told.changed(petId, "return", delta, undefined);
    return made;
  },
  async places({ placeOrder }, told, nth, quantity) {
    const petId = petOf(told, nth);
    const made = await placeOrder({ body: { petId, quantity } });
    if (!made.ok) return made;
    told.placed.push(made.body.id);
    told.orders.set(made.body.id, [petId, quantity]);
    told.changed(petId, "order_placed", -quantity, made.body.id);
    return made;
  },
  async completes({ completeOrder }, told, nth) {
    const orderId = orderOf(told, nth);
    const made = await completeOrder({ params: { orderId } });
    if (made.ok) told.completed.add(orderId);
    return made;
  },
  async cancels({ cancelOrder }, told, nth) {
    const orderId = orderOf(told, nth);
    const made = await cancelOrder({ params: { orderId } });
    if (made.ok) told.cancelled.push(orderId);
    return made;
  },
  updates: ({ updatePet }, told, nth, amount) =>
    updatePet({
      params: { petId: petOf(told, nth) },
      body: { name: `Mia ${nth}`, status: amount === 3 ? "pending" : "available" },
    }),
  async removes({ deletePet }, told, nth) {
    const petId = petOf(told, nth);
    const made = await deletePet({ params: { petId } });
    if (made.ok) told.removed.add(petId);
    return made;
  },
};

/** How often clients do each. */
const weights = { creates: 1, changes: 3, places: 4, completes: 1, cancels: 2, updates: 2, removes: 1 };
const weighted = Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name) }));
const act = fc.record({ name: fc.oneof(...weighted), nth: fc.nat(1000), amount: fc.integer({ min: 1, max: 3 }) });
const scripts = fc.array(fc.array(act, { minLength: 20, maxLength: 30 }), { minLength: CLIENTS, maxLength: CLIENTS });

async function expectExplained(service: TestService, told: Told): Promise<void> {
  // Only now is each order known: one may be cancelled before the client that placed it is told.
  for (const id of told.cancelled) {
    const [petId, quantity] = told.orders.get(id) ?? [0n, 0];
    told.changed(petId, "order_cancelled", quantity, id);
  }
  const entries = (await everyPage(service, "/v1/inventory?limit=100")).flatMap(({ items }) => items);
  const alive = [...told.changes.keys()].filter((petId) => !told.removed.has(petId));
  expect(new Set(entries.map(({ petId }) => petId))).toEqual(new Set(alive));
  for (const { petId, quantity } of entries as { petId: bigint; quantity: bigint }[]) {
    const pages = await everyPage(service, `/v1/inventory/${petId}/changes?limit=100`);
    const history = pages.flatMap(({ items }) => items as unknown as StockChange[]);
    const known = history.map(({ reason, delta, orderId }) => `${reason} ${delta} ${orderId ?? ""}`);
    expect(known.toSorted()).toEqual((told.changes.get(petId) ?? []).toSorted());
    let count = 0n;
    for (const change of history) {
      count += BigInt(change.delta);
      expect(count >= 0n && BigInt(change.quantity) === count).toBe(true);
    }
    expect(count).toBe(quantity);
  }
  await expectOrdersExplained(service, told);
}

async function expectOrdersExplained(service: TestService, told: Told): Promise<void> {
  const idsOf = async (filter: string) => allOf(await everyPage(service, `/v1/store/orders?limit=100${filter}`), "id");
  const cancelled = new Set(told.cancelled);
  expect(cancelled.size).toBe(told.cancelled.length);
  expect(cancelled.isDisjointFrom(told.completed)).toBe(true);
  expect(new Set(await idsOf(""))).toEqual(new Set(told.placed).difference(cancelled));
  expect(new Set(await idsOf("&complete=true"))).toEqual(told.completed);
  const open = told.placed.filter((id) => !cancelled.has(id) && !told.completed.has(id));
  expect(open.filter((id) => told.removed.has(told.orders.get(id)?.[0] ?? 0n))).toEqual([]);
}

describe.each(engines)("on $name", (engine) => {
  test("orders, cancellations, returns, changes and removals at once leave nothing unexplained", async () => {
    const seen = new Set<number>();
    const property = fc.asyncProperty(scripts, async (all) => {
      await using database = await engine.open();
      await using one = await openService({}, database);
      await using other = await openService({}, database);
      const told = new Told();
      for (let nth = 0; nth < 4; nth++) await acts["creates"]?.(one.admin, told, 0, 0);
      const run = async (script: (typeof all)[number], client: Client) => {
        for (const { name, nth, amount } of script) {
          const outcome = await acts[name]?.(client, told, nth, amount);
          seen.add(outcome?.status ?? 0);
        }
      };
      await Promise.all(all.map((script, nth) => run(script, (nth % 2 === 0 ? one : other).admin)));
      await expectExplained(one, told);
    });
    await fc.assert(property, { numRuns: engine.name === "SQLite" ? 6 : 3, endOnFailure: true });
    expect(seen).toEqual(new Set([200, 201, 204, 404, 409]));
  }, 300_000);
});
