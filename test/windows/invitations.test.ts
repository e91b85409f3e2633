import { expect, test } from "bun:test";
import { Browser } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow } from "./windows.ts";

test("the link of an invitation goes when it is accepted, and stays while another one is", async () => {
  const shop = new Shop();
  const browser = new Browser(shop.serve);
  const window = await openWindow(browser, shop.admit("anna"));
  window.shownOnce.showOnce(`${window.people.INVITATION}inv_1`, "http://shop.test/console#invitation=x");
  const accepted = { type: "key.created", data: { id: "key_2", name: "Ben" }, previous: undefined } as const;
  for (const [open, isShown] of [
    [["inv_1"], true],
    [[], false],
  ] as const) {
    shop.respond = () => open.map((id) => ({ id }));
    shop.happen(accepted as unknown as Parameters<Shop["happen"]>[0]);
    await browser.pass(1_000);
    expect(window.shownOnce.shownOnce.value !== undefined).toBe(isShown);
  }
  expect(window.faults).toEqual([]);
});
