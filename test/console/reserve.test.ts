/* The sheet in which a pet is reserved, wherever that begins. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { addPet, bodyOf, openService, rex, type TestService } from "../support/harness.ts";
import { openShop, untilTestEnds } from "../support/shops.ts";
import { button, field, panel, sheet, untilFocused } from "./page.ts";
import { screens } from "./screens.ts";
import { requireAccessible, visit } from "./visit.ts";

setDefaultTimeout(60_000);

const DAY_MS = 86_400_000;

/** The customers that are found. */
const found = (page: Page): Locator => page.getByRole("listbox", { name: "Customers" }).getByRole("option");

/** A shop whose day is the browser's, with two pets of which Beatriz and Ada have one each, and a third. */
async function openWithCustomers(): Promise<TestService> {
  const service = await openShop("Coco", "Nala", "Rex");
  service.now = Date.now();
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
});

test("a pick-up is a day of the shop without a time, or with one, wherever the page is open", async () => {
  const timeZone = "Pacific/Kiritimati";
  const service = untilTestEnds(await openService({}, undefined, { shopTimeZone: timeZone }));
  service.now = Date.now();
  await addPet(service.store, rex, 3);
  const page = await visit(service, "/console/orders/new?petId=1", { timezoneId: "America/Los_Angeles" });
  await button(sheet(page), "Tomorrow").click();
  expect(await button(sheet(page), "Tomorrow").getAttribute("aria-pressed")).toBe("true");
  await field(page, "Quantity").fill("2");
  await button(sheet(page), "Reserve").click();
  await page.getByText("Reserved 2 × Rex, order 1").waitFor();
  const tomorrow = new Intl.DateTimeFormat("sv", { timeZone }).format(Date.now() + DAY_MS);
  const begins = new Date(Date.parse(tomorrow) - 14 * 3_600_000).toISOString();
  expect(await orderOf(service, 1n)).toMatchObject({ shipDay: tomorrow, shipDate: begins, quantity: 2 });
  expect(await panel(page).innerText()).not.toContain("00:00");
  await button(panel(page), "Edit").click();
  expect(await button(panel(page), "Tomorrow").getAttribute("aria-pressed")).toBe("true");
  await button(panel(page), "Date").click();
  await field(page, "Day").fill("2027-03-01");
  await field(page, "Time, if any").fill("12:30");
  await button(panel(page), "Save").click();
  await page.getByText("Saved order 1").waitFor();
  const timed = await orderOf(service, 1n);
  expect([timed.shipDate, timed.shipDay]).toEqual(["2027-02-28T22:30:00.000Z", undefined]);
  await panel(page).getByText("1 Mar 2027, 12:30").waitFor();
});

test.each(screens)("the sheet has room on a $name screen", async ({ options }) => {
  const service = await openWithCustomers();
  const page = await visit(service, "/console/orders/new?petId=3", options);
  await field(page, "For whom").fill("a");
  await found(page).first().waitFor();
  await requireAccessible(page);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});
