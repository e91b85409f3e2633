/* Adding pets: the first one of an empty shop, kinds that are made on the way, photos first, and never two pets for one. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { button, field, link, loseAnswers, panel, region, rowLink, untilFocused } from "../console/page.ts";
import { kind } from "../console/pets.ts";
import { named } from "../console/photos.ts";
import { bodyOf, type TestService } from "../support/harness.ts";
import { openShop, openWithKinds } from "../support/shops.ts";
import { visit } from "./page.ts";

setDefaultTimeout(60_000);

async function pets(service: TestService) {
  const { body } = await service.admin.listPets({ query: { include: ["photos", "quantity", "profile"] } });
  return body;
}

describe("an empty shop", () => {
  test("greets a person by name, and whoever has the first key of the store without one", async () => {
    const service = await openShop();
    for (const [name, title] of [
      ["Anna Schmidt, laptop", "Welcome, Anna. Four steps and the shop is open."],
      ["first", "Four steps and the shop is open"],
    ] as const) {
      const { secret } = await bodyOf(service.admin.createKey({ body: { name, role: "owner" } }));
      const page = await visit(service, "/console", { key: secret ?? "" });
      await page.getByRole("heading", { name: title, exact: true }).waitFor();
    }
  });

  test("has four steps: tapped kinds are added and taken back, and the first pet takes their place", async () => {
    const service = await openShop();
    const page = await visit(service);
    const steps = region(page, "Four steps and the shop is open");
    await steps.getByText("There are no pets yet").waitFor();
    await button(steps, "Dogs").click();
    await button(steps, "Cats").click();
    await steps.getByRole("button", { name: "Cats", pressed: true }).click();
    await steps.getByRole("button", { name: "Cats", pressed: false }).waitFor();
    await steps.getByRole("heading", { name: "Your kinds done" }).waitFor();
    expect(await service.admin.listCategories()).toMatchObject({ body: [{ name: "Dogs" }] });
    await link(steps, "Add pet").click();
    await field(page, "Name").fill("Rex");
    await kind(page, "Dogs").check();
    await button(page, "Add pet").click();
    await rowLink(page, "Rex").waitFor();
    await steps.waitFor({ state: "detached" });
    await region(page, "Rex").waitFor();
  });

  test("adds its first pet with its first kind in one go", async () => {
    const service = await openShop();
    const page = await visit(service, "/console/pets/new");
    await field(page, "Name").fill("Rex");
    await field(page, "Kind").fill("Dogs");
    await button(page, "Add pet").click();
    await page.getByText("Added Rex").waitFor();
    expect(await service.admin.listCategories()).toMatchObject({ body: [{ id: 1n, name: "Dogs" }] });
    expect(await pets(service)).toMatchObject([{ name: "Rex", categoryId: 1n, quantity: 1 }]);
  });

  test("of a key that may not add pets says that there are none, without steps", async () => {
    const service = await openShop();
    const { key } = await service.as(["pets:read", "categories:read"]);
    const page = await visit(service, "/console", { key });
    await page.getByText("There are no pets yet").waitFor();
    expect(await region(page, "Four steps and the shop is open").count()).toBe(0);
  });
});

describe("the kind of a new pet", () => {
  test("is made with the pet, and a name that exists is that kind, whatever its case", async () => {
    const service = await openWithKinds("Dogs");
    const page = await visit(service, "/console/pets/new");
    for (const [name, typed] of [
      ["Mia", "Cats"],
      ["Rex", "DOGS"],
    ] as const) {
      await field(page, "Name").fill(name);
      await button(panel(page), "New…").click();
      const newKind = field(page, "Name of the new kind");
      await untilFocused(page, newKind);
      await newKind.fill(typed);
      await button(page, "Add and next").click();
      await page.getByText(`Added ${name}`).waitFor();
    }
    expect(await service.admin.listCategories()).toMatchObject({ body: [{ name: "Dogs" }, { name: "Cats" }] });
    expect(await pets(service)).toMatchObject([
      { name: "Mia", categoryId: 2n },
      { name: "Rex", categoryId: 1n },
    ]);
  });

  test("whose response was lost is made once", async () => {
    const service = await openWithKinds("Dogs");
    const page = await visit(service, "/console/pets/new");
    await field(page, "Name").fill("Mia");
    await button(panel(page), "New…").click();
    await field(page, "Name of the new kind").fill("Cats");
    await loseAnswers(page, "**/v1/categories");
    await button(page, "Add pet").click();
    await panel(page).getByText("The service does not respond.").waitFor();
    await page.unroute("**/v1/categories");
    await button(page, "Add pet").click();
    await page.getByText("Added Mia").waitFor();
    expect(await service.admin.listCategories()).toMatchObject({ body: [{ name: "Dogs" }, { name: "Cats" }] });
    expect(await pets(service)).toMatchObject([{ name: "Mia", categoryId: 2n }]);
  });
});

