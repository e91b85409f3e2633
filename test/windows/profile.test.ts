/* What is known of a pet: read as a card, changed with a form, found in the search, and in the history in words. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { button, field, link, panel, region, rowLink } from "../console/page.ts";
import { edit, lineInPanel } from "../console/pets.ts";
import { bodyOf, NOON, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

type Profile = Parameters<TestService["admin"]["updateProfile"]>[0]["body"];

const params = { petId: 1n };
const path = "/console/pets/1";

/** Room for a list with all its columns beside the panel. */
const viewport = { width: 1800, height: 900 };

const profile = {
  breed: "European Shorthair",
  sex: "female" as const,
  birthDate: "2024-05-17",
  price: { amount: 15_000n, currency: "EUR" },
  tags: ["calm", "house-trained"],
  microchip: "276098102345678",
  reference: "47-11",
} satisfies Profile;

/** A shop with Rex, of whom this is known, and Mia. */
async function openWithProfile(changes: Profile = {}) {
  const service = await openShop("Rex", "Mia");
  await service.admin.updateProfile({ params, body: { ...profile, ...changes } });
  await service.publish();
  return service;
}

const readProfile = async ({ admin }: TestService) => (await admin.getProfile({ params })).body;

describe("the profile of a pet", () => {
  test("is a line in the list and a card in the panel, with its age", async () => {
    const year = new Date(NOON).getFullYear() - 2;
    const service = await openWithProfile({ birthDate: String(year), description: "Likes\nlaps." });
    const page = await visit(service, path, { viewport });
    const row = page.getByRole("row", { name: /Rex/ });
    for (const text of ["European Shorthair · female", "about 2 years", "€150"]) await row.getByText(text).waitFor();
    await panel(page).getByText("European Shorthair · about 2 years · female").waitFor();
    const card = region(page, "About the pet");
    for (const text of [`${year} (about 2 years)`, "€150", "276098102345678", "47-11", "Likes laps."]) {
      await card.getByText(text).waitFor();
    }
  });

  test("is changed member by member, and the history says how it was", async () => {
    const service = await openWithProfile();
    const page = await visit(service, path);
    await untilLive(page);
    await edit(page);
    await field(page, "Price").fill("120");
    await field(page, "Sex").selectOption("");
    await field(page, "Tags").fill("calm, only indoors,");
    await field(page, "Colour").fill("black");
    const request = page.waitForRequest((sent) => sent.method() === "PATCH");
    await button(page, "Save").click();
    expect(JSON.parse((await request).postData() ?? "")).toEqual({
      sex: null,
      color: "black",
      price: { amount: 12_000, currency: "EUR" },
      tags: ["calm", "only indoors"],
    });
    await page.getByText("Saved Rex").waitFor();
    expect(await readProfile(service)).toMatchObject({ price: { amount: 12_000n }, tags: ["calm", "only indoors"] });
    await service.publish();
    const history = region(page, "History");
    for (const text of ["Price: €150.00 → €120.00", "Sex: female → Not known", "Colour: black"]) {
      await history.getByText(text).waitFor();
    }
  });

  test("says in the history that a description is new or gone, without its text", async () => {
    const service = await openWithProfile();
    await bodyOf(service.admin.updateProfile({ params, body: { description: "Sits and stays." } }));
    await bodyOf(service.admin.updateProfile({ params, body: { description: null } }));
    await service.publish();
    const history = region(await visit(service, path), "History");
    await history.getByText("Description: new text", { exact: true }).waitFor();
    await history.getByText("Description: removed", { exact: true }).waitFor();
  });

  test("has no price with more decimals than its currency has, and keeps what is typed", async () => {
    const service = await openWithProfile();
    const page = await visit(service, path);
    await edit(page);
    for (const [typed, currency] of [
      ["150.255", "EUR"],
      ["150.5", "JPY"],
    ] as const) {
      await field(page, "Price").fill(typed);
      await field(page, "Currency").selectOption(currency);
      await button(page, "Save").click();
      await page.getByText("Enter an amount in this currency, such as").waitFor();
      expect(await field(page, "Price").inputValue()).toBe(typed);
      expect(await readProfile(service)).toMatchObject({ price: profile.price });
    }
    await field(page, "Price").fill("1,500");
    await button(page, "Save").click();
    await page.getByText("Saved Rex").waitFor();
    expect(await readProfile(service)).toMatchObject({ price: { amount: 1500n, currency: "JPY" } });
  });

  test("of a new pet is added with it, with a price as people write it in German", async () => {
    const service = await openShop();
    const page = await visit(service, "/console/pets/new", { locale: "de-DE" });
    await field(page, "Name").fill("Krümel");
    await field(page, "Art").fill("7");
    await panel(page).locator("summary").click();
    await field(page, "Rasse").fill("Widder");
    await field(page, "Preis").fill("1.045,50");
    await field(page, "Geboren").fill("2024");
    await button(page, "Tier aufnehmen").click();
    await page.getByText("Krümel wurde aufgenommen").waitFor();
    expect(await readProfile(service)).toEqual({
      petId: 1n,
      breed: "Widder",
      birthDate: "2024",
      price: { amount: 104_550n, currency: "EUR" },
    });
    await panel(page).getByText("1.045,50").first().waitFor();
  });

  test("that others change is followed by the list and the card", async () => {
    const service = await openWithProfile();
    const page = await visit(service, path, { viewport });
    await untilLive(page);
    await panel(page).getByText("€150").first().waitFor();
    await service.admin.updateProfile({
      params,
      body: { price: { amount: 9_900n, currency: "EUR" }, breed: null, sex: "male" },
    });
    await service.publish();
    await page.getByRole("row", { name: /Rex/ }).getByText("€99").waitFor();
    await region(page, "About the pet").getByText("€99").waitFor();
    await until(async () => !(await lineInPanel(page).innerText()).includes("Shorthair"), "no breed");
  });
});

