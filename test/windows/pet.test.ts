/* A pet in its panel: what is done next, facts that are changed where they stand, and only as much as matters. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { button, field, focused, link, panel, region, sheet, untilFocused, untilNames } from "../console/page.ts";
import { history, historyEntries, openHistory, stock } from "../console/stock.ts";
import { addPet, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { openShop } from "../support/shops.ts";
import { keepPublishing, untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

const params = { petId: 1n };

async function openPet(quantity = 1) {
  return fill(await openShop(), quantity);
}

/** The same with a key that may do less. */
async function openPetFor(...scopes: Parameters<TestService["as"]>[0]) {
  const service = await openShop();
  const { key } = await service.as(scopes);
  return { service: await fill(service), key };
}

async function fill(service: TestService, quantity = 1): Promise<TestService> {
  await addPet(service.store, rex, quantity);
  const price = { amount: 15_000n, currency: "EUR" };
  await service.admin.updateProfile({ params, body: { price, color: "black", microchip: "276098102345678" } });
  return service;
}

const visitPet = (service: TestService, options = {}): Promise<Page> => visit(service, "/console/pets/1", options);

describe("what is done next is one button", () => {
  test("that reserves an available pet at its price", async () => {
    const page = await visitPet(await openPet());
    await link(panel(page), "Reserve · €150").click();
    await sheet(page).getByRole("heading", { name: "Reserve Rex" }).or(sheet(page).getByText("Rex")).first().waitFor();
  });

  test("that hands a reserved pet over, and then leads to its order, with the receipt and taking back", async () => {
    const service = await openPet();
    keepPublishing(service);
    const page = await visitPet(service);
    await untilLive(page);
    await service.admin.placeOrder({ body: { petId: 1n } });
    const bar = panel(page);
    await link(bar, "Order 1").waitFor();
    await bar.getByRole("button", { name: /^Hand over/ }).click();
    await page.getByText("Handed over Rex").waitFor();
    expect(await link(bar, "Take back").count()).toBe(0);
    await link(bar, "Order 1").click();
    await page.waitForURL(/\/console\/orders\/1$/);
    await button(panel(page), "Receipt").waitFor();
    await button(panel(page), "Take back").waitFor();
    expect(await service.admin.getOrder({ params: { orderId: 1n } })).toMatchObject({ body: { complete: true } });
  });

  test("and for a group leads to its open order, or to the list of them: which one is handed over, only a person knows", async () => {
    const service = await openPet(3);
    await service.admin.placeOrder({ body: { petId: 1n } });
    const page = await visitPet(service);
    await link(panel(page), "Reserve · €150").waitFor();
    await link(panel(page), "Order 1").click();
    await region(page, "Rex Order 1").waitFor();
    await service.admin.placeOrder({ body: { petId: 1n, quantity: 2 } });
    const reserved = await visitPet(service);
    await link(panel(reserved), "Orders").click();
    await untilNames(reserved, "2 × Rex Order 2", "Rex Order 1");
    expect(await reserved.getByRole("button", { name: /^Hand over/ }).count()).toBe(0);
  });

  test("and none for a key that may not take orders, or a pet that was reserved without one", async () => {
    const { service, key } = await openPetFor("pets:read", "pets:write");
    const page = await visitPet(service, { key });
    await region(page, "About the pet").waitFor();
    expect(await link(panel(page), "Reserve · €150").count()).toBe(0);
    await service.admin.updatePet({ params, body: { status: "pending" } });
    const other = await visitPet(service);
    const answered = other.waitForResponse(/\/store\/orders\?/);
    await other.reload();
    await answered;
    await region(other, "About the pet").waitFor();
    expect(await other.getByRole("button", { name: /^Hand over/ }).count()).toBe(0);
  });
});

describe("a fact is changed where it stands", () => {
  test("Enter saves it alone, and the focus is on it again", async () => {
    const service = await openPet();
    const page = await visitPet(service);
    await button(panel(page), "black").click();
    await untilFocused(page, field(page, "Colour"));
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await page.keyboard.type("black and tan");
    await page.keyboard.press("Enter");
    expect((await sent).postDataJSON()).toEqual({ color: "black and tan" });
    await untilFocused(page, button(panel(page), "black and tan"));
  });

  test("Escape reverts it and leaves the panel open; Enter without a change closes it", async () => {
    const service = await openPet();
    const page = await visitPet(service);
    await button(panel(page), "276098102345678").click();
    await field(page, "Chip").fill("nothing");
    await page.keyboard.press("Escape");
    await untilFocused(page, button(panel(page), "276098102345678"));
    await page.keyboard.press("Enter");
    await untilFocused(page, field(page, "Chip"));
    await page.keyboard.press("Enter");
    await untilFocused(page, button(panel(page), "276098102345678"));
    expect(await service.admin.getProfile({ params })).toMatchObject({ body: { microchip: "276098102345678" } });
  });

  test("a value that is refused, and one that somebody else has changed, are said at the field", async () => {
    const service = await openPet();
    const page = await visitPet(service);
    await button(panel(page), "€150.00").click();
    await field(page, "Price").fill("a lot");
    await page.keyboard.press("Enter");
    await panel(page).getByText("Enter an amount in this currency, such as 150.00.").waitFor();
    expect(await focused(page).getAttribute("name")).toBe("price");
    await field(page, "Price").fill("120");
    await service.admin.updateProfile({ params, body: { price: { amount: 9_900n, currency: "EUR" } } });
    await page.keyboard.press("Enter");
    await panel(page).getByText("someone else changed it to “99.00”").waitFor();
    await button(panel(page), "Use “120”").click();
    await button(panel(page), "€120.00").waitFor();
    expect(await service.admin.getProfile({ params })).toMatchObject({ body: { price: { amount: 12_000n } } });
  });

  test("and for a key that may only read it is a text", async () => {
    const { service, key } = await openPetFor("pets:read");
    const page = await visitPet(service, { key });
    await region(page, "About the pet").getByText("black").waitFor();
    expect(await button(panel(page), "black").count()).toBe(0);
  });
});

describe("only as much as matters", () => {
  test("the number is there for a group; for one animal it is behind a summary", async () => {
    const group = await visitPet(await openPet(24));
    await button(stock(group), "One more").waitFor();
    const one = await visitPet(await openPet());
    await stock(one).getByText("Stock 1").waitFor();
    expect(await button(stock(one), "One more").isVisible()).toBe(false);
  });

  test("the history begins with its last three entries, without a plot", async () => {
    const service = await openPet();
    for (const name of ["Rexy", "Rexo", "Rexa", "Rexi"]) {
      service.now += 60_000;
      await service.admin.updatePet({ params, body: { name } });
    }
    await service.publish();
    const page = await visitPet(service);
    await history(page).getByText("Rexa → Rexi").waitFor();
    expect(await historyEntries(page).count()).toBe(3);
    await openHistory(page);
    await history(page).getByText("Rex → Rexy").waitFor();
  });

  test("the photos are turned one by one", async () => {
    const service = await openPet();
    for (const alt of ["asleep", "awake"]) {
      const file = new Blob([await jpeg(400, 300)], { type: "image/jpeg" });
      await service.admin.addPhoto({ params, file, query: { alt } });
    }
    const page = await visitPet(service);
    const large = (alt: string) => panel(page).getByRole("img", { name: alt, exact: true });
    await large("asleep").waitFor();
    await button(panel(page), "Next photo").click();
    await large("awake").waitFor();
    await button(panel(page), "Next photo").click();
    await large("asleep").waitFor();
  });
});
