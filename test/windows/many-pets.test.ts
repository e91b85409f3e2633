/* The bar below the list: what is done to the chosen pets together. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { button, rowLink } from "../console/page.ts";
import type { TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { visit } from "./page.ts";

setDefaultTimeout(60_000);

/** Opens the list and chooses pets. */
async function choosePets(service: TestService, ...names: readonly string[]): Promise<Page> {
  const page = await visit(service, "/console/pets");
  await choose(page, ...names);
  return page;
}

async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await rowLink(page, name).waitFor();
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  }
}

const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected rows" });

/** A member of the profile of each pet, in the order of their ids. */
async function each({ admin }: TestService, member: "tags" | "price"): Promise<readonly unknown[]> {
  const { body } = await admin.listPets({ query: { include: ["profile"] } });
  return (body as { profile?: Record<string, unknown> }[]).map(({ profile }) => profile?.[member]);
}

test("a tag is added to those that each chosen pet has by now, and one Undo takes it from all of them", async () => {
  const service = await openShop("Rex", "Mia", "Luna");
  await service.admin.updateProfile({ params: { petId: 1n }, body: { tags: ["calm"] } });
  const page = await choosePets(service, "Rex", "Mia");
  // The page has not received of it.
  await service.admin.updateProfile({ params: { petId: 2n }, body: { tags: ["shy"] } });
  await button(bar(page), "Tag").click();
  await page.getByRole("menuitem", { name: "New tag…" }).click();
  await page.getByRole("dialog").getByLabel("Tag", { exact: true }).fill(" good with cats ");
  await page.keyboard.press("Enter");
  await page.getByText("2 pets tagged “good with cats”").waitFor();
  expect(await each(service, "tags")).toEqual([["calm", "good with cats"], ["shy", "good with cats"], undefined]);
  expect(await bar(page).count()).toBe(0);
  await button(page, "Undo").click();
  await page.getByText("2 pets are as they were").waitFor();
  expect(await each(service, "tags")).toEqual([["calm"], ["shy"], undefined]);
});

test("a tag that all chosen pets have is removed, and one that some have is added to the others", async () => {
  const service = await openShop("Rex", "Mia");
  await service.admin.updateProfile({ params: { petId: 1n }, body: { tags: ["calm", "Shy"] } });
  await service.admin.updateProfile({ params: { petId: 2n }, body: { tags: ["shy"] } });
  const page = await choosePets(service, "Rex", "Mia");
  await button(bar(page), "Tag").click();
  await page.getByRole("menuitemradio", { name: "shy" }).and(page.locator("[aria-checked=true]")).click();
  await page.getByText("2 pets are no longer tagged “shy”").waitFor();
  expect(await each(service, "tags")).toEqual([["calm"], undefined]);
  await choose(page, "Rex", "Mia");
  await button(bar(page), "Tag").click();
  await page.getByRole("menuitemradio", { name: "calm" }).and(page.locator("[aria-checked=false]")).click();
  await page.getByText("1 pet tagged “calm”").waitFor();
  expect(await each(service, "tags")).toEqual([["calm"], ["calm"]]);
});

test("a price is given to all chosen pets, and Undo does not overwrite what somebody else has changed since", async () => {
  const service = await openShop("Rex", "Mia");
  await service.admin.updateProfile({ params: { petId: 1n }, body: { price: { amount: 100n, currency: "EUR" } } });
  const page = await choosePets(service, "Rex", "Mia");
  await button(bar(page), "Price").click();
  await page.getByRole("dialog").getByLabel("Price").fill("12,x");
  await button(page.getByRole("dialog"), "Save").click();
  await page.getByRole("dialog").locator("[aria-invalid=true]").waitFor();
  await page.getByRole("dialog").getByLabel("Price").fill("12.50");
  await button(page.getByRole("dialog"), "Save").click();
  await page.getByText("2 pets: €12.50").waitFor();
  await page.getByRole("row", { name: "Mia" }).getByText("€12.50").waitFor();
  const price = { amount: 1250n, currency: "EUR" };
  expect(await each(service, "price")).toEqual([price, price]);
  const theirs = { amount: 9900n, currency: "EUR" };
  await service.admin.updateProfile({ params: { petId: 2n }, body: { price: theirs } });
  await button(page, "Undo").click();
  await page.getByRole("alert").getByText("Someone else changed this in the meantime.").waitFor();
  expect(await each(service, "price")).toEqual([{ amount: 100n, currency: "EUR" }, theirs]);
  await page.getByRole("row", { name: "Mia" }).getByText("€99").waitFor();
  await page.getByRole("row", { name: "Rex" }).getByText("€1").waitFor();
});

test("a new kind is made for the chosen pets, which stay chosen with what was typed when the service is out of reach", async () => {
  const service = await openShop("Rex", "Mia", "Luna");
  await service.admin.createCategory({ body: { name: "Cats" } });
  const page = await choosePets(service, "Rex", "Mia");
  const dialog = page.getByRole("dialog");
  const askForKind = async () => {
    await button(bar(page), "Kind").click();
    await page.getByRole("menuitem", { name: "New…" }).click();
  };
  await askForKind();
  await button(dialog, "Save").click();
  await dialog.locator("[aria-invalid=true]").fill(" Birds ");
  await page.route("**/v1/categories", (route) => route.abort());
  await button(dialog, "Save").click();
  await dialog.getByText("The service does not respond.").waitFor();
  await page.unroute("**/v1/categories");
  await button(dialog, "Save").click();
  await page.getByText("2 pets moved to Birds").waitFor();
  expect(await bar(page).count()).toBe(0);
  expect((await service.admin.listCategories()).body).toMatchObject([{ name: "Cats" }, { id: 2n, name: "Birds" }]);
  await choose(page, "Rex");
  await askForKind();
  await dialog.getByLabel("Name of the new kind").fill("cats");
  await page.keyboard.press("Enter");
  await page.getByText("1 pet moved to Cats").waitFor();
  const { body } = await service.admin.listPets();
  expect(body).toMatchObject([{ categoryId: 1n }, { categoryId: 2n }, {}]);
});

test("Escape and Cancel close what was opened for the chosen pets, and leave them chosen and as they are", async () => {
  const service = await openShop("Rex");
  const page = await choosePets(service, "Rex");
  for (const leave of ["Escape", "Cancel"]) {
    await button(bar(page), "Price").click();
    await page.getByRole("dialog").getByLabel("Price").fill("1");
    if (leave === "Escape") await page.keyboard.press("Escape");
    else await button(page.getByRole("dialog"), "Discard changes").click();
    if (leave === "Cancel") await button(page.getByRole("dialog"), "Cancel").click();
    await until(async () => (await page.getByRole("dialog").count()) === 0, "the end of the dialog");
    await page.getByText("1 selected").waitFor();
  }
  expect(await each(service, "price")).toEqual([undefined]);
});
