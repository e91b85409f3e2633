/* Files that the real LibreOffice has opened and saved, from Debian's `libreoffice-calc-nogui`. Fails without it. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";
import { bodyOf, openService } from "../support/harness.ts";
import { fileOf } from "./corpus.ts";
import { expectSame, openTrickyShop, spreadsheetOf } from "./shop-in-spreadsheet.ts";
import type { Language } from "./spreadsheet-programs.ts";

/** How LibreOffice opens and saves: the separator, quotes, UTF-8, the first line, the language, what it recognises, cells as shown. */
function formatFor(language: Language, recognises: boolean): { readonly open: string; readonly save: string } {
  const [separator, code] = language === "de" ? [59, 1031] : [44, 1033];
  const start = `${separator},34,76,1,,${code}`;
  return { open: `CSV:${start},false,${recognises}`, save: `csv:Text - txt - csv (StarCalc):${start},false,true,true` };
}

/** Opens a CSV file with LibreOffice and saves it. `recognises`: also dates and amounts that people write. */
async function savedByLibreOffice(csv: string, language: Language, recognises: boolean): Promise<string> {
  using folder = emptyFolder();
  writeFileSync(join(folder.path, "pets.csv"), csv);
  const { open, save } = formatFor(language, recognises);
  const profile = `-env:UserInstallation=file://${folder.path}/profile`;
  const out = join(folder.path, "out");
  const command = [
    "soffice",
    "--headless",
    profile,
    `--infilter=${open}`,
    "--convert-to",
    save,
    "--outdir",
    out,
    "pets.csv",
  ];
  const run = Bun.spawn(command, { cwd: folder.path, stdout: "pipe", stderr: "pipe" });
  expect([await run.exited, await new Response(run.stderr).text()]).toEqual([0, expect.any(String)]);
  return readFileSync(join(out, "pets.csv"), "utf8");
}

for (const language of ["en", "de"] as const) {
  for (const recognises of [false, true]) {
    const how = recognises ? ", special numbers recognised" : "";
    test(`every chip, reference, date and price is the same after LibreOffice has saved the file (${language}${how})`, async () => {
      await using service = await openTrickyShop();
      await expectSame(service, await savedByLibreOffice(await spreadsheetOf(service, language), language, recognises));
    });
  }
}

for (const from of ["asm3", "shopify"] as const) {
  test(`an export of ${from} becomes the same pets after LibreOffice has saved it`, async () => {
    const file = readFileSync(fileOf(`${from}.csv`), "utf8");
    const saved = await savedByLibreOffice(file, "en", false);
    expect(saved).not.toBe(file);
    const [before, after] = [await petsOf(file, from), await petsOf(saved, from)];
    expect(before.length).toBeGreaterThan(100);
    expect(after).toBe(before);
  });
}

async function petsOf(file: string, from: "asm3" | "shopify"): Promise<string> {
  await using service = await openService();
  const query = {
    from,
    createCategories: true,
    currency: "EUR",
    unit: "kg",
    mapValues: "status:draft=pending",
  } as const;
  const report = await bodyOf(service.admin.createImport({ file, query }));
  expect(report.problems).toEqual([]);
  return (await service.send("/v1/pets/export?spreadsheet=true")).text();
}
