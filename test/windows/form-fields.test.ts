/* What is missing or wrong in a form is said at its field, and what is typed stays until it is sent or discarded. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Locator } from "playwright-core";
import { button, field, focused, panel, sheet } from "../console/page.ts";
import { edit } from "../console/pets.ts";
import { openStock } from "../console/stock.ts";
import { addPet, rex } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { visit } from "./page.ts";

setDefaultTimeout(60_000);

const WHOLE = "Enter a whole number from 1.";
const LARGE = "That number is too large.";
const AMOUNT = "Enter an amount in this currency, such as 150.00. You entered “a lot”.";
const NAME = "The name is empty or too long.";

/** What is typed into a form, the button that sends it, and what is said at its fields. */
const refused: Readonly<Record<string, readonly (readonly [typed: Record<string, string>, string, ...string[]])[]>> = {
  "pets/new": [
    [{ "How many": "2" }, "Add pet", "This is required.", "Choose a kind."],
    [{ Name: "   ", Dogs: "on" }, "Add pet", NAME],
    [{ Name: "Rex", Dogs: "on", "How many": "many" }, "Add pet", "Enter a whole number from 0."],
  ],
  "pets/1": [
    [{ "How many arrived": "2147483648", Note: "North" }, "Record arrival", LARGE],
    [{ "How many arrived": "0" }, "Record arrival", WHOLE],
    [{ Price: "a lot" }, "Save", AMOUNT],
    [
      { Born: "next year", Tags: `calm, ${"x".repeat(60)}` },
      "Save",
      "Enter a year, a month or a day, such as 2024, May 2024 or 17 May 2024. You entered “next year”.",
      "At most 20 different tags of up to 50 letters.",
    ],
  ],
  "orders/new": [[{ Contact: "+49 170 1", "For whom": "Ada" }, "Reserve", "Choose a pet from the list."]],
  "orders/new?petId=1": [
    [{ Quantity: "none" }, "Reserve", WHOLE],
    [{ Quantity: "2147483648" }, "Reserve", LARGE],
    [{ Contact: "+49 170 1" }, "Reserve", "Enter a name, or clear the contact as well."],
    [{ Price: "a lot" }, "Reserve", AMOUNT],
  ],
  "categories/new": [[{ Name: "  " }, "Add kind", NAME]],
  "integrations/new": [
    [{ Address: "https://shop.example/hooks" }, "Add webhook", "Choose at least one event."],
    [{ Address: "ftp://shop.example", "Pet added": "on" }, "Add webhook", "Enter a complete address"],
  ],
  "people/machine": [[{ "What it is for": "web shop" }, "Add a key", "Choose at least one permission."]],
};

/** Types, chooses or checks. */
async function enter(target: Locator, value: string): Promise<void> {
  const kind = await target.evaluate((element) => (element as HTMLInputElement).type);
  if (kind === "checkbox" || kind === "radio") await target.check();
  else if (kind.startsWith("select")) await target.selectOption(value);
  else {
    await target.focus();
    await target.press("Control+a");
    await target.pressSequentially(value);
  }
}

test.each(Object.entries(refused))(
  "the form at %s names what is wrong, and keeps what is typed",
  async (path, rows) => {
    const service = await openShop();
    await addPet(service.store, rex, 3);
    await service.admin.createCategory({ body: { name: "Dogs" } });
    const before = await service.dump();
    const page = await visit(service, `/console/${path}`);
    const place = panel(page).or(sheet(page));
    if (path === "pets/1") await openStock(page);
    for (const [typed, action, ...said] of rows) {
      if (action === "Save") await edit(page);
      for (const [label, value] of Object.entries(typed)) await enter(field(page, label).first(), value);
      await button(place, action).click();
      const errors = place.locator(".field-error");
      for (const text of said) await errors.getByText(text).waitFor();
      expect(await errors.count()).toBe(said.length);
      expect(await focused(page).getAttribute("aria-invalid")).toBe("true");
      await page.reload();
      const [[label, value]] = Object.entries(typed) as [[string, string]];
      if (action === "Save") await edit(page);
      expect(await field(page, label).first().inputValue()).toBe(value);
      const discard = button(place, "Discard changes");
      await discard.click();
      await discard.waitFor({ state: "detached" });
    }
    expect(await service.dump()).toEqual(before);
  },
);

test("what the service refuses is said at its field in the language of the page", async () => {
  const service = await openShop("Rex");
  await service.admin.placeOrder({ body: { petId: 1n, customer: { name: "Ada" } } });
  const page = await visit(service, "/console/orders/1", { locale: "de-DE" });
  await button(panel(page), "Bearbeiten").click();
  await field(page, "Kontakt").fill("+".repeat(300));
  await button(panel(page), "Speichern").click();
  await panel(page).getByText("Der Kontakt ist zu lang.").waitFor();
});
