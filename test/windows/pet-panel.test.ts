import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { button, field, hold, panel, region, rowLink, untilFocused } from "../console/page.ts";
import { edit, setStatus, statusMenu, untilName } from "../console/pets.ts";
import { addPet, rex } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { visit } from "./page.ts";

setDefaultTimeout(60_000);

/** Opens the form of Rex. */
async function openForm() {
  const service = await openShop("Rex");
  const page = await visit(service, "/console/pets/1");
  await untilName(page, "Rex");
  return { service, page };
}

describe("adding a pet", () => {
  test("takes a kind by its number from a key that sees no kinds, every int64 exactly, and opens the new pet", async () => {
    const service = await openShop();
    const { key } = await service.as(["pets:read", "pets:write"]);
    const page = await visit(service, "/console/pets/new", { key });
    await field(page, "Name").fill("Rex");
    await panel(page).locator("summary").click();
    await field(page, "State").selectOption("Reserved");
    await field(page, "Kind").fill("-9223372036854775808");
    await button(page, "Add pet").click();
    await page.getByText("Added Rex").waitFor();
    await statusMenu(region(page, "Rex"), "Rex", "Reserved").waitFor();
    const { body } = await service.admin.listPets();
    expect(body).toMatchObject([{ categoryId: -9223372036854775808n, status: "pending" }]);
  });
});

describe("changing a pet", () => {
  test("sends only what changed, with the reason, and the list follows", async () => {
    const { page } = await openForm();
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await field(page, "Name").fill("Rexy");
    await field(page, "Note").fill("The owner says so");
    await button(page, "Save").click();
    expect((await sent).postDataJSON()).toEqual({ name: "Rexy", note: "The owner says so" });
    await page.getByText("Saved Rexy").waitFor();
    await rowLink(page, "Rexy").waitFor();
    await field(page, "Note").waitFor({ state: "detached" });
    await button(page, "Edit").waitFor();
  });

  test("keeps what is typed while it is being saved", async () => {
    const { service, page } = await openForm();
    await field(page, "Name").fill("Rexy");
    const save = await hold(page, "**/v1/pets/1");
    await button(page, "Save").click();
    await save.asked;
    await field(page, "Name").fill("Rexyland");
    save.release();
    await page.getByText("Saved Rexy").waitFor();
    await untilName(page, "Rexyland");
    await button(page, "Save").click();
    await page.getByText("Saved Rexyland").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Rexyland" }] });
  });

  test("twice in a row is no conflict with oneself, nor is a change of the status between", async () => {
    const { service, page } = await openForm();
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

  test("in two windows: keeping the other's value saves the rest", async () => {
    const { service, page } = await openForm();
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await page.reload();
    await untilName(page, "Rex");
    await field(page, "Name").fill("Max");
    await panel(page).getByRole("radio", { name: "Dogs" }).check();
    await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Rexy" } });
    await button(page, "Save").click();
    await button(page, "Keep “Rexy”").click();
    await page.getByText("Saved Rexy").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Rexy", categoryId: 1n }] });
  });

  test("in two windows: changes of different fields are both kept without a question", async () => {
    const { service, page } = await openForm();
    await field(page, "Name").fill("Max");
    await service.admin.updatePet({ params: { petId: 1n }, body: { categoryId: 9n } });
    await button(page, "Save").click();
    await page.getByText("Saved Max").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Max", categoryId: 9n }] });
  });

  test("still works when the operation for one pet is gone", async () => {
    const service = await openShop("Rex");
    service.now = Date.UTC(2031, 0, 1);
    const page = await visit(service, "/console/pets/1");
    await untilName(page, "Rex");
    await field(page, "Name").fill("Rexy");
    await button(page, "Save").click();
    await page.getByText("Saved Rexy").waitFor();
  });
});

describe("deleting a pet", () => {
  test("asks first, and highlights the row", async () => {
    const service = await openShop("Mia", "Rex");
    const page = await visit(service);
    await rowLink(page, "Rex").click();
    await edit(page);
    await button(page, "Delete pet").click();
    const dialog = page.getByRole("dialog", { name: "Delete Rex?" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await untilFocused(page, button(page, "Delete pet"));
    await button(page, "Delete pet").click();
    await button(page, "Delete").click();
    await page.getByText("Deleted Rex").waitFor();
    await page.getByRole("cell", { name: "Deleted" }).waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Mia" }] });
  });

  test("with open orders is refused, and the dialog names them", async () => {
    const service = await openShop();
    await addPet(service.store, rex, 2);
    await service.admin.placeOrder({ body: { petId: 1n } });
    const page = await visit(service, "/console/pets/1");
    await edit(page);
    await button(page, "Delete pet").click();
    await button(page, "Delete").click();
    await page.getByRole("dialog").getByText("Details").click();
    await page.getByText(/pet 1 has open orders/i).waitFor();
    await button(page.getByRole("dialog"), "Cancel").click();
    await region(page, "Rex").waitFor();
  });
});
