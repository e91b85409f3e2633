/* What a key may not do, the console does not offer. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import type { GrantedScope } from "../../src/contract/operation.ts";
import { handOver } from "../console/orders.ts";
import { button, field, fileFields, link, panel, region, sheet } from "../console/page.ts";
import { jpeg } from "../support/images.ts";
import { openShop } from "../support/shops.ts";
import { type PageOptions, phone, visit } from "./page.ts";

setDefaultTimeout(60_000);

/** Opens a page of a shop that has one of each: a pet with two photos, one that is ordered, and a category. */
async function visitWith(scopes: readonly GrantedScope[], path: string, options: PageOptions = {}): Promise<Page> {
  const service = await openShop("Rex", "Mia");
  const { key } = await service.as(scopes);
  const { admin } = service;
  await admin.createCategory({ body: { name: "Dogs" } });
  await admin.placeOrder({ body: { petId: 2n } });
  const file = new Blob([await jpeg()], { type: "image/jpeg" });
  for (const alt of ["A", "B"]) await admin.addPhoto({ params: { petId: 1n }, file, query: { alt } });
  return visit(service, path, { key, ...options });
}

/** The names of what changes something. */
const CHANGES =
  /^(?:Add|Edit|Save|Delete|Status|Reserve|Hand over|Take back|Reopen|Other actions|Cancel|One |Record|Make|Move)/;

test("a key that may not read stock is shown none, and no history", async () => {
  const page = await visitWith(["pets:read", "pets:write"], "/console/pets/1");
  await button(page, "Edit").waitFor();
  expect(await region(page, "Stock").or(region(page, "History")).count()).toBe(0);
});

test("a key that sees no pets and no stock orders by number, and is told that the effect is unknown", async () => {
  const page = await visitWith(["orders:read", "orders:write"], "/console/orders/new");
  await field(page, "Number of the pet").fill("1");
  await button(sheet(page), "Reserve").click();
  await page.getByText("Reserved Rex, order 2").waitFor();
  await handOver(page);
  await page.getByText("Handed over Rex, order 2").waitFor();
  await button(panel(page), "Take back").click();
  await page.getByText("Your key does not show stock").waitFor();
});

test("a key that has no right to the first view begins with another, and is told what a view needs", async () => {
  const page = await visitWith(["categories:read"], "/console");
  await page.getByRole("heading", { name: "Kinds" }).waitFor();
  for (const [path, name, scope] of [
    ["pets", "Pets", "pets:read"],
    ["integrations", "Connections", "webhooks:manage"],
    ["people", "People", "keys:manage"],
  ] as const) {
    await page.goto(new URL(`/console/${path}`, page.url()).href);
    await page.getByText(`Your key does not allow this view`).waitFor();
    await page.getByText(`It needs the scope ${scope}.`).waitFor();
    expect(await link(page, name).count()).toBe(0);
  }
});

describe("a key that may only read", () => {
  const rows: readonly [scopes: readonly GrantedScope[], path: string, shown: string, view: string][] = [
    [["pets:read"], "/console/pets", "Mia", "Pets"],
    [["pets:read", "inventory:read"], "/console/pets/1", "Added: +1 (stock 1)", "Pets"],
    [["orders:read"], "/console/orders/new", "Mia", "Orders, Reports"],
    [["categories:read"], "/console/categories/1", "Dogs", "Kinds"],
  ];
  test.each(rows)("%p sees at %s: %s, and nothing to change", async (scopes, path, shown, view) => {
    const page = await visitWith(scopes, path, phone);
    await page.getByText(shown).waitFor();
    const controls = page.getByRole("button").or(page.getByRole("link"));
    const names = await controls.evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent.trim()));
    expect(names.filter((name) => CHANGES.test(name))).toEqual([]);
    expect(await panel(page).getByRole("textbox").or(fileFields(page)).count()).toBe(0);
    expect(await page.locator("nav.views").getByRole("link").allTextContents()).toEqual([
      ...view.split(", "),
      "Visitors’ page",
    ]);
    expect(await page.getByText(" by ").count()).toBe(0);
  });
});
