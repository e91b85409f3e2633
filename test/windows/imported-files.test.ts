/* Pets from a file and lists as files, in the browser. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { button, link } from "../console/page.ts";
import { addPet, bodyOf, NOW, openService, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { chooseFile, IMPORTS } from "./import-page.ts";
import { phone, visit } from "./page.ts";

setDefaultTimeout(60_000);

/** Exports the list on the page, and reads the file. */
async function exportList(page: Page, name = "Export this list"): Promise<string> {
  await page.evaluate("globalThis.revoked = 0; URL.revokeObjectURL = () => { globalThis.revoked += 1; }");
  const [file] = await Promise.all([page.waitForEvent("download", { timeout: 110_000 }), button(page, name).click()]);
  // Some browsers read the file only after the click.
  expect(await page.evaluate("globalThis.revoked")).toBe(0);
  expect(file.suggestedFilename()).toMatch(/^(?:pets|orders)\.csv$/);
  return readFileSync(await file.path(), "utf8");
}

/** The names of all pets. */
async function namesIn({ reader }: TestService): Promise<readonly string[]> {
  return ((await reader.listPets()).body as { name: string }[]).map(({ name }) => name);
}

test("a file is checked first, and its pets are imported once a person says so", async () => {
  const service = await openShop();
  await service.admin.createCategory({ body: { name: "Dogs" } });
  const page = await visit(service, IMPORTS);
  await chooseFile(page, "pets.csv", "name,category,quantity,Mood\nRex,Dogs,2,calm\nMia,Cats,1,lively\n");
  await page.getByText("category: No kind has this name.").waitFor();
  expect(await button(page, "Import 0 pets").getAttribute("aria-disabled")).toBe("true");
  await page.getByLabel("Create kinds that do not exist").check();
  await page.getByText("Pets without a problem: 2. New: 2. Changed: 0. New kinds: 1.").waitFor();
  expect(await page.getByLabel("Mood").inputValue()).toBe("-");
  expect(await page.getByRole("table").getByRole("row").nth(2).innerText()).toContain("Mia");
  expect(await namesIn(service)).toEqual([]);
  await button(page, "Import 2 pets").click();
  await page.getByText("Imported 2 pets").waitFor();
  expect(await namesIn(service)).toEqual(["Rex", "Mia"]);
});

test("a file of another system is read as that system writes it", async () => {
  const service = await openShop();
  const page = await visit(service, IMPORTS);
  const file = "ANIMALCODE,ANIMALNAME,ANIMALSPECIES,ANIMALSEX,MOVEMENTTYPE\nD1,Rex,Dog,Male,0\nC2,Mia,Cat,Unknown,1\n";
  await chooseFile(page, "animals.csv", file);
  await page.getByText("Pets without a problem: 0.").waitFor();
  await page.getByText("The file looks like an export of another system.").waitFor();
  await page.getByLabel("Exported from").selectOption("Shopify");
  await page.getByText("This is not an export of Shopify.").waitFor();
  await page.getByLabel("Exported from").selectOption("Animal Shelter Manager");
  await page.getByLabel("Create kinds that do not exist").check();
  await button(page, "Import 2 pets").click();
  await page.getByText("Imported 2 pets").waitFor();
  const pets = await bodyOf(service.admin.listPets({ query: { include: ["profile"] } }));
  expect(pets).toMatchObject([
    { name: "Rex", status: "available", profile: { reference: "D1", sex: "male" } },
    { name: "Mia", status: "sold", profile: { reference: "C2" } },
  ]);
});

