/* What a key may not do, the console does not offer. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import type { GrantedScope } from "../../src/contract/operation.ts";
import { jpeg } from "../support/images.ts";
import { openShop } from "../support/shops.ts";
import { fileFields, panel, phone } from "./page.ts";
import { isListInert } from "./pets.ts";
import { type PageOptions, visit } from "./visit.ts";

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
    expect(await page.locator("nav.views").getByRole("link").allTextContents()).toEqual(view.split(", "));
    // A list without a panel is not out of reach.
    expect(await isListInert(page)).toBe(await panel(page).isVisible());
    expect(await page.getByText(" by ").count()).toBe(0);
  });
});
