/* Rows that are chosen together, over the pages of a list. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { SEED } from "../support/seed.ts";
import { Browser } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow, showHook } from "./windows.ts";

const PAGE = 6;
const pageOf = (number: number) =>
  Array.from({ length: PAGE }, (_, place) => ({ id: BigInt(PAGE * number + place), name: "Rex" }));

async function openList() {
  const shop = new Shop();
  const browser = new Browser(shop.serve);
  const window = await openWindow(browser, shop.admit("anna"));
  let rows = pageOf(0);
  const shown = showHook(window, () => window.selection.useSelection(rows));
  const chosen = () => shown.result.items.map(({ id }) => Number(id));
  return {
    shown,
    chosen,
    async page(number: number) {
      rows = pageOf(number);
      shown.again();
      await browser.settle();
    },
    async click(place: number, isRange = false) {
      const row = rows[place] ?? expect.unreachable();
      shown.result.toggle(row, isRange);
      await browser.settle();
    },
  };
}

test("Shift and a click choose what is between, from below as from above, and take it back", async () => {
  const { click, chosen } = await openList();
  await click(1);
  await click(4, true);
  expect(chosen()).toEqual([1, 2, 3, 4]);
  await click(3, true);
  expect(chosen()).toEqual([1, 2]);
});

test("Shift and a click on another page choose the row that was clicked", async () => {
  const { click, page, chosen } = await openList();
  await click(1);
  await page(1);
  await click(2, true);
  expect(chosen()).toEqual([8]);
});

test("a click always changes whether its row is chosen, and nothing outside of the rows that are shown", async () => {
  const steps = fc.array(
    fc.record({ place: fc.nat(PAGE - 1), isRange: fc.boolean(), page: fc.option(fc.nat(2), { freq: 5 }) }),
    { maxLength: 20 },
  );
  const property = fc.asyncProperty(steps, async (script) => {
    const { shown, click, page } = await openList();
    let current = 0;
    for (const step of script) {
      if (step.page !== null) await page((current = step.page));
      const all = [0, 1, 2].flatMap(pageOf);
      const before = all.filter((item) => shown.result.has(item));
      const clicked = pageOf(current)[step.place] ?? expect.unreachable();
      const wasChosen = shown.result.has(clicked);
      await click(step.place, step.isRange);
      expect(shown.result.has(clicked)).toBe(!wasChosen);
      const others = (items: typeof all) =>
        items.filter(({ id }) => Number(id) < PAGE * current || Number(id) >= PAGE * (current + 1));
      expect(others(all.filter((item) => shown.result.has(item)))).toEqual(others(before));
    }
  });
  await fc.assert(property, { numRuns: 100, seed: SEED });
});