test("an import is undone at once, or later from the list of imports", async () => {
  const service = await openShop();
  const page = await visit(service, IMPORTS);
  const rows = "name,categoryId\nRex,1\nMia,1\n";
  await chooseFile(page, "pets.csv", rows);
  await button(page, "Import 2 pets").click();
  await page.getByText("Imported 2 pets").waitFor();
  await button(page, "Undo").first().click();
  await page.getByText("Removed 2 pets again.").first().waitFor();
  expect(await namesIn(service)).toEqual([]);
  await chooseFile(page, "pets.csv", rows);
  await button(page, "Import 2 pets").click();
  const row = page.getByRole("region", { name: "Earlier imports" }).getByRole("listitem");
  await row.first().getByText("pets.csv").waitFor();
  await until(async () => (await row.count()) === 2, "both imports");
  await service.admin.updatePet({ params: { petId: 4n }, body: { name: "Mia II" } });
  await button(page, "Undo this import: pets.csv").click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo this import" }).click();
  const stay = "Removed 1 pet again. 1 pet stays, because somebody has changed or ordered it.";
  await page.getByText(stay).first().waitFor();
  expect(await namesIn(service)).toEqual(["Mia II"]);
  expect(await row.allInnerTexts()).toEqual([expect.stringContaining("Undone"), expect.stringContaining("Undone")]);
});

test("the preview is accessible on a phone, where it is wider than the screen", async () => {
  const page = await visit(await openShop(), IMPORTS, phone);
  // As Excel in German saves it.
  await chooseFile(page, "Tiere.csv", "\uFEFFname;categoryId;status;quantity\r\nKrümel;1;available;2\r\n");
  await page.getByRole("table").getByText("Krümel").waitFor();
});

test("a person says what the columns of another table mean", async () => {
  const service = await openShop();
  await service.admin.createCategory({ body: { name: "Dogs" } });
  const page = await visit(service, IMPORTS);
  await chooseFile(page, "tiere.csv", "Tier;Art;Bestand\nRex;Dogs;2\n");
  await page.getByLabel("Tier", { exact: true }).selectOption("name");
  await page.getByLabel("Art", { exact: true }).selectOption("category");
  await page.getByLabel("Bestand", { exact: true }).selectOption("quantity");
  await button(page, "Import 1 pet").click();
  await page.getByText("Imported 1 pet", { exact: true }).waitFor();
  expect((await service.reader.listInventory()).body).toMatchObject([{ quantity: 2 }]);
});

/** What each row of the preview says: its titles, or its cells. */
async function cellsOf(page: Page, row: number): Promise<readonly string[]> {
  const cells = page.getByRole("table").getByRole("row").nth(row).locator("th bdi, td");
  return (await cells.allInnerTexts()).map((text) => text.trim());
}

test("what a column means stands above its values as they would be stored; what is ignored is as in the file", async () => {
  const page = await visit(await openShop(), IMPORTS);
  const titles = "Tiername;Tierart;Bestand;Rasse;Geschlecht;Geboren;Preis;Stichworte;Laune";
  await chooseFile(page, "tiere.csv", `${titles}\nBello;7;2;Beagle;w;3.4.2021;12,50 €;ruhig;"gut; meist"\n`);
  await page.getByLabel("Tierart", { exact: true }).selectOption("categoryId");
  await page.getByLabel("Stichworte", { exact: true }).selectOption("tags");
  await page.getByRole("cell", { name: "€12.50" }).waitFor();
  await page.getByRole("cell", { name: "ruhig" }).and(page.locator(":not(.ignored)")).waitFor();
  expect(await cellsOf(page, 0)).toEqual(titles.split(";"));
  expect(await page.getByRole("columnheader").getByRole("combobox").count()).toBe(9);
  expect(await page.getByLabel("Rasse", { exact: true }).inputValue()).toBe("breed");
  expect(await cellsOf(page, 1)).toEqual([
    "2",
    "New",
    "Bello",
    "No. 7",
    "2",
    "Beagle",
    "female",
    "3 Apr 2021",
    "€12.50",
    "ruhig",
    "gut; meist",
  ]);
});

