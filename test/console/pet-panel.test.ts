import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { addPet, openService, rex } from "../support/harness.ts";
import { sharedBrowser } from "./browser.ts";
import { button, field, panel } from "./page.ts";
import { edit, holdSave, petLink, setStatus, statusMenu, untilName } from "./pets.ts";
import { axeFindings, shoot, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

describe("adding a pet", () => {
  test("shows the service's messages at the fields, keeps what is typed, and opens the new pet", async () => {
    await using service = await openService();
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await page.getByRole("link", { name: "Add pet" }).click();
    await field(page, "Name").fill("   ");
    await button(page, "Add pet").click();
    await page.getByText("Choose a category, or enter its number.").waitFor();
    await field(page, "Category").selectOption("Dogs");
    await button(page, "Add pet").click();
    await page.getByText("The name is empty or too long.").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("name");
    expect(await field(page, "Name").getAttribute("aria-invalid")).toBe("true");
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "field-error");
    await field(page, "Name").fill("Rex");
    await field(page, "Status").selectOption("Pending");
    await button(page, "Add pet").click();
    await page.getByText("Added Rex").waitFor();
    await page.getByRole("region", { name: "Rex" }).waitFor();
    await statusMenu(panel(page), "Rex", "Pending").waitFor();
    expect(await service.admin.listPets()).toMatchObject({
      body: [{ name: "Rex", categoryId: 1n, status: "pending" }],
    });
  });

  test("takes a category by its number, every int64 exactly, and says when it is none", async () => {
    await using service = await openService();
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/new" });
    const { page } = visit;
    await field(page, "Name").fill("Rex");
    await field(page, "Category").selectOption("Other number…");
    const number = field(page, "Number of the category");
    await number.fill("9223372036854775808");
    await button(page, "Add pet").click();
    await page.getByText("That is not the number of a category.").waitFor();
    await number.fill("-9223372036854775808");
    await button(page, "Add pet").click();
    await page.getByText("Added Rex").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ categoryId: -9223372036854775808n }] });
  });

  test("everything that a new pet lacks is marked at once", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/new" });
    const { page } = visit;
    await button(page, "Add pet").click();
    for (const [name, text] of [
      ["Name", "This is required."],
      ["Category", "Choose a category, or enter its number."],
    ] as const) {
      await field(page, name).and(page.locator("[aria-invalid=true]")).waitFor();
      await panel(page).getByText(text).waitFor();
    }
  });

  test("a draft survives a failure, closing the panel and loading the page again", async () => {
    await using service = await openService();
    const options = { key: service.adminKey, path: "/console/pets/new", mayFail: true };
    await using visit = await visitConsole(browser, service, options);
    const { page } = visit;
    await field(page, "Name").fill("Rex");
    await field(page, "Category").fill("7");
    await page.context().setOffline(true);
    await button(page, "Add pet").click();
    await page.getByText("The service does not respond.").waitFor();
    await page.context().setOffline(false);
    await button(page, "Close").click();
    await page.reload();
    await page.getByRole("link", { name: "Add pet" }).click();
    await untilName(page, "Rex");
    await button(page, "Add pet").click();
    await page.getByText("Added Rex").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Rex", categoryId: 7n }] });
  });
});

