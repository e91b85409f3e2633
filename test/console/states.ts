/* The states of views that an address alone does not show, in a shop that is open for business. */
import type { Page } from "playwright-core";
import { finder, foundPets } from "./orders.ts";
import { button, field, panel } from "./page.ts";
import { edit } from "./pets.ts";
import { openHistory, openStock } from "./stock.ts";

/** Steps that each lead to a state, from an address on. */
type Steps = readonly ((page: Page) => Promise<unknown>)[];

const file = {
  name: "Tiere.csv",
  mimeType: "text/csv",
  buffer: Buffer.from("Rufname;Gattung;Preis\r\nKrümel;Drache;1oo\r\nMia;Hund;250\r\n"),
};

/** By address: what somebody opens there, one after the other. */
export const states: Readonly<Record<string, Steps>> = {
  "/console/pets": [
    async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("b");
      await page.getByRole("dialog").getByRole("option").first().waitFor();
    },
  ],
  "/console/pets?status=available": [
    async (page) => {
      await page
        .getByRole("checkbox", { name: /^Select / })
        .nth(5)
        .check();
      await page.getByRole("toolbar", { name: "Selected rows" }).waitFor();
    },
    async (page) => {
      await button(page.getByRole("toolbar", { name: "Selected rows" }), "Tag").click();
      await page.getByRole("menuitem", { name: "New tag…" }).click();
      await field(page, "Tag")
        .or(page.getByLabel("Tag", { exact: true }))
        .first()
        .waitFor();
    },
  ],
  "/console/pets?name=nobody": [(page) => page.getByText("No pets match").waitFor()],
  "/console/pets/2": [
    (page) => openStock(page),
    (page) => openHistory(page),
    async (page) => {
      await panel(page)
        .getByRole("button", { name: /^State of / })
        .first()
        .click();
      await page.getByRole("menu").waitFor();
    },
    async (page) => {
      await page.keyboard.press("Escape");
      await edit(page);
      await field(page, "Price").fill("1oo");
      await button(panel(page), "Save").click();
      await panel(page).locator(".field-error").first().waitFor();
    },
  ],
  "/console/orders/new": [
    async (page) => {
      await finder(page).pressSequentially("Luna");
      await foundPets(page).first().waitFor();
    },
  ],
  "/console/orders?show=all": [
    (page) => page.locator(".list a[data-row]").first().click(),
    async (page) => {
      await button(panel(page), "Edit").click();
      await field(page, "Note").waitFor();
    },
  ],
  "/console/categories": [
    async (page) => {
      await button(page, "Delete Dogs")
        .or(page.getByRole("button", { name: /^Delete / }))
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  "/console/people/new": [
    async (page) => {
      await page.getByLabel("Who is invited").fill("Ben");
      await page.getByLabel("Who is invited").press("Enter");
      await page.getByRole("img", { name: "The link as a QR code" }).waitFor();
    },
  ],
  "/console/integrations/1": [
    async (page) => {
      await button(page, "New secret").click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  "/console/imports": [
    async (page) => {
      await page.setInputFiles("input[type=file]", file);
      await page.getByRole("table").getByText("Krümel").waitFor();
    },
  ],
  "/console/nowhere": [(page) => page.getByRole("heading", { level: 1 }).first().waitFor()],
};