test("a table of which no line can be imported is shown as it is, in the encoding of Excel, below its titles", async () => {
  const page = await visit(await openShop(), IMPORTS);
  const rows = "Tierheim am Fluss\r\n\r\nRufname des Tiers;Gattung\r\nKr\u00fcmel;Hund\r\n";
  const buffer = Buffer.from(rows, "latin1");
  await page.setInputFiles("input[type=file]", { name: "tiere.csv", mimeType: "text/csv", buffer });
  await page.getByRole("heading", { name: "The first lines of the file" }).waitFor();
  expect(await cellsOf(page, 0)).toEqual(["Rufname des Tiers", "Gattung"]);
  expect(await cellsOf(page, 1)).toEqual(["4", "Krümel", "Hund"]);
});

test("an export that is no table is shown with what its pets have, and without choices", async () => {
  const page = await visit(await openShop(), IMPORTS);
  await chooseFile(page, "pets.ndjson", '{"name":"Rex","categoryId":7,"color":"black"}\n');
  await page.getByRole("cell", { name: "black" }).waitFor();
  const headers = page.getByRole("columnheader");
  expect(await headers.allInnerTexts()).toEqual([
    "Line",
    "What happens",
    "Name",
    "Kind (number)",
    "State",
    "Stock",
    "Colour",
  ]);
  expect(await page.getByRole("table").getByRole("combobox").count()).toBe(0);
});

test("problems are explained in the language of the page, with the titles of the file", async () => {
  const page = await visit(await openShop(), IMPORTS, { locale: "de-DE" });
  await chooseFile(page, "tiere.csv", "Name;Category;Status;Price\nRex;Hunde;frei;150\n;;available;4 €\n");
  const problems = page.locator(".notice li");
  await problems.first().waitFor();
  expect((await problems.allInnerTexts()).map((text) => text.trim().replace("\n", " "))).toEqual([
    "Status: Das Wort ist nicht bekannt. Sagen Sie unten, was es bedeutet, oder lassen Sie die Zelle leer. Zeile 2",
    "Price: Der Betrag hat keine Währung. Sagen Sie unten, welche für alle Preise gilt. Zeile 2",
    "Category: Keine Art hat diesen Namen. Korrigieren Sie ihn, oder wählen Sie „Fehlende Arten anlegen“. Zeile 2",
    "Name: Ein neues Tier braucht diese Angabe. Zeile 3",
    "Category: Ein neues Tier braucht diese Angabe. Zeile 3",
  ]);
});

test("what a file leaves open is asked once for each word, for dates and for prices", async () => {
  const service = await openShop();
  const page = await visit(service, IMPORTS);
  const rows = "Bello;Hund;frei;3/4/2021;150\nMieze;Katze;Verkauft;4/5/2022;12,50\n";
  await chooseFile(page, "tiere.csv", `Tiername;Tierart;Status;Geboren;Preis\n${rows}`);
  await page.getByLabel("frei").selectOption("Available");
  await page.getByLabel("In 3/4/2021").selectOption("dmy");
  await page.getByLabel("Currency").selectOption("EUR");
  await page.getByLabel("Create kinds that do not exist").check();
  await button(page, "Import 2 pets").click();
  await page.getByText("Imported 2 pets").waitFor();
  const { body } = await service.reader.listPets({ query: { include: ["profile"] } });
  expect(body).toMatchObject([
    { name: "Bello", status: "available", profile: { birthDate: "2021-04-03", price: { amount: 15_000n } } },
    { name: "Mieze", status: "sold", profile: { birthDate: "2022-05-04", price: { amount: 1250n } } },
  ]);
});

test("a file that was imported before is imported again only if a person says so", async () => {
  const service = await openShop();
  const page = await visit(service, IMPORTS);
  const file = "name,categoryId\nRex,7\n";
  await service.admin.createImport({ file });
  await chooseFile(page, "pets.csv", file);
  await page.getByText("These pets were imported before.").waitFor();
  await page.getByLabel("Import it again").check();
  await button(page, "Import 1 pet").click();
  await page.getByText("Imported 1 pet", { exact: true }).waitFor();
  expect(await namesIn(service)).toEqual(["Rex", "Rex"]);
});