describe("changing a pet", () => {
  test("sends only what changed, with the reason, and the list follows", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/1" });
    const { page } = visit;
    await untilName(page, "Rex");
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await field(page, "Name").fill("Rexy");
    await field(page, "Note").fill("The owner says so");
    await button(page, "Save").click();
    expect((await sent).postDataJSON()).toEqual({ name: "Rexy", note: "The owner says so" });
    await page.getByText("Saved Rexy").waitFor();
    await petLink(page, "Rexy").waitFor();
    await field(page, "Note").waitFor({ state: "detached" });
    await button(page, "Edit").waitFor();
  });

  test("keeps what is typed while it is being saved", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/1" });
    const { page } = visit;
    await untilName(page, "Rex");
    await field(page, "Name").fill("Rexy");
    const save = await holdSave(page, "**/v1/pets/1");
    await button(page, "Save").click();
    await save.arrived;
    await field(page, "Name").fill("Rexyland");
    save.release();
    await page.getByText("Saved Rexy").waitFor();
    await untilName(page, "Rexyland");
    await button(page, "Save").click();
    await page.getByText("Saved Rexyland").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Rexyland" }] });
  });

  test("a malformed address is said to be no pet", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets" });
    const { page } = visit;
    await page.evaluate("history.pushState(null, '', '/console/pets/%E0%A4%A'); dispatchEvent(new Event('popstate'))");
    await page.getByText("There is no pet no. %E0%A4%A").waitFor();
  });

  test("twice in a row is no conflict with oneself, nor is a change of the status between", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/1" });
    const { page } = visit;
    await untilName(page, "Rex");
    await field(page, "Name").fill("Rexy");
    await setStatus(panel(page), "Rex", "Sold");
    await page.getByText("Rex: Sold").waitFor();
    await button(page, "Save").click();
    await page.getByText("Saved Rexy").waitFor();
    await edit(page);
    await field(page, "Name").fill("Rexo");
    await button(page, "Save").click();
    await page.getByText("Saved Rexo").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Rexo", status: "sold" }] });
  });

  test("in two windows: the later one sees both names and chooses", async () => {
    await using service = await openService();
    await addPet(service.store);
    const options = { key: service.adminKey, path: "/console/pets/1" };
    await using one = await visitConsole(browser, service, options);
    await using other = await visitConsole(browser, service, options);
    for (const { page } of [one, other]) await untilName(page, "Rex");
    for (const { page } of [one, other]) await field(page, "Name").fill(page === one.page ? "Rexy" : "Max");
    await button(one.page, "Save").click();
    await one.page.getByText("Saved Rexy").waitFor();

    const { page } = other;
    await button(page, "Save").click();
    await page.getByText("Name: someone else changed it to “Rexy”. You entered “Max”.").waitFor();
    expect(await field(page, "Name").inputValue()).toBe("Max");
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "conflict");
    await button(page, "Use “Max”").click();
    await page.getByText("Saved Max").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Max" }] });
  });

  test("in two windows: keeping the other's value saves the rest", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/1" });
    const { page } = visit;
    await untilName(page, "Rex");
    await field(page, "Name").fill("Max");
    await field(page, "Category").fill("9");
    await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Rexy" } });
    await button(page, "Save").click();
    await button(page, "Keep “Rexy”").click();
    await page.getByText("Saved Rexy").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Rexy", categoryId: 9n }] });
  });

  test("in two windows: changes of different fields are both kept without a question", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/1" });
    const { page } = visit;
    await untilName(page, "Rex");
    await field(page, "Name").fill("Max");
    await service.admin.updatePet({ params: { petId: 1n }, body: { categoryId: 9n } });
    await button(page, "Save").click();
    await page.getByText("Saved Max").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Max", categoryId: 9n }] });
  });

  test("still works when the operation for one pet is gone", async () => {
    await using service = await openService();
    await addPet(service.store);
    service.now = Date.UTC(2031, 0, 1);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/1" });
    const { page } = visit;
    await untilName(page, "Rex");
    await field(page, "Name").fill("Rexy");
    await button(page, "Save").click();
    await page.getByText("Saved Rexy").waitFor();
  });

  test("a pet that does not exist is named", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/404" });
    const { page } = visit;
    await page.getByText("There is no pet no. 404").waitFor();
    await page.goto(page.url().replace("pets/404", "pets/rex"));
    await page.getByText("There is no pet no. rex").waitFor();
  });
});

describe("deleting a pet", () => {
  test("asks first, and marks the row", async () => {
    await using service = await openService();
    for (const name of ["Mia", "Rex"]) await addPet(service.store, { ...rex, name });
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Rex").click();
    await edit(page);
    await button(page, "Delete pet").click();
    const dialog = page.getByRole("dialog", { name: "Delete Rex?" });
    await dialog.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "delete");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Delete pet");
    await button(page, "Delete pet").click();
    await button(page, "Delete").click();
    await page.getByText("Deleted Rex").waitFor();
    await page.getByRole("cell", { name: "Deleted" }).waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Mia" }] });
  });

  test("with open orders is refused, and the dialog names them", async () => {
    await using service = await openService();
    await addPet(service.store, rex, 2);
    await service.admin.placeOrder({ body: { petId: 1n } });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/1" });
    const { page } = visit;
    await edit(page);
    await button(page, "Delete pet").click();
    await button(page, "Delete").click();
    await page.getByRole("dialog").getByText("Details").click();
    await page
      .getByRole("dialog")
      .getByText(/pet 1 has open orders/i)
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("region", { name: "Rex" }).waitFor();
  });
});
