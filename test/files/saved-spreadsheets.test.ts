/* An export for people with a spreadsheet, after a program has opened and saved it (decision 077). The real LibreOffice: `saved-spreadsheets.long.ts`. */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, openService } from "../support/harness.ts";
import { expectSame, openTrickyShop, spreadsheetOf } from "./shop-in-spreadsheet.ts";
import { rowsIn, savedByExcel } from "./spreadsheet-programs.ts";

for (const language of ["en", "de"] as const) {
  test(`every chip, reference, date and price is the same after Excel has saved the file (${language})`, async () => {
    await using service = await openTrickyShop();
    const file = await spreadsheetOf(service, language);
    await expectSame(service, file);
    const saved = savedByExcel(file, language);
    expect(saved).not.toContain('="');
    await expectSame(service, saved);
  });

  test(`no cell is a formula that does more than say a text (${language})`, async () => {
    await using service = await openTrickyShop();
    const cells = rowsIn(await spreadsheetOf(service, language), language).flat();
    const formulas = cells.filter((cell) => /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell));
    expect(formulas.length).toBeGreaterThan(0);
    for (const formula of formulas) expect(formula).toMatch(/^=("(?:[^"]|"")*")(&"(?:[^"]|"")*")*$/);
  });
}

test("an export for programs that Excel has saved is a question about each number that it shortened, and nothing is stored", async () => {
  await using service = await openService();
  const { id: categoryId } = await bodyOf(service.admin.createCategory({ body: { name: "Dogs" } }));
  const profile = { microchip: "900032000000001", reference: "900032000000002" };
  await service.admin.createPet({ body: { name: "Rex", categoryId, profile } });
  const saved = savedByExcel(await (await service.send("/v1/pets/export")).text(), "en");
  expect(saved).toContain("9.00032E+14");
  const { stored, problems } = await bodyOf(service.admin.createImport({ file: saved, query: { update: true } }));
  expect([stored, problems.map(({ code, column }) => [code, column])]).toEqual([
    false,
    [
      ["shortened_number", "reference"],
      ["shortened_number", "microchip"],
    ],
  ]);
});