describe("one pet stays one pet", () => {
  test("when the response is lost and another name, kind, price and number are typed", async () => {
    const service = await openWithKinds("Dogs", "Cats");
    const page = await visit(service, "/console/pets/new");
    await field(page, "Name").fill("Rx");
    await kind(page, "Dogs").check();
    await loseAnswers(page, "**/v1/pets");
    await button(page, "Add pet").click();
    await panel(page).getByText("The service does not respond.").waitFor();
    await page.unroute("**/v1/pets");
    await field(page, "Name").fill("Rex");
    await kind(page, "Cats").check();
    await field(page, "Price").fill("150");
    await field(page, "How many").fill("3");
    await button(page, "Add pet").click();
    await region(page, "Rex").waitFor();
    expect(await pets(service)).toMatchObject([
      { name: "Rex", categoryId: 2n, quantity: 3, profile: { price: { amount: 15_000n } } },
    ]);
  });

  test("when its stock is not set and another number and name are typed, also after the page was loaded again", async () => {
    const service = await openWithKinds("Fish");
    const page = await visit(service, "/console/pets/new");
    await field(page, "Name").fill("Guppy");
    await kind(page, "Fish").check();
    await field(page, "How many").fill("24");
    await page.route("**/v1/inventory/**", (route) => route.abort());
    await button(page, "Add pet").click();
    await panel(page).getByText("The service does not respond.").waitFor();
    await page.unroute("**/v1/inventory/**");
    await page.reload();
    await field(page, "Name").fill("Guppies");
    await field(page, "How many").fill("12");
    await button(page, "Add pet").click();
    await region(page, "Guppies").waitFor();
    expect(await pets(service)).toMatchObject([{ name: "Guppies", quantity: 12 }]);
  });

  test("when the service refuses what was typed after a lost response, until that is corrected", async () => {
    const service = await openWithKinds("Dogs");
    const page = await visit(service, "/console/pets/new");
    await field(page, "Name").fill("Rex");
    await kind(page, "Dogs").check();
    await loseAnswers(page, "**/v1/pets");
    await button(page, "Add pet").click();
    await panel(page).getByText("The service does not respond.").waitFor();
    await page.unroute("**/v1/pets");
    await panel(page).locator("summary").click();
    await field(page, "Born").fill("2999");
    await button(page, "Add pet").click();
    await panel(page).getByText("Enter a year, a month or a day that is not in the future").waitFor();
    expect(await pets(service)).toMatchObject([{ name: "Rex" }]);
    await field(page, "Born").fill("2024");
    await button(page, "Add pet").click();
    await region(page, "Rex").waitFor();
    expect(await pets(service)).toMatchObject([{ name: "Rex", profile: { birthDate: "2024" } }]);
  });
});

test("Ctrl Enter adds a pet and goes on with the next one of its kind", async () => {
  const service = await openWithKinds("Dogs", "Cats");
  const page = await visit(service, "/console/pets/new?categoryId=2");
  expect(await kind(page, "Cats").isChecked()).toBe(true);
  await field(page, "Name").fill("Mia");
  await kind(page, "Dogs").check();
  await page.keyboard.press("Control+Enter");
  await page.getByText("Added Mia").waitFor();
  await untilFocused(page, field(page, "Name"));
  expect(await field(page, "Name").inputValue()).toBe("");
  expect(await kind(page, "Dogs").isChecked()).toBe(true);
  await page.keyboard.type("Rex");
  await page.keyboard.press("Enter");
  await region(page, "Rex").waitFor();
  expect(await pets(service)).toMatchObject([
    { name: "Mia", categoryId: 1n },
    { name: "Rex", categoryId: 1n },
  ]);
});

describe("photos first", () => {
  test("chosen before the pet is there, they are sent when it is", async () => {
    const service = await openWithKinds("Dogs");
    const page = await visit(service, "/console/pets/new");
    await panel(page)
      .getByLabel("Add photos")
      .setInputFiles([named("rex.jpg"), named("IMG_2.jpg")]);
    await panel(page).getByRole("img", { name: "rex.jpg" }).waitFor();
    await button(page, "Delete photo: IMG_2.jpg").click();
    expect(await field(page, "Name").inputValue()).toBe("Rex");
    await kind(page, "Dogs").check();
    await button(page, "Add pet").click();
    await page.getByText("Added a photo").waitFor();
    expect(await pets(service)).toMatchObject([{ name: "Rex", photos: [{ position: 1 }] }]);
  });
});
