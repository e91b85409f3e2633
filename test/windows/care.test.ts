/* What is due: on Today, in its own view and in a pet's panel. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import type { CareInput } from "../../src/contract/care/care-schemas.ts";
import { button, link, loseAnswers, panel, rowLink } from "../console/page.ts";
import { bodyOf, ORIGIN, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { keepPublishing, untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

const dhppi = { kind: "vaccination", what: "DHPPi", dueOn: "2026-11-20", everyDays: 28 } as const;

const add = ({ admin }: TestService, body: CareInput, petId = 1n) => bodyOf(admin.addCare({ params: { petId }, body }));
const all = ({ admin }: TestService, petId = 1n) => bodyOf(admin.listPetCare({ params: { petId } }));
const due = (page: Page) => page.getByRole("region", { name: /^Due/ });
const care = (page: Page) => panel(page).getByRole("region", { name: "Care" });

describe("Today", () => {
  test("says of what a sold pet still needs that it is sold", async () => {
    const service = await openShop("Rex", "Mia");
    await add(service, dhppi);
    await add(service, dhppi, 2n);
    await bodyOf(service.admin.updatePet({ params: { petId: 2n }, body: { status: "sold" } }));
    const page = await visit(service, "/console/today");
    await due(page).getByText("Mia").waitFor();
    const rows = await due(page).getByRole("listitem").allInnerTexts();
    expect(rows.map((row) => /Vaccination( · Sold)?/.exec(row)?.[0])).toEqual(["Vaccination", "Vaccination · Sold"]);
  });

  test("has what is due, what is overdue first, and says since when", async () => {
    const service = await openShop("Rex", "Mia");
    await add(service, { kind: "check", what: "Teeth", dueOn: "2026-11-21" });
    await add(service, { ...dhppi, dueOn: "2026-11-18" }, 2n);
    await add(service, { ...dhppi, dueOn: "2026-11-22" }, 2n);
    const page = await visit(service, "/console/today");
    await due(page).waitFor();
    const rows = await due(page).getByRole("listitem").allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, " "))).toEqual([
      expect.stringMatching(/Mia.*DHPPi.*Vaccination.*3 days overdue/),
      expect.stringMatching(/Rex.*Teeth.*Check.*today/),
    ]);
  });

  test("says that it is done with one press, and Undo takes that back with the next one", async () => {
    const service = await openShop("Rex");
    await add(service, dhppi);
    const page = await visit(service, "/console/today");
    await button(due(page), "Done: DHPPi for Rex").click();
    await page.getByText("DHPPi done for Rex").waitFor();
    await due(page).waitFor({ state: "detached" });
    expect(await all(service)).toMatchObject([{ doneOn: "2026-11-21" }, { dueOn: "2026-12-19" }]);
    await button(page, "Undo").click();
    await due(page).waitFor();
    await until(async () => (await all(service)).length === 1, "the next one is gone");
    expect(await all(service)).toEqual([{ id: 1n, petId: 1n, ...dhppi }]);
  });

  test("keeps the focus on Done of the next entry, so that each is one press", async () => {
    const service = await openShop("Rex");
    for (const what of ["Teeth", "Ears", "Claws"]) await add(service, { kind: "check", what, dueOn: "2026-11-20" });
    const page = await visit(service, "/console/today");
    await button(due(page), "Done: Ears for Rex").focus();
    for (const what of ["Ears", "Claws", "Teeth"]) {
      await page.keyboard.press("Enter");
      await page.getByText(`${what} done for Rex`).waitFor();
    }
    await due(page).waitFor({ state: "detached" });
    expect(await all(service)).toMatchObject(Array.from({ length: 3 }, () => ({ doneOn: "2026-11-21" })));
  });

  test("shows five, and the way to all", async () => {
    const service = await openShop("Rex");
    for (let nth = 1; nth <= 7; nth++) await add(service, { ...dhppi, what: `Vaccine ${nth}` });
    const page = await visit(service, "/console/today");
    await due(page).waitFor();
    expect(await due(page).getByRole("listitem").count()).toBe(5);
    await due(page).getByRole("link", { name: "Show all 7" }).click();
    await page.getByText("7 entries").waitFor();
  });
});

test("what is done is marked once although the answer is lost, and pressed again it has its Undo", async () => {
  const service = await openShop("Rex");
  await add(service, dhppi);
  const page = await visit(service, "/console/today");
  await loseAnswers(page, "**/v1/care/1/done");
  await button(due(page), "Done: DHPPi for Rex").click();
  await page.getByText("The service does not respond.").waitFor();
  await page.unrouteAll();
  await button(due(page), "Done: DHPPi for Rex").click();
  await page.getByText("DHPPi done for Rex").waitFor();
  expect(await all(service)).toHaveLength(2);
  await button(page, "Undo").click();
  await until(async () => (await all(service)).length === 1, "the next one is gone");
});

