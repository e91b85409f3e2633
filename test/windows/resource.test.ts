/* What a view shows, when it is left or when nobody is signed in any more. */
import { expect, test } from "bun:test";
import { Browser } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow, showHook } from "./windows.ts";

test("a sign-out while something is shown loads nothing and fails nowhere", async () => {
  const shop = new Shop();
  const browser = new Browser(shop.serve);
  const window = await openWindow(browser, shop.admit("anna"));
  const load = (signal: AbortSignal) => window.session.petstore().inventory.get(1n, { signal });
  const shown = showHook(window, () => window.resource.useResource("stock 1", { load }));
  await browser.settle();
  const before = shop.requests.length;
  window.session.signOut();
  shown.leave();
  await browser.pass(10_000);
  expect(window.faults).toEqual([]);
  expect(shop.requests.slice(before).filter((request) => request !== "HEAD /console")).toEqual([]);
});

test("a view that was closed while loading keeps no changes", async () => {
  const shop = new Shop();
  const browser = new Browser(shop.serve);
  const window = await openWindow(browser, shop.admit("anna"));
  const load = () => new Promise(() => {});
  showHook(window, () => window.resource.useResource("left", { load })).leave();
  const published = Array.from({ length: 200 }, (_, place) => {
    const data = { id: BigInt(place), name: "Rex", categoryId: 7n, status: "available" } as const;
    window.changes.publish({ type: "pet.created", data, source: "others" });
    return new WeakRef(data);
  });
  await browser.settle();
  Bun.gc(true);
  expect(published.filter((data) => data.deref() !== undefined).length).toBeLessThan(20);
});
