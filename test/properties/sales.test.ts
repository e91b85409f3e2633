/* The sums of listSales are those of a model of the shop's money, in any time zone and at both changes of the clock. */

import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { AMOUNT_MAX } from "../../src/contract/money.ts";
import type { Sales } from "../../src/contract/reports.ts";
import { engines } from "../support/databases.ts";
import { bodyOf, openService, type TestService } from "../support/harness.ts";

const HOUR_MS = 3_600_000;
const CURRENCIES = ["EUR", "JPY", "KWD"] as const;
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"] as const;
/** Shortly before the clocks of these zones change, in spring and in autumn. */
const STARTS = ["2026-03-27T20:00Z", "2026-10-23T20:00Z", "2026-10-31T02:00Z", "2026-04-03T10:00Z"].map(Date.parse);

/** What the model knows of an order. */
interface Known {
  readonly categoryId: bigint;
  readonly price: { readonly amount: bigint; readonly currency: string } | undefined;
  readonly quantity: number;
  completedAt?: number | undefined;
  readonly returns: {
    readonly at: number;
    readonly quantity: number;
    readonly refund: { readonly amount: bigint; readonly currency: string } | undefined;
  }[];
}

const amount = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt(0n, 100_000n) },
  fc.bigInt(2n ** 32n - 3n, 2n ** 32n + 3n),
  fc.bigInt(AMOUNT_MAX - 3n, AMOUNT_MAX),
);
const step = fc.record({
  what: fc.constantFrom("place", "place", "complete", "complete", "reopen", "return"),
  order: fc.nat(20),
  petId: fc.bigInt(1n, 3n),
  quantity: fc.integer({ min: 1, max: 3 }),
  price: fc.option(fc.record({ amount, currency: fc.constantFrom(...CURRENCIES) }), { nil: undefined, freq: 6 }),
  refund: fc.option(amount, { nil: undefined }),
  hours: fc.double({ min: 0, max: 20, noNaN: true }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Takes a step at the service and, if it was allowed, in the model. */
async function take(service: TestService, known: Known[], step: Step) {
  const { what, order, petId, quantity, price, refund: back, hours } = step;
  service.now += Math.round(hours * HOUR_MS);
  const { clerk } = service;
  if (what === "place") {
    await bodyOf(clerk.placeOrder({ body: { petId, quantity, ...(price && { price }) } }));
    return void known.push({ categoryId: petId * 10n, price, quantity, returns: [] });
  }
  const nth = known.length === 0 ? 0 : order % known.length;
  const one = known[nth];
  if (one === undefined) return;
  const params = { orderId: BigInt(nth + 1) };
  if (what === "complete") {
    await bodyOf(clerk.completeOrder({ params }));
    one.completedAt ??= service.now;
  } else if (what === "reopen") {
    const { ok } = await clerk.reopenOrder({ params });
    if (ok) one.completedAt = undefined;
  } else {
    const currency = one.price?.currency ?? "EUR";
    const refund = back === undefined ? undefined : { amount: back, currency };
    const { ok } = await clerk.returnOrder({ params, body: { quantity, ...(refund && { refund, note: "Back" }) } });
    const left = one.returns.reduce((sum, { quantity }) => sum - quantity, one.quantity);
    if (quantity > left) expect(ok).toBe(false);
    if (ok) one.returns.push({ at: service.now, quantity, refund });
  }
}

/** The date of a moment, from the fields that the calendar of a zone has. */
function dateIn(timeZone: string, at: number): string {
  const fields = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, ...fields }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  return `${part("year")}-${part("month")}-${part("day")}`;
}

type By = "day" | "month" | "category";

/** The sums of the model, each as a text. */
function expectedSales(known: readonly Known[], timeZone: string, by: By, [from, to]: readonly [string, string]) {
  const groups = new Map<string, [number, number, bigint, number, number, bigint]>();
  const add = ({ categoryId }: Known, at: number, currency: string | undefined, sums: readonly (number | bigint)[]) => {
    const date = dateIn(timeZone, at);
    if (date < from || date > to) return;
    const group = by === "category" ? categoryId : date.slice(0, by === "day" ? 10 : 7);
    const key = `${group} ${currency ?? "-"}`;
    const before = groups.get(key) ?? [0, 0, 0n, 0, 0, 0n];
    groups.set(key, before.map((sum, nth) => (sum as bigint) + (sums[nth] as bigint)) as typeof before);
  };
  for (const one of known) {
    const { price, quantity, completedAt, returns } = one;
    if (completedAt !== undefined) add(one, completedAt, price?.currency, [1, quantity, price?.amount ?? 0n, 0, 0, 0n]);
    for (const { at, quantity, refund } of returns) {
      add(one, at, refund?.currency ?? price?.currency, [0, 0, 0n, 1, quantity, refund?.amount ?? 0n]);
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
      for (const categoryId of [10n, 20n, 30n]) {
        const { id } = await bodyOf(service.admin.createPet({ body: { name: "Rex", categoryId } }));
        await service.admin.updateInventory({ params: { petId: id }, body: { quantity: 1000 } });
      }
      const known: Known[] = [];
      for (const one of steps) await take(service, known, one);
      for (const timeZone of ZONES) {
        const dates = [dateIn(timeZone, start + 24 * HOUR_MS), dateIn(timeZone, service.now)] as const;
        for (const period of [dates, ["2026-01-01", "2026-12-31"]] as const) {
          const [from, to] = period;
          if (from > to) continue;
          for (const by of ["day", "month", "category"] as const) {
            const texts = expectedSales(known, timeZone, by, period);
            const report = service.clerk.listSales({ query: { from, to, by, timeZone } });
            expect([timeZone, by, ...(await bodyOf(report)).map(textOf).toSorted()]).toEqual([timeZone, by, ...texts]);
          }
        }
      }
    });
    await fc.assert(property, { numRuns: engine.name === "SQLite" ? 15 : 5 });
  }, 300_000);
});
