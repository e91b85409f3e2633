/* The sums of listSales are those of a model of the shop's money, in any time zone and at both changes of the clock. */

import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Order } from "../../src/contract/orders/order-schemas.ts";
import type { Sales } from "../../src/contract/shop/reports.ts";
import { engines } from "../support/databases.ts";
import { bodyOf, openService } from "../support/harness.ts";
import { createPet, plans, Shop, type Step, setStock, taken } from "../support/shop-model.ts";

const HOUR_MS = 3_600_000;
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"] as const;
/** Shortly before the clocks of these zones change, in spring and in autumn. */
const STARTS = ["2026-03-27T20:00Z", "2026-10-23T20:00Z", "2026-10-31T02:00Z", "2026-04-03T10:00Z"].map(Date.parse);

const { place, complete, reopen, giveBack } = plans;
const step = fc.record({
  plan: fc.oneof({ weight: 2, arbitrary: place }, { weight: 2, arbitrary: complete }, reopen, giveBack),
  hours: fc.double({ min: 0, max: 20, noNaN: true }),
});

/** The date of a moment, from the fields that the calendar of a zone has. */
function dateIn(timeZone: string, at: number): string {
  const fields = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, ...fields }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  return `${part("year")}-${part("month")}-${part("day")}`;
}

type By = "day" | "month" | "category";

/** The sums of the model, each as a text. */
function expectedSales({ orders }: Shop, timeZone: string, by: By, [from, to]: readonly [string, string]) {
  const groups = new Map<string, [number, number, bigint, number, number, bigint]>();
  const add = ({ pet }: Order, at: string, currency: string | undefined, sums: readonly (number | bigint)[]) => {
    const date = dateIn(timeZone, Date.parse(at));
    if (date < from || date > to) return;
    const group = by === "category" ? pet?.categoryId : date.slice(0, by === "day" ? 10 : 7);
    const key = `${group} ${currency ?? "-"}`;
    const before = groups.get(key) ?? [0, 0, 0n, 0, 0, 0n];
    groups.set(key, before.map((sum, nth) => (sum as bigint) + (sums[nth] as bigint)) as typeof before);
  };
  for (const order of orders.values()) {
    const { price, quantity, completedAt, returns = [] } = order;
    if (completedAt !== undefined)
      add(order, completedAt, price?.currency, [1, quantity, price?.amount ?? 0n, 0, 0, 0n]);
    for (const { at, quantity, refund } of returns) {
      add(order, at, refund?.currency ?? price?.currency, [0, 0, 0n, 1, quantity, refund?.amount ?? 0n]);
    }
  }
  return [...groups].map(([key, sums]) => `${key}: ${sums.join(" ")}`).toSorted();
}

const textOf = ({ day, month, categoryId, currency = "-", ...sums }: Sales) => {
  const { orders, quantity, sales, returns, returnedQuantity, refunds } = sums;
  const all = [orders, quantity, sales, returns, returnedQuantity, refunds];
  return `${day ?? month ?? categoryId} ${currency}: ${all.join(" ")}`;
};

describe.each(engines)("on $name", (engine) => {
  test("after any orders, completions, reopenings and returns, the sums are those of the model", async () => {
    const shops = fc.record({
      start: fc.constantFrom(...STARTS),
      steps: fc.array(step, { minLength: 5, maxLength: 30, size: "max" }),
    });
    const property = fc.asyncProperty(shops, async ({ start, steps }) => {
      await using database = await engine.open();
      await using service = await openService({}, database);
      service.now = start;
      let shop = new Shop(start);
      const take = async (step: Step) => {
        const { status, body } = await step.call(service.admin);
        const [next, expected] = taken(shop, step, body);
        expect([step.name, status]).toEqual([step.name, expected]);
        shop = next;
      };
      for (const categoryId of [10n, 20n, 30n]) await take(createPet({ name: "Rex", categoryId }));
      for (const petId of shop.pets.keys()) await take(setStock(petId, 1000));
      for (const { plan, hours } of steps) {
        shop.now = service.now += Math.round(hours * HOUR_MS);
        await take(plan(shop));
      }
      for (const timeZone of ZONES) {
        const dates = [dateIn(timeZone, start + 24 * HOUR_MS), dateIn(timeZone, service.now)] as const;
        for (const period of [dates, ["2026-01-01", "2026-12-31"]] as const) {
          const [from, to] = period;
          if (from > to) continue;
          for (const by of ["day", "month", "category"] as const) {
            const texts = expectedSales(shop, timeZone, by, period);
            const report = service.clerk.listSales({ query: { from, to, by, timeZone } });
            expect([timeZone, by, ...(await bodyOf(report)).map(textOf).toSorted()]).toEqual([timeZone, by, ...texts]);
          }
        }
      }
    });
    await fc.assert(property, { numRuns: engine.name === "SQLite" ? 15 : 5 });
  }, 300_000);
});
