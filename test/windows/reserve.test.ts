/* The sheet in which a pet is reserved, wherever that begins. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { finder } from "../console/orders.ts";
import { button, field, link, panel, region, rowLink, sheet, untilFocused, untilNames } from "../console/page.ts";
import { addPet, bodyOf, NOON, rex, type TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

/** The customers that are found. */
const found = (page: Page): Locator => page.getByRole("listbox", { name: "Customers" }).getByRole("option");

/** A shop whose day is the browser's, with two pets of which Beatriz and Ada have one each, and a third. */
async function openWithCustomers(): Promise<TestService> {
  const service = await openShop("Coco", "Nala", "Rex");
  service.now = NOON;
  const customers = [
    { name: "Beatriz Moreno", contact: "0171 555 01 87" },
    { name: "Ada Krause", contact: "ada@example.com" },
  ];
  for (const [index, customer] of customers.entries())
    await bodyOf(service.admin.placeOrder({ body: { petId: BigInt(index + 1), customer } }));
  return service;
}

const orderOf = ({ admin }: TestService, orderId: bigint) => bodyOf(admin.getOrder({ params: { orderId } }));

describe("whom a pet is reserved for", () => {
  test("is completed from earlier orders, with the contact, by the keyboard alone", async () => {
    const service = await openWithCustomers();
    const page = await visit(service, "/console/orders/new?petId=3");
    await untilFocused(page, field(page, "For whom"));
    await page.keyboard.type("mor");
    await found(page).first().waitFor();
    expect(await found(page).allInnerTexts()).toEqual([
      expect.stringContaining("New customer “mor”"),
      expect.stringMatching(/Beatriz Moreno\s+0171 555 01 87 · Coco, today$/),
    ]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await field(page, "For whom").inputValue()).toBe("Beatriz Moreno");
    expect(await field(page, "Contact").inputValue()).toBe("0171 555 01 87");
    await page.keyboard.press("Enter");
    await page.getByText("Reserved Rex, order 3").waitFor();
    expect((await orderOf(service, 3n)).customer).toEqual({ name: "Beatriz Moreno", contact: "0171 555 01 87" });
  });

  test("is who was typed when Enter is pressed, though others have a name like that", async () => {
    const service = await openWithCustomers();
    const page = await visit(service, "/console/orders/new?petId=3");
    await untilFocused(page, field(page, "For whom"));
    await page.keyboard.type("Ada");
    await found(page).first().waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByText("Reserved Rex, order 3").waitFor();
    expect((await orderOf(service, 3n)).customer).toEqual({ name: "Ada" });
  });

  test("may be somebody new with a name like that of another, whose contact is not taken over", async () => {
    const service = await openWithCustomers();
    const page = await visit(service, "/console/orders/new?petId=3");
    await field(page, "For whom").fill("Ada");
    await found(page).filter({ hasText: "New customer" }).click();
    await button(sheet(page), "Reserve").click();
    await page.getByText("Reserved Rex, order 3").waitFor();
    expect((await orderOf(service, 3n)).customer).toEqual({ name: "Ada" });
  });
});

describe("the sheet", () => {
  test("lies over the list of pets, which stays, and the pet becomes Reserved", async () => {
    const service = await openWithCustomers();
    const page = await visit(service, "/console/pets", { layout: "gallery" });
    await rowLink(page, "Rex").waitFor();
    await untilLive(page);
    await rowLink(page, "Rex").hover();
    await link(page, "Reserve Rex").click();
    await button(sheet(page), "Reserve").click();
    await page.getByText("Reserved Rex, order 3").waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/pets");
    await service.publish();
    await page.locator(".gallery li", { hasText: "Rex" }).getByText("Reserved").waitFor();
    await button(page, "Undo").click();
    await page.getByText("Cancelled order 3").waitFor();
  });

  test("opens over a pet's panel, and Escape leads back to it with what was typed kept", async () => {
    const service = await openWithCustomers();
    const page = await visit(service, "/console/pets/3");
    const reserve = panel(page).locator('a[href*="/orders/new"]').first();
    await reserve.click();
    await field(page, "Contact").fill("0171 1");
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await region(page, "Rex").waitFor();
    await reserve.click();
    expect(await field(page, "Contact").inputValue()).toBe("0171 1");
  });

  test("in the orders, opens what was reserved", async () => {
    const service = await openWithCustomers();
    const page = await visit(service, "/console/orders");
    await untilNames(page, "Coco Order 1", "Nala Order 2");
    await page.keyboard.press("n");
    await untilFocused(page, finder(page));
    await page.keyboard.type("rex");
    await page.getByText("1 pet found").waitFor();
    await page.keyboard.press("Enter");
    await button(sheet(page), "Reserve").click();
    await region(page, "Rex Order 3").waitFor();
    await untilNames(page, "Coco Order 1", "Nala Order 2", "Rex Order 3");
  });
});

test("the price is that of all that are reserved, until somebody types another", async () => {
  const service = await openShop();
  await addPet(service.store, rex, 9);
  const price = { amount: 450n, currency: "EUR" };
  await bodyOf(service.admin.updateProfile({ params: { petId: 1n }, body: { price } }));
  const page = await visit(service, "/console/orders/new?petId=1");
  await field(page, "Quantity").fill("6");
  await button(sheet(page), "Reserve for €27").waitFor();
  await field(page, "Quantity").fill("");
  await field(page, "Quantity").fill("2");
  await button(sheet(page), "Reserve for €9").waitFor();
  await field(page, "Price").fill("8");
  await field(page, "Quantity").fill("3");
  await button(sheet(page), "Reserve for €8").click();
  await page.getByText("Reserved 3 × Rex, order 1").waitFor();
  expect(await orderOf(service, 1n)).toMatchObject({ quantity: 3, price: { amount: 800n, currency: "EUR" } });
});

test("loses the contact of a chosen customer with their name, but not one that was typed", async () => {
  const service = await openWithCustomers();
  const page = await visit(service, "/console/orders/new?petId=3");
  const [name, contact] = [field(page, "For whom"), field(page, "Contact")];
  const choose = async (text: string) => {
    await name.selectText();
    await page.keyboard.type(text);
    await found(page).nth(1).waitFor();
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
  };
  await untilFocused(page, name);
  await choose("Ada");
  expect([await name.inputValue(), await contact.inputValue()]).toEqual(["Ada Krause", "ada@example.com"]);
  await page.keyboard.type("r");
  expect([await name.inputValue(), await contact.inputValue()]).toEqual(["Ada Krauser", ""]);
  await choose("Bea");
  await contact.selectText();
  await page.keyboard.type("bea@example.com");
  await name.press("End");
  await page.keyboard.type("s");
  expect([await name.inputValue(), await contact.inputValue()]).toEqual(["Beatriz Morenos", "bea@example.com"]);
});