test("care of several pets is recorded once although the answers are lost, and it is typed again, first in vain", async () => {
  const service = await openShop("Rex", "Mia");
  const page = await visit(service, "/console/pets");
  const record = async () => {
    await rowLink(page, "Rex").waitFor();
    for (const name of ["Rex", "Mia"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await button(page.getByRole("toolbar"), "Care").click();
    await page.getByRole("dialog").getByLabel("What").fill("Worms");
    await button(page.getByRole("dialog"), "Save").click();
  };
  await loseAnswers(page, "**/care");
  await record();
  await page.getByText("The service does not respond.").waitFor();
  await page.unrouteAll();
  const busy = { code: "rate_limited", message: "Too many requests", status: 429 };
  let refusals = 0;
  await page.route("**/care", (route) => {
    refusals += 1;
    return route.fulfill({ status: 429, headers: { "Retry-After": "60" }, json: busy });
  });
  await record();
  await until(() => refusals === 2, "the refusals");
  await page.unrouteAll();
  await record();
  await page.getByText(/Worms recorded for (?:Rex and Mia|Mia and Rex)/).waitFor();
  for (const petId of [1n, 2n]) expect(await all(service, petId)).toHaveLength(1);
});

test("the view Care follows imports of care, their undoing, and pets that are removed", async () => {
  const service = await openShop("Rex");
  const { admin } = service;
  await add(service, dhppi);
  keepPublishing(service);
  const page = await visit(service, "/console/care");
  await untilLive(page);
  await page.getByText("1 entry").waitFor();
  const file = "name,categoryId,Next vaccination\nMia,1,2026-12-01\n";
  const { id: importId = 0n } = await bodyOf(admin.createImport({ file }));
  await page.getByText("2 entries").waitFor();
  await bodyOf(admin.undoImport({ params: { importId } }));
  await page.getByText("1 entry").waitFor();
  await bodyOf(admin.deletePet({ params: { petId: 1n } }));
  await page.getByText("Nothing is due").waitFor();
});

test("the view Care has filters by kind and day, which are in its address", async () => {
  const service = await openShop("Rex", "Mia");
  await add(service, dhppi);
  await add(service, { kind: "check", what: "Teeth", dueOn: "2026-11-25" }, 2n);
  await add(service, { kind: "check", what: "Claws", dueOn: "2027-05-01" }, 2n);
  const page = await visit(service, "/console/care");
  await page.getByText("3 entries").waitFor();
  await page.getByLabel("Kind of care").selectOption("check");
  await page.getByText("2 entries").waitFor();
  await page.getByLabel("Due until").selectOption("2026-11-28");
  await page.getByText("1 entry").waitFor();
  await page.reload();
  await page.getByText("1 entry").waitFor();
  await page.getByText("Teeth", { exact: false }).waitFor();
  await page.getByLabel("Kind of care").selectOption("treatment");
  await page.getByText("Nothing is due").waitFor();
});

test("the view Care shows more on request, with the names of all pets, and its paper has the day", async () => {
  const service = await openShop("Rex");
  await service.stock(101);
  for (let petId = 1n; petId <= 101n; petId++) await add(service, { ...dhppi, what: `Worms ${petId}` }, petId);
  const page = await visit(service, "/console/care?kind=vaccination");
  await page.getByText("100+ entries").waitFor();
  expect(await page.locator(".on-paper").innerText()).toBe("21 Nov 2026 · Vaccination");
  await button(page, "Show more").click();
  await page.getByText("101 entries").waitFor();
  await link(page, "Pet 100").waitFor();
  expect(await button(page, "Show more").count()).toBe(0);
});

test("Today and the history of a pet say what was recorded, what was done, and how much is due", async () => {
  const service = await openShop("Rex");
  await add(service, { kind: "check", what: "Teeth", dueOn: "2026-11-21" });
  await add(service, { kind: "check", what: "Claws", dueOn: "2026-11-21" });
  await bodyOf(service.admin.completeCare({ params: { careId: 1n }, body: {} }));
  await service.publish();
  const page = await visit(service, "/console/today");
  const story =
    "Care added: Teeth · Due on 21 Nov 2026 · Care added: Claws · Due on 21 Nov 2026 · Care changed: Teeth · Done on 21 Nov 2026 · by *";
  await page.getByText(story).waitFor();
  const panelOfRex = await visit(service, "/console/pets/1");
  await panel(panelOfRex).getByText("Care changed: Teeth · Done on 21 Nov 2026").waitFor();
});

test("Calendar makes one key that only reads what is due, also when its answer is lost, and shows the address once", async () => {
  const service = await openShop("Rex");
  await add(service, dhppi);
  const page = await visit(service, "/console/care");
  const made = async () => (await bodyOf(service.admin.listKeys())).filter(({ name }) => name === "Calendar");
  const shown = page.getByLabel("The address of the calendar").getByRole("textbox");
  await page.route("**/v1/keys", (route) => route.abort());
  await button(page, "Calendar").click();
  await page.getByText("The service does not respond.").waitFor();
  expect(await made()).toEqual([]);
  await page.unroute("**/v1/keys");
  await button(page, "Calendar").click();
  await shown.waitFor();
  expect(await made()).toMatchObject([{ scopes: ["calendar:read"] }]);
  const address = new URL(await shown.inputValue());
  const response = await service.fetch(new Request(`${ORIGIN}${address.pathname}${address.search}`));
  expect(await response.text()).toContain("SUMMARY:Rex: DHPPi");
  await button(page, "Done").click();
  await shown.waitFor({ state: "detached" });
  await page.reload();
  await button(page, "Calendar").waitFor();
  expect(await shown.count()).toBe(0);
});

test("only who may give keys has the button Calendar", async () => {
  const service = await openShop("Rex");
  const { key } = await service.as(["pets:read", "care:read", "care:write", "keys:manage"]);
  const page = await visit(service, "/console/care", { key, locale: "de-DE" });
  await page.getByText("Nichts").first().waitFor();
  expect(await page.getByRole("button", { name: "Kalender" }).count()).toBe(0);
});

describe("the panel of a pet", () => {
  test("a day in the future is due, and the words that were used last come first", async () => {
    const service = await openShop("Rex", "Mia");
    await add(service, { ...dhppi, what: "Rabies", dueOn: "2027-01-01", everyDays: 365 });
    const page = await visit(service, "/console/pets/1");
    await care(page).locator("summary").click();
    await button(care(page), "Rabies").click();
    await care(page).getByLabel("Day", { exact: true }).fill("1.12.2026");
    await care(page).getByText("Due on 1 Dec 2026").waitFor();
    await button(care(page), "Record").click();
    await page.getByText("Rabies recorded for Rex").waitFor();
    expect(await all(service)).toMatchObject([{}, { what: "Rabies", dueOn: "2026-12-01", everyDays: 365 }]);
  });

  test("weights have units, and are a line with a table", async () => {
    const service = await openShop("Rex");
    const page = await visit(service, "/console/pets/1");
    await care(page).locator("summary").click();
    for (const [day, weight] of [
      ["1.11.2026", "3,5 kg"],
      ["20.11.2026", "4100 g"],
    ] as const) {
      await care(page).getByLabel("Kind of care", { exact: true }).selectOption("weight");
      await care(page).getByLabel("Weight", { exact: true }).fill("3.5");
      await page.keyboard.press("Enter");
      await page.getByText("Enter a weight with its unit, such as 3.5 kg").waitFor();
      await care(page).getByLabel("Weight", { exact: true }).fill(weight);
      await care(page).getByLabel("Day", { exact: true }).fill(day);
      await page.keyboard.press("Enter");
      await until(async () => (await all(service)).length === (day === "1.11.2026" ? 1 : 2), "it is stored");
    }
    expect((await all(service)).map(({ grams, doneOn }) => [grams, doneOn])).toEqual([
      [3500, "2026-11-01"],
      [4100, "2026-11-20"],
    ]);
    await care(page).getByRole("img", { name: "Weight of Rex from 1 Nov 2026 to 20 Nov 2026" }).waitFor();
  });

  test("an entry is removed with an Undo", async () => {
    const service = await openShop("Rex");
    await add(service, dhppi);
    const page = await visit(service, "/console/pets/1");
    await button(care(page), "Remove DHPPi").click();
    await until(async () => (await all(service)).length === 0, "it is removed");
    await button(page, "Undo").click();
    await until(async () => (await all(service)).length === 1, "it is there again");
    expect(await all(service)).toMatchObject([dhppi]);
  });

  test("a whole litter is recorded at once", async () => {
    const service = await openShop("Rex", "Mia", "Bo");
    const page = await visit(service, "/console/pets");
    await rowLink(page, "Rex").waitFor();
    for (const name of ["Rex", "Mia"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await button(page.getByRole("toolbar", { name: "Selected rows" }), "Care").click();
    await page.getByRole("dialog").getByLabel("What").fill("Worms");
    await page.keyboard.press("Enter");
    await page.getByText(/Worms recorded for/).waitFor();
    expect(await all(service, 1n)).toMatchObject([{ what: "Worms", doneOn: "2026-11-21" }]);
    expect(await all(service, 2n)).toHaveLength(1);
    expect(await all(service, 3n)).toEqual([]);
  });
});
