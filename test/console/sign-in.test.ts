import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { SHOP_HOST } from "../support/browser.ts";
import { openShop } from "../support/shops.ts";
import { button, field } from "./page.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

describe("signing in", () => {
  test("works over plain HTTP in the shop's network", async () => {
    const page = await visit(await openShop(), "/console/pets/new", { host: SHOP_HOST });
    expect(await page.evaluate("[isSecureContext, typeof crypto.randomUUID]")).toEqual([false, "undefined"]);
    await field(page, "Name").fill("Rex");
    await field(page, "Kind").fill("7");
    await button(page, "Add pet").click();
    await page.getByText("Added Rex").waitFor();
  });
});