describe("finding by profile", () => {
  test("a chip, written with spaces, and the shop's number lead to the pet, in the list and in the palette", async () => {
    const page = await visit(await openWithProfile());
    await rowLink(page, "Mia").waitFor();
    for (const typed of ["276 098 102 345 678", "47-11"]) {
      await page.getByRole("searchbox").fill(typed);
      await rowLink(page, "Mia").waitFor({ state: "detached" });
      await rowLink(page, "Rex").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill(typed);
      await page.getByRole("option", { name: /^Rex/ }).waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });

  test("a tag leads to all pets that have it", async () => {
    const page = await visit(await openWithProfile(), path);
    await link(page, "calm").click();
    await page.getByText("Pets tagged “calm”").waitFor();
    await rowLink(page, "Mia").waitFor({ state: "detached" });
    await rowLink(page, "Rex").waitFor();
    expect(page.url()).toEndWith("/console/pets?tag=calm");
    await link(page, "Remove the filter Pets tagged “calm”").click();
    await rowLink(page, "Mia").waitFor();
  });
});

describe("pets that belong together", () => {
  const together = async ({ admin }: TestService, petId: bigint) =>
    (await bodyOf(admin.getProfile({ params: { petId } }))).together;

  test("are found by name, shown, removed, and brought back by Undo; a search that is left changes nothing", async () => {
    const service = await openShop("Rex", "Mia", "Tom");
    const page = await visit(service, path);
    const section = region(page, "Belongs together with");
    await button(section, "Add a pet that must stay with it").click();
    await page.keyboard.type("Rex");
    // The pet itself is not among those that are found.
    await section.getByText("No pets match").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await button(section, "Add a pet that must stay with it").click();
    await page.keyboard.type("mia");
    await page.keyboard.press("Enter");
    await page.getByText("Rex and Mia belong together").waitFor();
    await link(section, "Mia").waitFor();
    expect(await together(service, 1n)).toEqual([2n]);
    expect(await together(service, 2n)).toEqual([1n]);
    await button(section, "Mia no longer belongs with it").click();
    await page.getByText("Rex and Mia no longer belong together").waitFor();
    expect(await together(service, 2n)).toBeUndefined();
    await button(page, "Undo").last().click();
    await link(section, "Mia").waitFor();
    await until(async () => (await together(service, 2n))?.[0] === 1n, "Rex and Mia belong together again");
  });

  test("are read in German, also in the history", async () => {
    const service = await openShop("Rex", "Mia");
    await service.admin.updateProfile({ params, body: { breed: "Dackel" } });
    await service.admin.updateProfile({ params, body: { together: [2n] } });
    await service.publish();
    const page = await visit(service, path, { locale: "de-DE" });
    await link(region(page, "Gehört zusammen mit"), "Mia").waitFor();
    await page.getByText(/Gehört zusammen mit:/).waitFor();
  });
});
