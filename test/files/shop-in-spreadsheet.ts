/* A shop whose texts a spreadsheet would change, and what is left of them in a file that one has saved. */
import { expect } from "bun:test";
import type { Profile } from "../../src/contract/pets/profiles.ts";
import { bodyOf, openService, type TestService } from "../support/harness.ts";
import type { Language } from "./spreadsheet-programs.ts";

/** Texts that a spreadsheet runs, or takes for numbers, dates and truths, or that need quotes. */
const REFERENCES = [
  "00012 007 =1+1 +49 -3 @Rex 1-2 3/4 1E5 2E+07 5% $5 TRUE falsch 's-1 9007199254740993 2024-05-17 10:30 1.250 1,250 #1 A-7".split(
    " ",
  ),
  [
    "12 a",
    "1 1/2",
    "May 5",
    "Mai 24",
    'A "big", one; two',
    '=HYPERLINK("http://evil.example","x")',
    "=cmd|' /C calc'!A0",
    "＝1+1",
  ],
].flat();

/** The pets: one for each reference, with a chip, dates and a price that need care too. */
export function trickyPets(): readonly { readonly name: string; readonly profile: Profile }[] {
  const dates = ["2024", "2024-05", "2024-03-04", "2019-12-31"];
  const amounts = [1n, 15_050n, 150_000n, 123_456_789n];
  return REFERENCES.map((reference, nth) => ({
    name: nth % 2 === 0 ? reference : `Pet ${nth}`,
    profile: {
      reference,
      microchip: String(900_032_000_000_000n + BigInt(nth)),
      birthDate: dates[nth % dates.length] ?? "",
      arrivedOn: "2024-03-04",
      neutered: nth % 3 === 0,
      price: { amount: amounts[nth % amounts.length] ?? 0n, currency: nth % 5 === 0 ? "KWD" : "EUR" },
      tags: ["calm", `${nth} years`],
      description: nth % 4 === 0 ? `- calm, "shy"\n- born 2024` : `=${"long ".repeat(60)}${nth}`,
    },
  }));
}

/** A shop with these pets, whose categories a spreadsheet would change too. */
export async function openTrickyShop(): Promise<TestService> {
  const service = await openService();
  const { id: categoryId } = await bodyOf(service.admin.createCategory({ body: { name: "=Dogs 1-2" } }));
  for (const { name, profile } of trickyPets()) await service.admin.createPet({ body: { name, categoryId, profile } });
  return service;
}

/** The file for people with a spreadsheet in a language. */
export async function spreadsheetOf({ send }: TestService, language: Language): Promise<string> {
  const separator = language === "de" ? "semicolon" : "comma";
  const response = await send(`/v1/pets/export?spreadsheet=true&byteOrderMark=true&separator=${separator}`);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
}

/** Expects that a file makes an empty shop like the one that it comes from, to the last byte, and changes nothing there. */
export async function expectSame(service: TestService, file: string): Promise<void> {
  await using other = await openService();
  const query = { createCategories: true };
  const report = await bodyOf(other.admin.createImport({ file, query }));
  expect(report.problems).toEqual([]);
  expect(report).toMatchObject({ stored: true });
  expect(await (await other.send("/v1/pets/export")).text()).toBe(await (await service.send("/v1/pets/export")).text());
  const update = { ...query, update: true };
  expect(await bodyOf(service.admin.createImport({ file, query: update }))).toMatchObject({
    added: 0,
    updated: 0,
    problems: [],
  });
}
