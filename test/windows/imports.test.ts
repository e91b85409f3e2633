/* What the page of imports says besides the questions: what is not taken, how much is left out, and what an undo put back. */
import { expect, test } from "bun:test";
import { button } from "../console/page.ts";
import { shelterFile } from "../files/shelter-file.ts";
import { bodyOf } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { visit } from "./page.ts";

const path = "/console/imports";

function choose(page: Awaited<ReturnType<typeof visit>>, name: string, text: string): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(text) };
  return page.locator("input[type=file]").setInputFiles(file);
}

for (const [locale, words] of [
  [
    "en-US",
    {
      ignored: "These columns are not imported: Weight, Notes, Photo",
      addresses: "2 addresses",
      died: "1 row",
      hidden: "2 rows",
    },
  ],
  [
    "de-DE",
    {
      ignored: "Diese Spalten werden nicht importiert: Weight, Notes, Photo",
      ...{ addresses: "2 Adressen", died: "1 Zeile", hidden: "2 Zeilen" },
    },
  ],
] as const) {
  test(`columns that are not imported are named above the table, and what is left out is counted (${locale})`, async () => {
    const page = await visit(await openShop(), path, { locale });
    const rows = [
      "Name,Category,Weight,Not for adoption,Notes,Photo,Non-shelter",
      "Rex,1,12,yes,calm,https://a.example/1.jpg https://a.example/2.jpg,",
      "Mia,1,3,yes,,,",
      "Bo,1,3,,,,yes",
    ];
    await choose(page, "pets.csv", rows.join("\n").replace("Category", "categoryId"));
    for (const text of Object.values(words)) await page.getByText(text).first().waitFor();
    const shown = await page.locator("main").innerText();
    expect(shown.indexOf(words.ignored)).toBeLessThan(shown.indexOf("Rex"));
  });
}

test("an undo says how many pets are as they were before, also when the import added none", async () => {
  const service = await openShop("Rex", "Mia");
  const page = await visit(service, path);
  await choose(page, "pets.csv", "id,name\n1,Rexi\n2,Miau\n");
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
  const page = await visit(service, path);
  await choose(page, "animals.csv", shelterFile(300));
  await page.getByText(/^Pets in the file:/).waitFor();
  await page.getByLabel("Create kinds that do not exist").check();
  // The button and the file in the system's dialog, and the box.
  let presses = 3;
  const questions = page.getByRole("group", { name: "Questions about the file" }).getByRole("combobox");
  const start = page.getByRole("button", { name: "Import 300 pets" });
  /** The first question without an answer; undefined once the file can be imported. */
  async function openQuestion() {
    for (;;) {
      for (const one of await questions.all()) if ((await one.inputValue()) === "") return one;
      if ((await start.count()) > 0) return undefined;
      await page.clock.runFor(50);
    }
  }
  for (let open = await openQuestion(); open !== undefined; open = await openQuestion()) {
    const first = await open.locator("option").nth(1).getAttribute("value");
    // A report that arrives in between brings other questions to this place.
    const isChosen = await open.selectOption(first ?? "").then(
      () => true,
      () => false,
    );
    // It is opened, and the answer chosen.
    if (isChosen) presses += 2;
    // A person sees the next report first.
    await page.settle();
    await page.clock.runFor(1000);
  }
  await start.click();
  await page.getByText("Imported 300 pets").waitFor();
  expect(presses + 1).toBeLessThanOrEqual(24);
  expect((await bodyOf(service.admin.listPets({ query: { limit: 100 } }))).length).toBe(100);
});