test("a file that is no table, and one that is too large, are refused with the reason", async () => {
  const service = await openShop();
  const page = await visit(service, IMPORTS);
  await chooseFile(page, "notes.csv", "Milk\nBread\n");
  await page.getByText("Say below which column has the names of the pets").waitFor();
  await chooseFile(page, "large.csv", `name,categoryId\n${"a".repeat(10 * 1024 * 1024)}\n`);
  await page.getByText("The file is larger than 10 MB.").waitFor();
  await chooseFile(page, "many.csv", `name,categoryId\n${"Rex,1\n".repeat(10_001)}`);
  await page.getByText("The file has more than 10,000 pets.").waitFor();
  await chooseFile(page, "Tiere.xlsx", "PK");
  await page.getByText("Save it as CSV there").waitFor();
  expect(await namesIn(service)).toEqual([]);
});

test("a list is exported as it is filtered, and can be imported again", async () => {
  const service = await openShop();
  await service.admin.createCategory({ body: { name: "Dogs" } });
  for (const name of ["Rex", "=1+1", "Mia, the small one"])
    await addPet(service.store, { ...rex, name, categoryId: 1n });
  await addPet(service.store, { ...rex, name: "Tom", status: "sold" }, 0);
  const profile = {
    ...{
      breed: "Beagle",
      sex: "female" as const,
      birthDate: "2024-05",
      size: "small" as const,
      color: "black",
      neutered: true,
    },
    ...{
      description: 'Calm.\n"Shy"',
      tags: ["calm", "good with children"],
      price: { amount: 15_050n, currency: "EUR" },
    },
    ...{ reference: "A-7", microchip: "276098106123456", arrivedOn: "2026-11-02" },
  };
  await service.admin.updateProfile({ params: { petId: 1n }, body: profile });
  const page = await visit(service, "/console/pets?status=available");
  await page.getByText("Rex").first().waitFor();
  const kept = (text: string) => `"=""${text}"""`;
  const lines = (await exportList(page)).split("\r\n");
  await page.getByText("Exported 3 rows").waitFor();
  expect(lines).toEqual([
    "\ufeffid,name,category,status,quantity,breed,sex,birthDate,size,color,neutered,description,tags,price,reference," +
      "microchip,arrivedOn,published,vaccinatedOn,vaccinationDueOn,dewormedOn,grams,weighedOn,createdAt",
    `3,"Mia, the small one",Dogs,available,1,,,,,,,,,,,,,,,,,,,${kept(NOW)}`,
    `2,${kept("=1+1")},Dogs,available,1,,,,,,,,,,,,,,,,,,,${kept(NOW)}`,
    `1,Rex,Dogs,available,1,Beagle,female,${kept("2024-05")},small,black,true,"Calm.\n""Shy""",calm|good with children,` +
      `${kept("150.50 EUR")},${kept("A-7")},${kept("276098106123456")},${kept("2026-11-02")},,,,,,,${kept(NOW)}`,
    "",
  ]);
  // In German with a decimal comma, and so with semicolons.
  const german = await visit(service, "/console/pets?status=available", { locale: "de-DE" });
  await german.getByText("Rex").first().waitFor();
  const germanLines = (await exportList(german, "Diese Liste exportieren")).split("\r\n");
  expect(germanLines[3]).toContain(`;${kept("150,50 EUR")};${kept("A-7")};`);
  for (const exported of [lines, germanLines]) {
    await using other = await openService();
    const file = new Blob([exported.filter((line) => !line.includes("=1+1")).join("\r\n")], { type: "text/csv" });
    expect(await other.admin.createImport({ file, query: { createCategories: true } })).toMatchObject({
      body: { added: 2 },
    });
    const query = { include: ["profile", "createdAt"], ids: [1n] } as const;
    expect(await bodyOf(other.admin.listPets({ query }))).toEqual(await bodyOf(service.admin.listPets({ query })));
  }
});

