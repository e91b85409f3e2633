/* What the page of imports says besides the questions: what is not taken, how much is left out, and what an undo put back. */
import { expect, test } from "bun:test";
import { button } from "../console/page.ts";
import { shelterFile } from "../files/shelter-file.ts";
import { bodyOf } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { answerQuestions, chooseFile, IMPORTS, startButton } from "./import-page.ts";
import { visit } from "./page.ts";

for (const [locale, words] of [
  [
    "en-US",
    {
      ignored: "These columns are not imported: Length, Notes, Photo",
      addresses: "2 addresses",
      died: "1 row",
      hidden: "2 rows",
    },
  ],
  [
    "de-DE",
    {
      ignored: "Diese Spalten werden nicht importiert: Length, Notes, Photo",
      ...{ addresses: "2 Adressen", died: "1 Zeile", hidden: "2 Zeilen" },
    },
  ],
] as const) {
  test(`columns that are not imported are named above the table, and what is left out is counted (${locale})`, async () => {
    const page = await visit(await openShop(), IMPORTS, { locale });
    const rows = [
      "Name,Category,Length,Not for adoption,Notes,Photo,Non-shelter",
      "Rex,1,12,yes,calm,https://a.example/1.jpg https://a.example/2.jpg,",
      "Mia,1,3,yes,,,",
      "Bo,1,3,,,,yes",
    ];
    await chooseFile(page, "pets.csv", rows.join("\n").replace("Category", "categoryId"));
    for (const text of Object.values(words)) await page.getByText(text).first().waitFor();
    const shown = await page.locator("main").innerText();
    expect(shown.indexOf(words.ignored)).toBeLessThan(shown.indexOf("Rex"));
  });
}

for (const [locale, words] of Object.entries({
  "en-US": {
    weight: "Weight",
    unit: "Unit of the weights",
    answer: "kg",
    gram: "3,500 g",
    future: "Write a day that is not in the future",
  },
  "de-DE": {
    weight: "Gewicht",
    unit: "Einheit der Gewichte",
    answer: "kg",
    gram: "3.500 g",
    future: "Nötig ist ein Tag nicht in der Zukunft",
  },
})) {
  test(`the unit of weights is asked once, and care is shown as it would be stored (${locale})`, async () => {
    const service = await openShop();
    const page = await visit(service, IMPORTS, { locale });
    const rows = ["Name,categoryId,Weight,Vaccinated on", "Rex,1,3.5,2026-11-02", "Mia,1,4,2098-01-01", "Bo,1,200 g,"];
    await chooseFile(page, "pets.csv", rows.join("\n"));
    await page.getByText(words.future).first().waitFor();
    expect(await page.locator(".import bdi[lang=en]").allInnerTexts()).toEqual([]);
    await chooseFile(page, "pets.csv", rows.join("\n").replace("2098", "2026"));
    await page.getByText(words.future).first().waitFor({ state: "detached" });
    await page.getByLabel(words.unit).selectOption(words.answer);
    await page.getByText(words.gram).first().waitFor();
    expect(await page.getByLabel("Weight", { exact: true }).inputValue()).toBe("grams");
    await page.getByText(words.weight).first().waitFor();
  });
}

test("an undo says how many pets are as they were before, also when the import added none", async () => {
  const service = await openShop("Rex", "Mia");
  const page = await visit(service, IMPORTS);
  await chooseFile(page, "pets.csv", "id,name\n1,Rexi\n2,Miau\n");
  await page.getByLabel("Update pets that already exist").check();
  await button(page, "Import 2 pets").click();
  await page.getByText("Imported 2 pets").waitFor();
  await button(page, "Undo").first().click();
  await page.getByText("2 pets are as they were before.").first().waitFor();
  const pets = await bodyOf(service.admin.listPets());
  expect(pets.map(({ name }) => name)).toEqual(["Rex", "Mia"]);
});

test("a shelter's file of 300 rows with every kind of cell that people write takes at most ten answers and 24 presses of a mouse", async () => {
  const service = await openShop();
  const page = await visit(service, IMPORTS);
  await chooseFile(page, "animals.csv", shelterFile(300));
  await page.getByText(/^Pets without a problem:/).waitFor();
  await page.getByLabel("Create kinds that do not exist").check();
  const answers = await answerQuestions(page, ([first]) => first);
  expect(answers).toBeLessThanOrEqual(10);
  expect(await startButton(page).innerText()).toBe("Import 300 pets");
  await startButton(page).click();
  await page.getByText("Imported 300 pets").waitFor();
  // The button and the file in the system's dialog, the box, each question and its answer, and the button that imports.
  expect(3 + 2 * answers + 1).toBeLessThanOrEqual(24);
  expect((await bodyOf(service.admin.listPets({ query: { limit: 100 } }))).length).toBe(100);
});

test("a question about lines says which they are", async () => {
  const page = await visit(await openShop(), IMPORTS);
  await chooseFile(page, "pets.csv", "Reference,Name,categoryId\nA-1,Rex,1\nA-1,Mia,1\nA-1,Bo,1\nA-1,Max,1\n");
  const questions = page.getByRole("group", { name: "Questions about the file" });
  await questions.getByText("3 lines, such as 3–5", { exact: true }).waitFor();
});
