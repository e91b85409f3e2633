import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { addPet, openService, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { sharedBrowser } from "./browser.ts";
import { table, untilNames } from "./categories.ts";
import { button, detailsOfForm, field, panel } from "./page.ts";
import { holdSave, petLink } from "./pets.ts";
import { requireAccessible, screens } from "./screens.ts";
import { axeFindings, keepPublishing, shoot, signIn, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

/** A service with these categories. */
async function openWith(...names: string[]): Promise<TestService> {
  const service = await openService();
  for (const name of names) await service.admin.createCategory({ body: { name } });
  return service;
}

function visitCategories(service: TestService, { key = service.adminKey, path = "" } = {}) {
  return visitConsole(browser, service, { key, path: `/console/categories${path}` });
}

describe("categories", () => {
  test("are added with the keyboard alone, and what the service refuses is said in the form, where it stays", async () => {
    await using service = await openWith("Dogs");
    await using visit = await visitCategories(service);
    const { page } = visit;
    await untilNames(page, "Dogs");
    await page.getByRole("link", { name: "Add category" }).press("Enter");
    await page.getByRole("heading", { name: "Add a category" }).waitFor();
    await page.keyboard.type("dogs");
    await page.keyboard.press("Enter");
    await detailsOfForm(page).click();
    await page.getByText(/the category "dogs" already exists.* \(Request request-\d+\)/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await field(page, "Name").fill("  ");
    await page.keyboard.press("Enter");
    await page.getByText("The name is empty or too long.").waitFor();
    expect(await field(page, "Name").getAttribute("aria-invalid")).toBe("true");
    await page.reload();
    expect(await field(page, "Name").inputValue()).toBe("  ");
    await field(page, "Name").fill("Cats");
    await field(page, "Description").fill("Indoor\nand outdoor");
    await button(page, "Add category").click();
    await page.getByText("Added the category Cats").waitFor();
    await untilNames(page, "Cats", "Dogs");
    await page.getByRole("link", { name: "Pets", exact: true }).click();
    await page.getByRole("combobox", { name: "Category" }).selectOption("Cats");
    expect(page.url()).toEndWith("/console/pets?categoryId=2");
  });

  test("are renamed; an empty description removes it, and only what was changed is sent", async () => {
    await using service = await openService();
    await service.admin.createCategory({ body: { name: "Dogs", description: "All breeds" } });
    await using visit = await visitCategories(service);
    const { page } = visit;
    await page.getByRole("link", { name: "Dogs", exact: true }).click();
    await field(page, "Name").fill("Big dogs");
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await button(page, "Save").click();
    expect((await sent).postDataJSON()).toEqual({ name: "Big dogs" });
    await page.getByText("Saved the category Big dogs").waitFor();
    await untilNames(page, "Big dogs");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Big dogs");
    await page.getByRole("link", { name: "Big dogs", exact: true }).click();
    await field(page, "Description").fill("");
    await button(page, "Save").click();
    await page.getByText("All breeds").waitFor({ state: "detached" });
    expect(await service.admin.listCategories()).toMatchObject({ body: [{ id: 1n, name: "Big dogs" }] });
  });

  test("that somebody else has changed meanwhile are shown in both versions, to keep theirs or to save one's own", async () => {
    await using service = await openWith("Dogs");
    const { admin } = service;
    await using visit = await visitCategories(service, { path: "/1" });
    const { page } = visit;
    await field(page, "Name").fill("Big dogs");
    await admin.updateCategory({ params: { categoryId: 1n }, body: { name: "Small dogs" } });
    await button(page, "Save").click();
    await page.getByText("Name: someone else changed it to “Small dogs”. You entered “Big dogs”.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Keep “Small dogs”").click();
    await until(async () => (await field(page, "Name").inputValue()) === "Small dogs", "their name");
    await field(page, "Name").fill("Huge dogs");
    await admin.updateCategory({ params: { categoryId: 1n }, body: { name: "Tiny dogs", description: "Chihuahuas" } });
    await button(page, "Save").click();
    await button(page, "Use “Huge dogs”").click();
    await page.getByText("Saved the category Huge dogs").waitFor();
    await untilNames(page, "Huge dogs");
  });

  test("that others change while a draft waits in a closed panel or a reloaded page are no less in conflict", async () => {
    await using service = await openWith("Dogs");
    await using visit = await visitCategories(service, { path: "/1" });
    const { page } = visit;
    await field(page, "Name").fill("Big dogs");
    await button(page, "Close").click();
    await service.admin.updateCategory({ params: { categoryId: 1n }, body: { name: "Small dogs" } });
    await page.reload();
    await page.getByRole("link", { name: "Small dogs", exact: true }).click();
    expect(await field(page, "Name").inputValue()).toBe("Big dogs");
    await button(page, "Save").click();
    await page.getByText("Name: someone else changed it to “Small dogs”. You entered “Big dogs”.").waitFor();
    await button(page, "Use “Big dogs”").click();
    await untilNames(page, "Big dogs");
  });

  test("keep what is typed while they are being saved", async () => {
    await using service = await openWith("Dogs");
    await using visit = await visitCategories(service, { path: "/1" });
    const { page } = visit;
    await field(page, "Name").fill("Big dogs");
    const save = await holdSave(page, "**/v1/categories/1");
    await button(page, "Save").click();
    await save.arrived;
    await field(page, "Description").fill("All breeds");
    save.release();
    await page.getByText("Saved the category Big dogs").waitFor();
    expect(await field(page, "Description").inputValue()).toBe("All breeds");
    await page.reload();
    await button(page, "Save").click();
    await page.getByRole("cell", { name: "All breeds" }).waitFor();
    expect(await service.admin.listCategories()).toMatchObject({
      body: [{ name: "Big dogs", description: "All breeds" }],
    });
  });

  test("are deleted after a confirmation; one with pets is not, and the dialog says what to do", async () => {
    await using service = await openWith("Dogs", "Cats");
    await addPet(service.store, { ...rex, categoryId: 1n });
    await using visit = await visitCategories(service);
    const { page } = visit;
    await button(page, "Delete Dogs").click();
    await button(page, "Delete").click();
    await page.getByText("Pets belong to this category. Move them to another one first.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "category-in-use");
    await button(page, "Cancel").click();
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Delete Dogs");
    await button(page, "Delete Cats").click();
    await button(page, "Delete").click();
    await page.getByText("Deleted the category Cats").waitFor();
    await table(page).getByRole("row", { name: "Cats" }).getByText("Deleted").waitFor();
    await page.reload();
    await untilNames(page, "Dogs");
    await page.getByRole("link", { name: "Show pets of Dogs" }).click();
    await petLink(page, "Rex").waitFor();
  });

  test("that others add wait behind a button; those that they change or delete stay where they are", async () => {
    await using service = await openWith("Dogs", "Cats");
    const { admin } = service;
    await using _publishing = keepPublishing(service);
    await using visit = await visitCategories(service);
    const { page } = visit;
    await untilNames(page, "Cats", "Dogs");
    await untilLive(page);
    await admin.updateCategory({ params: { categoryId: 2n }, body: { name: "Felines" } });
    await admin.deleteCategory({ params: { categoryId: 1n } });
    await admin.createCategory({ body: { name: "Birds" } });
    await table(page).getByRole("row", { name: "Dogs" }).getByText("Deleted").waitFor();
    await untilNames(page, "Felines", "Dogs");
    await button(page, "1 new category").click();
    await untilNames(page, "Birds", "Felines");
  });

  test("that others add while the names load are named too", async () => {
    await using service = await openWith("Dogs");
    await addPet(service.store, { ...rex, categoryId: 1n });
    await addPet(service.store, { ...rex, name: "Nemo", categoryId: 2n });
    await service.publish();
    await using visit = await visitConsole(browser, service);
    const { page } = visit;
    const held = Promise.withResolvers<void>();
    await page.route(/\/v1\/categories/, async (route) => {
      const response = await route.fetch();
      await held.promise;
      await route.fulfill({ response });
    });
    const loading = page.waitForRequest(/\/v1\/categories/);
    await signIn(page, service.adminKey);
    await loading;
    await untilLive(page);
    const pets = page.getByRole("table", { name: "Pets" });
    await pets.getByText("Nemo").waitFor();
    await service.admin.createCategory({ body: { name: "Fish" } });
    // The stream is in order: the category has arrived before the pet.
    await service.admin.createPet({ body: { name: "Dory", categoryId: 2n } });
    await service.publish();
    await page.getByRole("button", { name: "1 new pet" }).waitFor();
    held.resolve();
    await pets.getByText("Dogs").waitFor();
    await pets.getByText("Fish").waitFor();
    expect(await pets.getByText("Fish").count()).toBe(1);
  });

  test("fill pages of fifty, and an empty shop is told what they are for", async () => {
    await using service = await openService();
    await using empty = await visitCategories(service);
    await empty.page.getByText("There are no categories yet").waitFor();
    expect(await axeFindings(empty.page)).toEqual([]);
    for (let index = 1; index <= 51; index++)
      await service.admin.createCategory({ body: { name: `Category ${index}` } });
    await using visit = await visitCategories(service);
    const { page } = visit;
    await table(page).getByText("Category 51").waitFor();
    await button(page, "Next").click();
    await untilNames(page, "Category 1");
    await page.getByRole("link", { name: "Category 1", exact: true }).click();
    await field(page, "Name").fill("The first");
    await button(page, "Save").click();
    await untilNames(page, "The first");
    await page.getByRole("link", { name: "Add category" }).click();
    await field(page, "Name").fill("The last");
    await button(page, "Add category").click();
    await table(page).getByText("The last").waitFor();
    expect(page.url()).toEndWith("/console/categories");
  });

  test("are only shown to a key that may not change them, and a number that none has is said", async () => {
    await using service = await openService();
    const { key } = await service.as(["categories:read"]);
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await using visit = await visitCategories(service, { key, path: "/1" });
    const { page } = visit;
    await untilNames(page, "Dogs");
    expect(await table(page).getByRole("button").count()).toBe(0);
    expect(await table(page).getByRole("link").count()).toBe(0);
    expect(await page.getByRole("link", { name: "Add category" }).count()).toBe(0);
    expect(await panel(page).count()).toBe(0);
    await using other = await visitCategories(service, { path: "/99" });
    await other.page.getByText("There is no category no. 99").waitFor();
    expect(await axeFindings(other.page)).toEqual([]);
  });

  test.each(screens)("are accessible and have room on a $name screen", async ({ name, options }) => {
    await using service = await openWith("W".repeat(255), "🐶".repeat(255), "قطط");
    const path = "/console/categories";
    await using visit = await visitConsole(browser, service, { ...options, key: service.adminKey, path });
    const { page } = visit;
    await table(page).getByText("قطط").waitFor();
    await requireAccessible(page);
    await shoot(page, `categories-${name}`);
    await page.getByRole("link", { name: "قطط", exact: true }).click();
    await field(page, "Description").fill("Any text");
    await requireAccessible(page);
    await shoot(page, `category-${name}`);
  });
});
