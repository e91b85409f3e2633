/* Pets on paper: what a card and a poster say, and what they never say. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { Config } from "../../src/service/settings/settings.ts";
import { openService, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { untilTestEnds } from "../support/shops.ts";
import { button, panel, rowLink } from "./page.ts";
import { readQrCode } from "./people.ts";
import { shoot, visit } from "./visit.ts";

setDefaultTimeout(60_000);

/** A shop with five pets, of which the second one is reserved for somebody. */
async function openPrintShop(shopName = "Riverside Pets", settings: Partial<Config> = {}): Promise<TestService> {
  const service = untilTestEnds(await openService({}, undefined, { shopName, ...settings }));
  await service.admin.createCategory({ body: { name: "Dogs" } });
  const profile = {
    breed: "Beagle",
    price: { amount: 35_000n, currency: "EUR" },
    tags: ["house-trained"],
    description: "Long walks.\nAnd cheese.",
  };
  for (const name of ["Rex", "Zoe", "Luna", "Mia", "Balu"]) {
    await service.admin.createPet({ body: { name, categoryId: 1n, profile } });
  }
  const care = { kind: "vaccination", what: "DHPPi", doneOn: "2026-11-07", everyDays: 28 } as const;
  await service.admin.addCare({ params: { petId: 1n }, body: care });
  const customer = { name: "Ada Krause", contact: "+49 30 555 0110" };
  await service.admin.placeOrder({ body: { petId: 2n, customer, note: "Calls on Monday" } });
  return service;
}

/** Opens the console, where printing does nothing: what is on paper stays to be looked at. */
async function visitToPrint(service: TestService, path = "/console"): Promise<Page> {
  const page = await visit(service, path);
  await page.evaluate("globalThis.printed = 0; globalThis.print = () => { globalThis.printed += 1; }");
  return page;
}

/** Waits for the paper, and looks at it. */
async function untilPrinted(page: Page): Promise<void> {
  // Looking again, waitForFunction would evaluate a text, which the policy of the page forbids.
  await until(() => page.evaluate<boolean>("globalThis.printed === 1"), "the paper");
  await page.emulateMedia({ media: "print" });
}

const card = (page: Page, name: string): Locator => page.getByRole("article").filter({ hasText: name });

test("the pets that are chosen are cards, four on a page, and a reserved one does not say for whom", async () => {
  const service = await openPrintShop();
  const page = await visitToPrint(service);
  await rowLink(page, "Rex").waitFor();
  for (const name of ["Rex", "Zoe", "Luna", "Mia", "Balu"]) {
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  }
  await button(page.getByRole("toolbar"), "Print cards").click();
  await untilPrinted(page);
  expect(await page.getByRole("article").count()).toBe(5);
  const care = "Vaccinated · Next: DHPPi on 5 Dec 2026";
  for (const text of ["Beagle", care, "house-trained", "Long walks.", "€350", "Riverside Pets"]) {
    await card(page, "Rex").getByText(text).waitFor();
  }
  await card(page, "Zoe").getByText("Reserved", { exact: true }).waitFor();
  const paper = await page.locator("body").innerText();
  for (const secret of ["Ada", "Krause", "555", "Monday", "And cheese"]) expect(paper).not.toContain(secret);
  expect(await rowLink(page, "Rex").isVisible()).toBe(false);
  await shoot(page, "cards");
  const pdf = (await page.pdf()).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(2);
});

test("the code on a card leads to the pet's page for visitors, and a shop without one has no code", async () => {
  const service = await openPrintShop();
  const page = await visitToPrint(service, "/console/pets/1");
  await button(panel(page), "Print").click();
  await page.getByRole("menuitem", { name: "Cage card" }).click();
  await untilPrinted(page);
  const code = card(page, "Rex").getByRole("img", { name: /\/pets\/1$/ });
  await code.waitFor();
  expect(await readQrCode(page)).toEndWith("/pets/1");
  const hidden = await visitToPrint(await openPrintShop(""), "/console/pets/1");
  await button(panel(hidden), "Print").click();
  await hidden.getByRole("menuitem", { name: "Cage card" }).click();
  await untilPrinted(hidden);
  await card(hidden, "Rex").getByText("€350").waitFor();
  expect(await card(hidden, "Rex").getByRole("img").count()).toBe(0);
});

test("a poster is one page, with strips to tear off and the whole story", async () => {
  const service = await openPrintShop();
  const page = await visitToPrint(service, "/console/pets/1");
  await button(panel(page), "Print").click();
  await page.getByRole("menuitem", { name: "Poster" }).click();
  await untilPrinted(page);
  await page.getByText("Looking for a home").waitFor();
  await page.getByRole("paragraph").filter({ hasText: "And cheese." }).waitFor();
  expect(await page.getByRole("listitem").filter({ hasText: "/pets/1" }).count()).toBe(9);
  await shoot(page, "poster");
  const pdf = (await page.pdf()).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(1);
});

test("a poster says how to reach the shop, and has no code that leads to the computer that the service runs on", async () => {
  const settings = { baseUrl: "http://127.0.0.1:8080/v1", shopContact: "tel:+49 30 555 0199" };
  const service = await openPrintShop("Riverside Pets", settings);
  const page = await visitToPrint(service, "/console/pets/1");
  await button(panel(page), "Print").click();
  await page.getByRole("menuitem", { name: "Poster" }).click();
  await page.getByText("Printed without a QR code").waitFor();
  await untilPrinted(page);
  const paper = page.locator(".prints");
  expect(await paper.getByText("+49 30 555 0199").count()).toBe(10);
  expect(await paper.innerText()).not.toContain("127.0.0.1");
  expect(await paper.locator(".qr-code").count()).toBe(0);
  const visitors = await (await service.send("/pets/1-rex?poster=1")).text();
  expect(visitors).toContain("+49 30 555 0199");
  expect(visitors).not.toContain("127.0.0.1:8080/pets/1<");
});
