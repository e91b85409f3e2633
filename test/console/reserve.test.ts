/* The sheet in which a pet is reserved, wherever that begins. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { addPet, bodyOf, openService, rex, type TestService } from "../support/harness.ts";
import { untilTestEnds } from "../support/shops.ts";
import { button, field, panel, sheet } from "./page.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

const DAY_MS = 86_400_000;

const orderOf = ({ admin }: TestService, orderId: bigint) => bodyOf(admin.getOrder({ params: { orderId } }));

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
