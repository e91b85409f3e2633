/* What is known of a pet: read as a card, changed with a form, found in the search, and in the history in words. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { addPet, openService, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { sharedBrowser } from "./browser.ts";
import { field, panel } from "./page.ts";
import { edit, lineInPanel, namesShown, petLink } from "./pets.ts";
import { axeFindings, shoot, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

const params = { petId: 1n };
const path = "/console/pets/1";

/** Room for a list with all its columns beside the panel. */
const viewport = { width: 1600, height: 900 };

const known = {
  breed: "European Shorthair",
  sex: "female",
  birthDate: "2024-05-17",
  price: { amount: 15_000n, currency: "EUR" },
  tags: ["calm", "house-trained"],
  microchip: "276098102345678",
  reference: "47-11",
} as const;
const profile = { ...known, tags: [...known.tags] };

/** A shop with Rex, of whom this is known, and Mia. */
async function openWithProfile(members: Parameters<TestService["admin"]["updateProfile"]>[0]["body"] = profile) {
  const service = await openService();
  for (const name of ["Rex", "Mia"]) await addPet(service.store, { ...rex, name });
  await service.admin.updateProfile({ params, body: members });
  await service.publish();
  return service;
}

const readProfile = async ({ admin }: TestService) => (await admin.getProfile({ params })).body;

describe("the profile of a pet", () => {
  test("is a line in the list and a card in the panel, with its age", async () => {
    const year = new Date().getFullYear() - 2;
    await using service = await openWithProfile({ ...profile, birthDate: String(year), description: "Likes\nlaps." });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path, viewport });
    const { page } = visit;
    const line = "European Shorthair · about 2 years · female";
    await page.getByRole("rowheader", { name: "Rex" }).getByText(line).waitFor();
    await page.getByRole("row", { name: /Rex/ }).getByText("€150.00").waitFor();
    await panel(page).getByText(line).waitFor();
    const card = page.getByRole("region", { name: "About the pet" });
    for (const text of [`${year} (about 2 years)`, "€150.00", "276098102345678", "47-11", "Likes laps."]) {
      await card.getByText(text).waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "profile");
  });

  test("is changed member by member, and the history says how it was", async () => {
    await using service = await openWithProfile();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await untilLive(page);
    await edit(page);
    await field(page, "Price").fill("120");
    await field(page, "Sex").selectOption("");
    await field(page, "Tags").fill("calm, only indoors,");
    await field(page, "Color").fill("black");
    expect(await axeFindings(page)).toEqual([]);
    const request = page.waitForRequest((sent) => sent.method() === "PATCH");
    await page.getByRole("button", { name: "Save" }).click();
    expect(JSON.parse((await request).postData() ?? "")).toEqual({
      sex: null,
      color: "black",
      price: { amount: 12_000, currency: "EUR" },
      tags: ["calm", "only indoors"],
    });
    await page.getByText("Saved Rex").waitFor();
    expect(await readProfile(service)).toMatchObject({ price: { amount: 12_000n }, tags: ["calm", "only indoors"] });
    await service.publish();
    const history = page.getByRole("region", { name: "History" });
    for (const text of ["Price: €150.00 → €120.00", "Sex: female → Not known", "Color: black"]) {
      await history.getByText(text).waitFor();
    }
  });

  test("is refused at its fields, and what was typed stays", async () => {
    await using service = await openWithProfile();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await edit(page);
    await field(page, "Price").fill("a lot");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Enter an amount, such as 150 or 150.00.").waitFor();
    await field(page, "Price").fill("150.5");
    await field(page, "Born").fill("next year");
    await field(page, "Tags").fill(`calm, ${"x".repeat(60)}`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Enter a year, a month or a day that is not in the future").waitFor();
    await page.getByText("At most 20 different tags of up to 50 letters.").waitFor();
    expect(await field(page, "Born").inputValue()).toBe("next year");
    expect(await readProfile(service)).toMatchObject({ ...profile, price: { amount: 15_000n } });
  });

  test("of a new pet is added with it, with a price as people write it in German", async () => {
    await using service = await openService();
    const options = { key: service.adminKey, path: "/console/pets/new", locale: "de-DE" };
    await using visit = await visitConsole(browser, service, options);
    const { page } = visit;
    await field(page, "Name").fill("Krümel");
    await field(page, "Kategorie").fill("7");
    await page.getByText("Mehr über das Tier").click();
    await field(page, "Rasse").fill("Widder");
    await field(page, "Preis").fill("1.045,50");
    await field(page, "Geboren").fill("2024");
    await page.getByRole("button", { name: "Tier aufnehmen" }).click();
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
    await using service = await openWithProfile();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path, viewport });
    const { page } = visit;
    await untilLive(page);
    await panel(page).getByText("€150.00").first().waitFor();
    await service.admin.updateProfile({
      params,
      body: { price: { amount: 9_900n, currency: "EUR" }, breed: null, sex: "male" },
    });
    await service.publish();
    await page.getByRole("row", { name: /Rex/ }).getByText("€99.00").waitFor();
    await page.getByRole("region", { name: "About the pet" }).getByText("€99.00").waitFor();
    await until(async () => !(await lineInPanel(page).innerText()).includes("Shorthair"), "no breed");
  });
});

describe("finding by profile", () => {
  test("a chip, written with spaces, and the shop's number lead to the pet, in the list and in the palette", async () => {
    await using service = await openWithProfile();
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Mia").waitFor();
    for (const typed of ["276 098 102 345 678", "47-11"]) {
      await page.getByRole("searchbox").fill(typed);
      await until(async () => String(await namesShown(page)).startsWith("Rex"), `Rex for ${typed}`);
      expect((await namesShown(page)).length).toBe(1);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill(typed);
      await page.getByRole("option", { name: /^Rex/ }).waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });

  test("a tag leads to all pets that have it", async () => {
    await using service = await openWithProfile();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await page.getByRole("link", { name: "calm" }).click();
    await page.getByText("Pets tagged “calm”").waitFor();
    await until(async () => (await namesShown(page)).length === 1, "only Rex");
    expect(page.url()).toEndWith("/console/pets?tag=calm");
    await page.getByRole("link", { name: "Show all pets" }).click();
    await petLink(page, "Mia").waitFor();
  });
});