test("a format that German spreadsheets open is chosen once on a device, and its file can be imported again", async () => {
  const service = await openShop("Rex");
  const price = { amount: 15_050n, currency: "EUR" };
  await service.admin.updateProfile({ params: { petId: 1n }, body: { breed: "Dachs; lang", price } });
  const page = await visit(service);
  await button(page, "File format").click();
  await page.getByRole("menuitemradio", { name: "Semicolons" }).click();
  await button(page, "File format").click();
  await page.getByRole("menuitemradio", { name: "UTF-8 for other programs" }).click();
  await page.reload();
  const text = await exportList(page);
  expect(text).toStartWith("id;name;category;status;quantity;breed;");
  expect(text).toContain(';"Dachs; lang";');
  expect(text).toContain(';"=""150,50 EUR""";');
  await using other = await openService();
  const file = new Blob([text], { type: "text/csv" });
  await other.admin.createImport({ file, query: { createCategories: true } });
  const query = { include: ["profile"], ids: [1n] } as const;
  expect(await bodyOf(other.admin.listPets({ query }))).toMatchObject([{ profile: { breed: "Dachs; lang", price } }]);
});

test("a page in German begins with the format of German spreadsheets", async () => {
  const service = await openShop("Rex");
  const page = await visit(service, "/console", { locale: "de-DE" });
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Diese Liste exportieren").click()]);
  expect(readFileSync(await file.path(), "utf8")).toStartWith("\ufeffid;name;");
});

test("a list comes in one request, says how far it is, and ends when a person says so", async () => {
  const service = await openShop();
  await service.stock(450);
  const page = await visit(service);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.route("**/v1/pets/export?**", () => {});
  await button(page, "Export this list").click();
  await page.getByLabel("Exporting, 0 rows so far").waitFor();
  await button(page, "Cancel").click();
  await button(page, "Cancel").waitFor({ state: "detached" });
  await page.unroute("**/v1/pets/export?**");
  asked.length = 0;
  expect((await exportList(page)).split("\r\n")).toHaveLength(452);
  await page.getByText("Exported 450 rows").waitFor();
  expect(asked.filter((path) => path.startsWith("/v1/pets"))).toEqual(["/v1/pets/export"]);
});

test("an export that fails says why", async () => {
  const page = await visit(await openShop("Rex"), "/console");
  await page.route("**/v1/pets/export?**", (route) => route.abort());
  await button(page, "Export this list").click();
  await page.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
  expect(await button(page, "Cancel").count()).toBe(0);
});

test("a chip that is written with spaces exports the pet that it finds", async () => {
  const service = await openShop("Rex", "Mia");
  await service.admin.updateProfile({ params: { petId: 2n }, body: { microchip: "276098106123456" } });
  const page = await visit(service, "/console/pets?name=276%20098%20106%20123%20456");
  await page.getByText("Mia").first().waitFor();
  const lines = (await exportList(page)).split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(["Mia", undefined]);
});

test("an empty list offers an import, and nothing to export", async () => {
  const page = await visit(await openShop());
  await link(page, "Import pets").waitFor();
  expect(await button(page, "Export this list").count()).toBe(0);
});

test("an export says that the list is longer than what it saves", async () => {
  const service = await openShop();
  await service.sql(`
    insert into pets (name, name_key, category_id, status, quantity)
    with recursive numbers (nth) as (select 1 union all select nth + 1 from numbers where nth <= 100000)
    select 'Rex', 'rex', 7, 'available', 1 from numbers`);
  const page = await visit(service);
  const lines = (await exportList(page)).trimEnd().split("\r\n");
  await page.getByText("Exported the first 100,000 rows only. The list is longer").waitFor();
  expect(lines).toHaveLength(100_001);
}, 120_000);

test("an export of orders has who they are for", async () => {
  const service = await openShop();
  await addPet(service.store, rex, 3);
  await service.admin.placeOrder({ body: { petId: 1n, customer: { name: "Ada Krause", contact: "1" } } });
  const page = await visit(service, "/console/orders");
  await page.getByText("Ada Krause").waitFor();
  const text = await exportList(page);
  expect(text).toContain(",Customer,Contact,Note,");
  expect(text).toContain(',Ada Krause,"=""1""",');
});
