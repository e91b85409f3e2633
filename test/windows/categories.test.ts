import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { button, detailsOfForm, field, hold, link, rowLink, untilFocused, untilNames } from "../console/page.ts";
import { addPet, rex } from "../support/harness.ts";
import { openShop, openWithKinds } from "../support/shops.ts";
import { keepPublishing, openPage, signIn, untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

const path = "/console/categories";

/** What a deletion leaves of a row. */
const deletedRow = (page: Page, name: string) => page.getByRole("row", { name }).getByText("Deleted");

describe("categories", () => {
  test("are added with the keyboard alone, and what the service refuses is said in the form, where it stays", async () => {
    const service = await openWithKinds("Dogs");
    await service.admin.createPet({ body: { name: "Rex", categoryId: 1n } });
    const page = await visit(service, path);
    await untilNames(page, "Dogs");
    await link(page, "Add kind").press("Enter");
    await page.getByRole("heading", { name: "Add a kind" }).waitFor();
    await page.keyboard.type("dogs");
    await page.keyboard.press("Enter");
    await detailsOfForm(page).click();
    await page.getByText(/the category "dogs" already exists.* \(Request request-\d+\)/).waitFor();
    await field(page, "Name").fill("Cats");
    await field(page, "Description").fill("Indoor\nand outdoor");
    await button(page, "Add kind").click();
    await page.getByText("Added the kind Cats").waitFor();
    await untilNames(page, "Cats", "Dogs");
    await link(page, "Pets").click();
    await link(page, "Cats 0").click();
    expect(page.url()).toEndWith("/console/pets?categoryId=2");
  });

  test("are renamed; an empty description removes it, and only what was changed is sent", async () => {
    const service = await openShop();
    await service.admin.createCategory({ body: { name: "Dogs", description: "All breeds" } });
    const page = await visit(service, path);
    await link(page, "Dogs").click();
    await field(page, "Name").fill("Big dogs");
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await button(page, "Save").click();
    expect((await sent).postDataJSON()).toEqual({ name: "Big dogs" });
    await page.getByText("Saved the kind Big dogs").waitFor();
    await untilNames(page, "Big dogs");
    await untilFocused(page, rowLink(page, "Big dogs"));
    await link(page, "Big dogs").click();
    await field(page, "Description").fill("");
    await button(page, "Save").click();
    await page.getByText("All breeds").waitFor({ state: "detached" });
    expect(await service.admin.listCategories()).toMatchObject({ body: [{ id: 1n, name: "Big dogs" }] });
  });

  test("that others change while a draft waits in a closed panel or a reloaded page are no less in conflict", async () => {
    const service = await openWithKinds("Dogs");
    const page = await visit(service, `${path}/1`);
    await field(page, "Name").fill("Big dogs");
    await button(page, "Close").click();
    await service.admin.updateCategory({ params: { categoryId: 1n }, body: { name: "Small dogs" } });
    await page.reload();
    await link(page, "Small dogs Not saved").click();
    expect(await field(page, "Name").inputValue()).toBe("Big dogs");
    await button(page, "Save").click();
    await page.getByText("Name: someone else changed it to “Small dogs”. You entered “Big dogs”.").waitFor();
    await button(page, "Use “Big dogs”").click();
    await untilNames(page, "Big dogs");
  });

  test("are deleted after a confirmation; one with pets is not, and the dialog says what to do", async () => {
    const service = await openWithKinds("Dogs", "Cats");
    await addPet(service.store, { ...rex, categoryId: 1n });
    const page = await visit(service, path);
    await button(page, "Delete Dogs").click();
    await button(page, "Delete").click();
    await page.getByText("Pets belong to this kind. Move them to another one first.").waitFor();
    await button(page, "Cancel").click();
    await untilFocused(page, button(page, "Delete Dogs"));
    await button(page, "Delete Cats").click();
    await button(page, "Delete").click();
    await page.getByText("Deleted the kind Cats").waitFor();
    await deletedRow(page, "Cats").waitFor();
    await page.reload();
    await untilNames(page, "Dogs");
    await link(page, "Show pets of Dogs").click();
    await rowLink(page, "Rex").waitFor();
  });

  test("that others add wait behind a button; those that they change or delete stay where they are", async () => {
    const service = await openWithKinds("Dogs", "Cats");
    const { admin } = service;
    keepPublishing(service);
    const page = await visit(service, path);
    await untilNames(page, "Cats", "Dogs");
    await untilLive(page);
    await admin.updateCategory({ params: { categoryId: 2n }, body: { name: "Felines" } });
    await admin.deleteCategory({ params: { categoryId: 1n } });
    await admin.createCategory({ body: { name: "Birds" } });
    await deletedRow(page, "Dogs").waitFor();
    await untilNames(page, "Felines", "Dogs");
    await button(page, "1 new kind").click();
    await untilNames(page, "Birds", "Felines");
  });

  test("that others add while the names load are named too", async () => {
    const service = await openWithKinds("Dogs");
    await addPet(service.store, { ...rex, categoryId: 1n });
    await addPet(service.store, { ...rex, name: "Nemo", categoryId: 2n });
    await service.publish();
    const page = await openPage(service);
    const loading = await hold(page, /\/v1\/categories/, "answers");
    await signIn(page, service.adminKey);
    await loading.asked;
    await untilLive(page);
    const pets = page.getByRole("table", { name: "Pets" });
    await pets.getByText("Nemo").waitFor();
    await service.admin.createCategory({ body: { name: "Fish" } });
    // The stream is in order: the category has arrived before the pet.
    await service.admin.createPet({ body: { name: "Dory", categoryId: 2n } });
    await service.publish();
    await button(page, "1 new pet").waitFor();
    loading.release();
    await pets.getByText("Dogs").waitFor();
    await pets.getByText("Fish").waitFor();
    expect(await pets.getByText("Fish").count()).toBe(1);
  });

  test("that are changed on a later page stay there, and a new one leads to the first", async () => {
    const service = await openWithKinds(...Array.from({ length: 51 }, (_, index) => `Category ${index + 1}`));
    const page = await visit(service, path);
    await rowLink(page, "Category 51").waitFor();
    await button(page, "Next").click();
    await rowLink(page, "Category 1").click();
    await field(page, "Name").fill("The first");
    await button(page, "Save").click();
    await untilNames(page, "The first");
    await link(page, "Add kind").click();
    await field(page, "Name").fill("The last");
    await button(page, "Add kind").click();
    await rowLink(page, "The last").waitFor();
    expect(page.url()).toEndWith(path);
  });
});
