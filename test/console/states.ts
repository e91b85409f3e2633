/* The states of views that an address alone does not show, in a shop that is open for business. */
import type { Page } from "playwright-core";
import type { TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { effectShown, finder, foundPets } from "./orders.ts";
import { button, field, loseAnswers, panel, sheet } from "./page.ts";
import { edit } from "./pets.ts";
import { openHistory, openStock } from "./stock.ts";

/** Steps that each lead to a state, from an address on. */
type Steps = readonly ((page: Page, service: TestService) => Promise<unknown>)[];

const file = {
  name: "Tiere.csv",
  mimeType: "text/csv",
  buffer: Buffer.from("Rufname;Gattung;Preis\r\nKrümel;Drache;1oo\r\nMia;Hund;250\r\n"),
};

async function photo() {
  return { name: "rex.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await jpeg(300, 200)) };
}

/** By address: what somebody opens there, one after the other. */
export const states: Readonly<Record<string, Steps>> = {
  "/console/pets": [
    async (page) => {
      await page.keyboard.press("?");
      await page.getByLabel("Use letters and signs as shortcuts").waitFor();
    },
    async (page) => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.keyboard.type("b");
      await page.getByRole("dialog").getByRole("option").first().waitFor();
    },
    async (page, { admin, publish }) => {
      await page.keyboard.press("Escape");
      await admin.createPet({ body: { name: "Kira", categoryId: 2n } });
      await publish();
      await button(page, "1 new pet").waitFor();
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
  "/console/pets/1": [
    async (page) => {
      await panel(page)
        .getByRole("button", { name: /^Photo 1 of 2/ })
        .click();
      await button(page, "Delete photo").waitFor();
    },
    async (page) => {
      await button(page, "Delete photo").click();
      await page.getByRole("dialog").waitFor();
    },
    async (page) => {
      await page.keyboard.press("Escape");
      await loseAnswers(page, "**/photos");
      await page.getByLabel("Add photos").setInputFiles(await photo());
      await button(page, "Try again: rex.jpg").waitFor();
      await page.unrouteAll({ behavior: "wait" });
    },
  ],
  "/console/pets/new": [
    async (page) => {
      await panel(page)
        .locator("input[type=file]")
        .first()
        .setInputFiles(await photo());
      await panel(page).getByRole("img", { name: "rex.jpg" }).waitFor();
      await field(page, "Name").fill("Krümel");
      await page.keyboard.press("Escape");
      await page.getByText("Not saved: Krümel").waitFor();
    },
  ],
  "/console/orders/new": [
    async (page) => {
      await sheet(page).getByLabel("For whom").fill("a");
      await page.getByRole("listbox", { name: "Customers" }).getByRole("option").nth(1).waitFor();
    },
    async (page) => {
      await finder(page).pressSequentially("Luna");
      await foundPets(page).first().waitFor();
    },
    async (page) => {
      await page.keyboard.press("Enter");
      await effectShown(page);
    },
  ],
  "/console/orders?show=all": [
    (page) => page.locator(".list a[data-row]").first().click(),
    async (page) => {
      await button(panel(page), "Other actions").click();
      await page.getByRole("menu").waitFor();
    },
    async (page) => {
      await page.keyboard.press("Escape");
      await button(panel(page), "Edit").click();
      await field(page, "Note").waitFor();
    },
  ],
  "/console/orders/1": [
    async (page) => {
      await button(panel(page), "Take back").click();
      await effectShown(page);
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
