import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { jpeg } from "../support/images.ts";
import { openShop } from "../support/shops.ts";
import { button, focused, panel, phone, region, rowLink } from "./page.ts";
import { isListInert } from "./pets.ts";
import { untilStill } from "./views.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

describe("the keyboard alone", () => {
  test("skips the navigation", async () => {
    const page = await visit(await openShop());
    await page.reload();
    await page.getByText("There are no pets yet").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await focused(page).getAttribute("id")).toBe("view");
  });
});

describe("on a phone", () => {
  test("a card opens the pet over the list, and closing it or going back leads to the card", async () => {
    const page = await visit(await openShop("Rex", "Mia"), "/console", phone);
    await rowLink(page, "Rex").waitFor();
    await page.getByRole("row").filter({ hasText: "Rex" }).getByText("No. 7").tap({ force: true });
    const opened = region(page, "Rex");
    await opened.waitFor();
    expect(await isListInert(page)).toBe(true);
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await rowLink(page, "Rex").press("Enter");
    await opened.waitFor();
    await button(page, "Close").tap();
    await opened.waitFor({ state: "detached" });
    expect(await focused(page).getAttribute("data-row")).toBe("1");
    await rowLink(page, "Rex").tap();
    await opened.waitFor();
    await page.goBack();
    await opened.waitFor({ state: "detached" });
  });

  test("whatever can be touched is at least 44 pixels high, links in texts too", async () => {
    const service = await openShop();
    service.now = Date.now();
    for (const name of ["Rex", "Mia"]) await service.admin.createPet({ body: { name, categoryId: 7n } });
    await service.admin.placeOrder({ body: { petId: 1n } });
    await service.publish();
    const page = await visit(service, "/console", { ...phone, viewport: { width: 360, height: 800 } });
    const small = () =>
      page.evaluate(`(() => {
        const touched = (element) => Math.max(element.getBoundingClientRect().height,
          ...["::before", "::after"].map((part) => parseFloat(getComputedStyle(element, part).blockSize) || 0));
        return [...document.querySelectorAll("button, select, summary, input:not([type=checkbox], [type=radio]), label:has([type=radio]), main a")]
          .filter((element) => element.checkVisibility() && touched(element) < 43.5)
          .map((element) => element.outerHTML.slice(0, 80)); })()`);
    for (const path of ["pets", "pets/2", "orders", "orders/1", "today", "categories"]) {
      await page.goto(new URL(`/console/${path}`, page.url()).href);
      await untilStill(page);
      expect({ path, small: await small() }).toEqual({ path, small: [] });
    }
  });
});

test("the photo is as high in a panel that is longer than the window", async () => {
  const service = await openShop("Rex");
  const params = { petId: 1n };
  const file = new Blob([await jpeg(300, 400)], { type: "image/jpeg" });
  await service.admin.addPhoto({ params, file, query: { alt: "asleep" } });
  await service.admin.updateProfile({ params, body: { description: "Likes company.\n\n".repeat(60) } });
  const page = await visit(service, "/console/pets/1");
  const large = panel(page).getByRole("img", { name: "asleep", exact: true });
  await large.waitFor();
  const { width = 0, height = 0 } = (await large.boundingBox()) ?? {};
  expect(height / width).toBeCloseTo(3 / 4, 1);
});
